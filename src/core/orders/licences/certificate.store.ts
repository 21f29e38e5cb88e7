import type { DatabaseOrTx } from '../purchase.store.ts';

/** `storedTokens` are those of `Secrets.listStored`. */
export const findPurchaseByCertificate = (db: DatabaseOrTx, storedTokens: readonly string[]) =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('certificateToken', 'in', storedTokens)
    .executeTakeFirst();
