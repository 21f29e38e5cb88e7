import type { DatabaseOrTx } from '../purchase.store.ts';

export const findPurchaseByCertificate = (db: DatabaseOrTx, certificateToken: string) =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('certificateToken', '=', certificateToken)
    .executeTakeFirst();
