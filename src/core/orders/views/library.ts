import type { OrderDeps } from '../deps.ts';
import { Invoices } from '../documents/invoices.ts';
import { whereOwner } from '../order-access.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { Licence } from '#core/catalogue/licence.model.ts';
import { toOrderFile, type OrderFile } from '../delivery/download-grants.ts';
import { statesWithAccess, type OrderState } from '../model.ts';
import { type OrderDocument } from '../documents/invoices.ts';

/** An order as its customer's library shows it; files only where they may be had. */
export type LibraryOrder = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly priceCents: number;
  /** Cents that went back so far. */
  readonly refundedCents: number;
  readonly documents: readonly OrderDocument[];
  readonly certificateToken: string | null;
  readonly files: readonly OrderFile[];
};

export class Library {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#invoices = new Invoices(deps);
  }

  /** All orders of the customer that went further than the form, newest first. */
  async listLibraryOrders(customer: Customer): Promise<LibraryOrder[]> {
    const rows = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where((eb) => whereOwner(eb, customer))
      .where('state', '!=', 'pending')
      .orderBy('placedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(500)
      .execute();
    const grants =
      rows.length === 0
        ? []
        : await this.#deps.db
            .selectFrom('downloadGrant')
            .selectAll()
            .where(
              'purchaseId',
              'in',
              rows.map(({ id }) => id),
            )
            .where('seatId', 'is', null)
            .where('isSuspended', '=', false)
            .orderBy('kind')
            .execute();
    const papers = await this.#invoices.listDocuments(rows.map(({ id }) => id));
    return rows.map((row) => ({
      number: row.number,
      state: row.state,
      placedAt: row.placedAt.toISOString(),
      reportTitle: row.reportTitle,
      reportCode: row.reportCode,
      licence: row.licence,
      rights: row.rights,
      priceCents: row.priceCents,
      refundedCents: row.refundedCents,
      documents: papers.get(row.id) ?? [],
      certificateToken: row.certificateToken,
      files: statesWithAccess.includes(row.state)
        ? grants
            .filter(({ purchaseId }) => purchaseId === row.id)
            .map((grant) => toOrderFile(grant, this.#deps.clock()))
        : [],
    }));
  }
}
