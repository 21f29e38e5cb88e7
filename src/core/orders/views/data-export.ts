import type { Customer } from '#core/accounts/model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  listDocumentsForExport,
  listDownloadsForExport,
  listEventsForExport,
  listOrdersForExport,
  listRefundsForExport,
  listSeatsForExport,
  ofCustomer,
  ofPerson,
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
    return this.#addDetails(await listOrdersForExport(this.#deps.db, ofCustomer(customer)));
  }

  /** The same for a person by their addresses, which are in lower case. */
  async exportPersonOrders(addresses: readonly string[]): Promise<object[]> {
    return this.#addDetails(await listOrdersForExport(this.#deps.db, ofPerson(addresses)));
  }

  #addDetails(orders: Awaited<ReturnType<typeof listOrdersForExport>>): Promise<object[]> {
    const { db } = this.#deps;
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
