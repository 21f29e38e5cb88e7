import type { DatabaseOrTx } from '../purchase.store.ts';

/** Orders whose address, in lower case, is one of these, newest first, at most 100. */
export const listOrdersByEmails = (db: DatabaseOrTx, emails: readonly string[]) =>
  db
    .selectFrom('purchase')
    .select(['number', 'state', 'placedAt', 'reportCode', 'reportTitle'])
    .select(['priceCents', 'refundedCents', 'currency'])
    .where((eb) => eb(eb.fn('lower', ['email']), 'in', emails))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
