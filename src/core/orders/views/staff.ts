import type { OrderState } from '../order-states.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { EventDetail } from '../model.ts';
import {
  countUnknownWebhooks,
  findOrderForStaff,
  listDocumentNumbers,
  listEvents,
  listFiles,
  listOrdersNeedingAttention,
  listRefunds,
  type StaffOrderColumns,
} from './staff.store.ts';

/** An order in a list for staff. */
export type StaffOrderRow = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly priceCents: number;
  readonly currency: string;
  /** Name, company and email address. */
  readonly buyer: string;
  readonly reportCode: string;
};

/** An order with everything that happened to it. */
export type StaffOrder = StaffOrderRow & {
  readonly history: readonly {
    readonly occurredAt: Date;
    readonly kind: string;
    readonly detail: EventDetail;
  }[];
  readonly documents: readonly { readonly number: string }[];
  readonly refunds: readonly {
    readonly amountCents: number;
    readonly state: string;
    readonly reason: string;
  }[];
  readonly files: readonly {
    readonly kind: string;
    /** The reader's email address; null for the buyer. */
    readonly seat: string | null;
    readonly downloadCount: number;
    readonly maxDownloads: number;
    readonly expiresAt: Date;
    readonly isSuspended: boolean;
  }[];
};

/** A capture that takes longer needs a member of staff. */
const stuckAfterMs = 86_400_000;

/** Reads orders for staff; the caller has checked that a member of staff asks. */
export class StaffOrders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The orders that staff have to resolve, oldest first, and the number of unknown webhooks. */
  async listNeedsAttention(): Promise<{ orders: StaffOrderRow[]; unknownWebhooks: number }> {
    const { db } = this.#deps;
    const stuckSince = new Date(this.#deps.clock().getTime() - stuckAfterMs);
    const orders = await listOrdersNeedingAttention(db, stuckSince);
    return {
      orders: orders.map(toStaffOrderRow),
      unknownWebhooks: await countUnknownWebhooks(db),
    };
  }

  /** One order with its history; undefined for an unknown number. */
  async getStaffOrder(number: string): Promise<StaffOrder | undefined> {
    const { db } = this.#deps;
    const order = await findOrderForStaff(db, number);
    if (!order) return undefined;
    const [history, documents, refunds, files] = await Promise.all([
      listEvents(db, order.id),
      listDocumentNumbers(db, order.id),
      listRefunds(db, order.id),
      listFiles(db, order.id),
    ]);
    return { ...toStaffOrderRow(order), history, documents, refunds, files };
  }
}

const toStaffOrderRow = (order: StaffOrderColumns): StaffOrderRow => ({
  number: order.number,
  state: order.state,
  placedAt: order.placedAt,
  priceCents: order.priceCents,
  currency: order.currency,
  buyer: `${order.name}, ${order.companyName}, ${order.email}`,
  reportCode: order.reportCode,
});
