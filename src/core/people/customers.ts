import { readListStart, rowsPerListPage, toListPage, type ListPage } from '../kernel/list-page.ts';
import type { EmailOutcome } from '../kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import type { CustomerQuery } from './customer.model.ts';
import {
  countCustomers,
  endSessions,
  findCustomerRow,
  listCustomerRows,
  listOpenSessions,
} from './customers.store.ts';
import type { PersonOrder } from '../orders/views/person-order.model.ts';
import type { PeopleDeps, PersonEnquiry } from './deps.ts';

/** A customer in a list. */
export type CustomerRow = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** As their newest order has it; empty if there is none. */
  readonly company: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** Orders that were paid. */
  readonly orderCount: number;
  /** Without what was refunded, for each currency that they paid in. */
  readonly spent: readonly { readonly currency: string; readonly cents: number }[];
};

export type CustomerPage = ListPage<CustomerRow>;

/** A customer with all that staff see of them. */
export type CustomerDetail = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
  readonly mobileNo: string;
  /** Line by line. */
  readonly address: readonly string[];
  readonly sessions: readonly {
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly userAgent: string;
  }[];
  readonly orders: readonly PersonOrder[];
  readonly enquiries: readonly PersonEnquiry[];
};

const toAttempt = <V extends 'customer.read' | 'customer.end-sessions' | 'customer.send-reset'>(
  verb: V,
  id: number | 'list',
) => ({ verb, thing: { kind: 'customer', id: String(id) } });

/** Customers, as staff list and help them. */
export class Customers {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** One page of customers, the newest first. `forbidden`. */
  async list(actor: StaffActor, query: CustomerQuery): Promise<Outcome<CustomerPage>> {
    const { db } = this.#deps;
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt('customer.read', 'list'));
    if (refusal) return refusal;
    const start = readListStart(query, 'none');
    const found = await listCustomerRows(db, query, { start, limit: rowsPerListPage + 1 });
    const rows = found.map(({ paid, company, ...row }) => ({
      ...row,
      company: company ?? '',
      orderCount: paid.reduce((sum, { orders }) => sum + orders, 0),
      spent: paid
        .filter(({ cents }) => cents !== 0)
        .map(({ currency, cents }) => ({ currency, cents })),
    }));
    return ok(toListPage({ rows, start, count: await countCustomers(db, query) }));
  }

  /** `forbidden`, or `not-found`. */
  async read(actor: StaffActor, id: number): Promise<Outcome<CustomerDetail>> {
    const { db, clock } = this.#deps;
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt('customer.read', id));
    if (refusal) return refusal;
    const row = await findCustomerRow(db, id);
    if (!row) return failNotFound;
    const { address, city, region, country, ...facts } = row;
    const owner = { id, email: row.email, confirmed: row.confirmedAt !== null };
    const [sessions, orders, enquiries] = await Promise.all([
      listOpenSessions(db, id, clock()),
      this.#deps.listOrdersByCustomer(owner),
      this.#deps.listEnquiriesByEmail(row.email),
    ]);
    const lines = [address, city, region, country ?? ''].filter((line) => line !== '');
    return ok({ ...facts, address: lines, sessions, orders, enquiries });
  }

  /** The customer is logged in nowhere any more. `forbidden`, `not-found`. */
  endSessions(actor: StaffActor, id: number): Promise<Outcome<{ ended: number }>> {
    const attempt = toAttempt('customer.end-sessions', id);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      if (!(await findCustomerRow(tx, id))) return failNotFound;
      const ended = await endSessions(tx, id);
      audit({ after: { ended } });
      return ok({ ended });
    });
  }

  /**
   * Emails the customer a link to choose a new password. `conflict` while one of the last five
   * minutes works; `forbidden`, `not-found`.
   */
  async sendReset(actor: StaffActor, id: number): Promise<Outcome<EmailOutcome>> {
    const attempt = toAttempt('customer.send-reset', id);
    const sendReset = await this.#deps.preparePasswordReset();
    return this.#deps.staffActs.perform(actor, attempt, async (tx) => {
      const customer = await findCustomerRow(tx, id);
      if (!customer) return failNotFound;
      const delivery = await sendReset(tx, customer.email);
      if (!delivery)
        return fail(
          'conflict',
          'A link was sent within the last five minutes, and it still works.',
        );
      return ok(delivery);
    });
  }
}

const failNotFound = fail('not-found', 'There is no such customer.');
