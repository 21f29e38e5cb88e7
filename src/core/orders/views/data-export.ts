import type { Customer } from '#core/accounts/model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  listDocumentsForExport,
  listDownloadsForExport,
  listEventsForExport,
  listOrdersForExport,
  listRefundsForExport,
  listSeatsForExport,
} from './data-export.store.ts';

/** The orders' part of a customer's data export. */
export class OrderExport {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Everything stored about a customer's orders: what they typed, payments, documents, refunds,
   * seats, downloads and history. The secrets in links are left out.
   */
  async exportData(customer: Customer): Promise<object[]> {
    const { db } = this.#deps;
    const orders = await listOrdersForExport(db, customer);
    return Promise.all(
      orders.map(async ({ id, ...order }) => ({
        ...order,
        documents: await listDocumentsForExport(db, id),
        refunds: await listRefundsForExport(db, id),
        seats: await listSeatsForExport(db, id),
        downloads: await listDownloadsForExport(db, id),
        history: await listEventsForExport(db, id),
      })),
    );
  }
}
