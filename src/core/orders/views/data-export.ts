import type { Customer } from '#core/accounts/model.ts';
import { readByPages } from '#core/kernel/row-pages.ts';
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
  type Condition,
} from './data-export.store.ts';

/** The orders' part of a customer's data export. */
export class OrderExport {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Everything stored about a customer's orders: what they typed, payments, documents, refunds,
   * seats, downloads and history, read order by order. The secrets in links are left out.
   */
  exportData(customer: Customer): AsyncGenerator<object> {
    return this.#readOrders(ofCustomer(customer));
  }

  /** The same for a person by their addresses, which are in lower case. */
  exportPersonOrders(addresses: readonly string[]): AsyncGenerator<object> {
    return this.#readOrders(ofPerson(addresses));
  }

  async *#readOrders(condition: Condition): AsyncGenerator<object> {
    const { db } = this.#deps;
    const orders = readByPages((page) => listOrdersForExport(db, condition, page));
    for await (const { id, ...order } of orders)
      yield {
        ...order,
        documents: await listDocumentsForExport(db, id),
        refunds: await listRefundsForExport(db, id),
        seats: await listSeatsForExport(db, id),
        downloads: await listDownloadsForExport(db, id),
        history: await listEventsForExport(db, id),
      };
  }
}
