import type { Customer } from '#core/accounts/model.ts';
import type { OrderDeps } from '../deps.ts';
import type { PersonOrder } from './person-order.model.ts';
import { listOrdersByCustomer, listOrdersByEmails } from './person-orders.store.ts';

/** The orders of a person, on behalf of staff. The caller has checked that staff may see them. */
export class PersonOrders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** Orders placed with one of these addresses, newest first, at most 100. */
  async listByEmails(emails: readonly string[]): Promise<PersonOrder[]> {
    if (emails.length === 0) return [];
    return listOrdersByEmails(
      this.#deps.db,
      emails.map((email) => email.toLowerCase()),
    );
  }

  /** A customer's orders, newest first, at most 100. */
  listByCustomer(customer: Pick<Customer, 'id' | 'email' | 'confirmed'>): Promise<PersonOrder[]> {
    return listOrdersByCustomer(this.#deps.db, customer);
  }
}
