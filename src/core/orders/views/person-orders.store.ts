import type { Customer } from '#core/accounts/model.ts';
import { whereOwner } from '../order-access.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

const selectOrders = (db: DatabaseOrTx) =>
  db
    .selectFrom('purchase')
    .select(['number', 'state', 'placedAt', 'reportCode', 'reportTitle'])
    .select(['priceCents', 'refundedCents', 'currency'])
    .orderBy('id', 'desc')
    .limit(100);

/** Orders whose address, in lower case, is one of these, newest first, at most 100. */
export const listOrdersByEmails = (db: DatabaseOrTx, emails: readonly string[]) =>
  selectOrders(db)
    .where((eb) => eb(eb.fn('lower', ['email']), 'in', emails))
    .execute();

/** Orders of an account, and those of its address once it is confirmed. */
export const listOrdersByCustomer = (
  db: DatabaseOrTx,
  customer: Pick<Customer, 'id' | 'email' | 'confirmed'>,
) =>
  selectOrders(db)
    .where((eb) => whereOwner(eb, customer))
    .execute();
