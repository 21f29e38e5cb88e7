import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from './purchase.store.ts';

/** The order with this number ("QI-000123"). */
export const findPurchaseByNumber = (db: DatabaseOrTx, number: string) =>
  db.selectFrom('purchase').selectAll().where('number', '=', number).executeTakeFirst();

/** The order as it is now, locked until the transaction ends. */
export const lockPurchase = (tx: Tx, id: number) =>
  tx.selectFrom('purchase').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
