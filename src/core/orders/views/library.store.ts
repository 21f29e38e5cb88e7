import type { Customer } from '#core/accounts/model.ts';
import { whereOwner } from '../order-access.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** A customer's orders that are no longer `pending`, newest first; at most 500. */
export const listCustomerOrders = (db: DatabaseOrTx, customer: Customer) =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where((eb) => whereOwner(eb, customer))
    .where('state', '!=', 'pending')
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
