import type { Selectable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** The right to download one file of an order: the buyer's, or that of a colleague's seat. */
export type DownloadGrant = Selectable<DB['downloadGrant']>;

/** How long a grant can be used. */
export type GrantTerms = Pick<DownloadGrant, 'expiresAt' | 'downloadCount' | 'maxDownloads'>;

export const findGrantByToken = (db: DatabaseOrTx, token: string) =>
  db.selectFrom('downloadGrant').selectAll().where('token', '=', token).executeTakeFirst();

/** The grants of a seat, or those of the buyer where `seatId` is null; suspended ones included. */
export const listGrants = (
  db: DatabaseOrTx,
  purchaseId: number,
  seatId: number | null,
): Promise<DownloadGrant[]> =>
  db
    .selectFrom('downloadGrant')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('seatId', seatId === null ? 'is' : '=', seatId)
    .orderBy('kind')
    .execute();

/** The buyers' grants of these orders that are not suspended. */
export async function listActiveBuyerGrants(
  db: DatabaseOrTx,
  purchaseIds: readonly number[],
): Promise<DownloadGrant[]> {
  if (purchaseIds.length === 0) return [];
  return db
    .selectFrom('downloadGrant')
    .selectAll()
    .where('purchaseId', 'in', [...purchaseIds])
    .where('seatId', 'is', null)
    .where('isSuspended', '=', false)
    .orderBy('kind')
    .execute();
}

type NewGrant = Pick<DownloadGrant, 'purchaseId' | 'seatId' | 'kind' | 'token'> & GrantTerms;

/** Adds a buyer's grant; one that exists is not changed. */
export async function insertBuyerGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('downloadGrant')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['purchaseId', 'kind', 'seatId']).doNothing())
    .execute();
}

/** Adds a seat's grant; one that exists keeps its token and has the new terms. */
export async function upsertSeatGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { expiresAt, downloadCount, maxDownloads } = grant;
  await tx
    .insertInto('downloadGrant')
    .values(grant)
    .onConflict((conflict) =>
      conflict
        .columns(['purchaseId', 'kind', 'seatId'])
        .doUpdateSet({ expiresAt, downloadCount, maxDownloads }),
    )
    .execute();
}

/** New terms for all grants of an order that are not suspended, those of its seats included. */
export async function renewGrants(tx: Tx, purchaseId: number, terms: GrantTerms): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set(terms)
    .where('purchaseId', '=', purchaseId)
    .where('isSuspended', '=', false)
    .execute();
}

/** The grant has another token and new terms: links with the old token stop working. */
export async function replaceGrantToken(
  tx: Tx,
  id: number,
  token: string,
  terms: GrantTerms,
): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set({ token, ...terms })
    .where('id', '=', id)
    .execute();
}

export async function setSeatGrantsSuspended(
  tx: Tx,
  seatId: number,
  isSuspended: boolean,
): Promise<void> {
  await tx.updateTable('downloadGrant').set({ isSuspended }).where('seatId', '=', seatId).execute();
}
