import type { Insertable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { DocumentKind } from './invoice.model.ts';

/** The next number of a series, from 1; the series is locked until the transaction ends. */
export async function takeNextSequence(tx: Tx, kind: DocumentKind, year: number): Promise<number> {
  const { lastSequence } = await tx
    .insertInto('orderDocumentSeries')
    .values({ kind, year, lastSequence: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'year'])
        .doUpdateSet((eb) => ({ lastSequence: eb('orderDocumentSeries.lastSequence', '+', 1) })),
    )
    .returning('lastSequence')
    .executeTakeFirstOrThrow();
  return lastSequence;
}

/** The token is sealed, here and in what is read. */
export async function insertDocument(
  tx: Tx,
  document: Insertable<DB['orderDocument']>,
): Promise<void> {
  await tx.insertInto('orderDocument').values(document).execute();
}

/** An order's pro-forma invoice, of which it has one. */
export const findProForma = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderDocument')
    .select(['kind', 'number', 'token'])
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'pro-forma')
    .executeTakeFirst();

/** The invoice that holds: the last correction, or the first one. */
export const findCurrentInvoice = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderDocument')
    .select(['kind', 'number', 'token', 'body'])
    .where('purchaseId', '=', purchaseId)
    .where('kind', 'in', ['invoice', 'corrected-invoice'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The newest credit note of a refund. */
export const findCreditNote = (db: DatabaseOrTx, refundId: number) =>
  db
    .selectFrom('orderDocument')
    .select(['kind', 'number', 'body'])
    .where('refundId', '=', refundId)
    .where('kind', '=', 'credit-note')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** `storedTokens` are those of `Secrets.listStored`. */
export const findDocumentByToken = (db: DatabaseOrTx, storedTokens: readonly string[]) =>
  db
    .selectFrom('orderDocument')
    .select(['number', 'body'])
    .where('token', 'in', storedTokens)
    .executeTakeFirst();

/** The documents of several orders, oldest first. */
export async function listDocumentsOf(db: DatabaseOrTx, purchaseIds: readonly number[]) {
  if (purchaseIds.length === 0) return [];
  return db
    .selectFrom('orderDocument')
    .select(['purchaseId', 'kind', 'number', 'token', 'refundId'])
    .where('purchaseId', 'in', [...purchaseIds])
    .orderBy('id')
    .execute();
}
