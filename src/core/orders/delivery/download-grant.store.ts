import { sql, type Selectable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/**
 * The right to download one file of one edition: the buyer's, or that of a colleague's seat. Its
 * token is sealed.
 */
export type DownloadGrant = Selectable<DB['downloadGrant']>;

/** A grant, and what its uploaded file is; null for one that is printed from the report's data. */
export type GrantWithFile = DownloadGrant & {
  readonly fileTitle: string | null;
  readonly fileKind: DB['editionFile']['kind'] | null;
  /** Null for an uploaded file of which nobody knows them. */
  readonly filePages: number | null;
  readonly fileBytes: number | null;
  /** Of the edition's printed PDF, as its report says; null if it says nothing. */
  readonly editionPages: number | null;
};

/** How long a grant can be used. */
export type GrantTerms = Pick<
  DownloadGrant,
  'expiresAt' | 'downloadCount' | 'begunCount' | 'maxDownloads'
>;

/** `storedTokens` are those of `Secrets.listStored`. */
export const findGrantByToken = (db: DatabaseOrTx, storedTokens: readonly string[]) =>
  db.selectFrom('downloadGrant').selectAll().where('token', 'in', storedTokens).executeTakeFirst();

export const getGrant = (db: DatabaseOrTx, id: number): Promise<DownloadGrant> =>
  db.selectFrom('downloadGrant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The grant's file is missing since then, or is not (null). False if that was known. */
export async function setFileMissing(tx: Tx, id: number, since: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('downloadGrant')
    .set({ fileMissingSince: since })
    .where('id', '=', id)
    .where('fileMissingSince', since === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The newest edition first, and of each the report before its data. */
const selectGrants = (db: DatabaseOrTx) =>
  db
    .selectFrom('downloadGrant')
    .leftJoin('editionFile', 'editionFile.id', 'downloadGrant.editionFileId')
    .innerJoin('purchase', 'purchase.id', 'downloadGrant.purchaseId')
    .leftJoin('edition', (join) =>
      join
        .onRef('edition.reportId', '=', 'purchase.reportId')
        .onRef('edition.number', '=', 'downloadGrant.editionNumber'),
    )
    .leftJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'edition.reportId')
        .onRef('reportVersion.number', '=', 'edition.versionNumber'),
    )
    .selectAll('downloadGrant')
    .select(['editionFile.title as fileTitle', 'editionFile.kind as fileKind'])
    .select(['editionFile.pages as filePages', 'editionFile.sizeBytes as fileBytes'])
    .select(sql<number | null>`(report_version.parts ->> 'pages')::int`.as('editionPages'))
    .orderBy('editionNumber', 'desc')
    .orderBy('downloadGrant.kind')
    .orderBy((eb) => eb('editionFile.kind', '=', 'pdf'), 'desc')
    .orderBy('editionFileId');

/** The grants of a seat, or those of the buyer if `seatId` is null; suspended ones included. */
export const listGrants = (
  db: DatabaseOrTx,
  purchaseId: number,
  seatId: number | null,
): Promise<GrantWithFile[]> =>
  selectGrants(db)
    .where('purchaseId', '=', purchaseId)
    .where('seatId', seatId === null ? 'is' : '=', seatId)
    .execute();

/** The buyers' grants of these orders that are not suspended. */
export async function listActiveBuyerGrants(
  db: DatabaseOrTx,
  purchaseIds: readonly number[],
): Promise<GrantWithFile[]> {
  if (purchaseIds.length === 0) return [];
  return selectGrants(db)
    .where('purchaseId', 'in', [...purchaseIds])
    .where('seatId', 'is', null)
    .where('isSuspended', '=', false)
    .execute();
}

type NewGrant = GrantTerms &
  Pick<
    DownloadGrant,
    'purchaseId' | 'seatId' | 'editionNumber' | 'kind' | 'editionFileId' | 'token'
  >;

/** There is one grant for each reader and file. */
const grantKey = ['purchaseId', 'editionNumber', 'kind', 'editionFileId', 'seatId'] as const;

/** Adds a buyer's grant; one that exists is not changed. */
export async function insertBuyerGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('downloadGrant')
    .values(grant)
    .onConflict((conflict) => conflict.columns(grantKey).doNothing())
    .execute();
}

/** Adds a seat's grant; one that exists keeps its token and has the new terms. */
export async function upsertSeatGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { expiresAt, downloadCount, begunCount, maxDownloads } = grant;
  await tx
    .insertInto('downloadGrant')
    .values(grant)
    .onConflict((conflict) =>
      conflict
        .columns(grantKey)
        .doUpdateSet({ expiresAt, downloadCount, begunCount, maxDownloads }),
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

/** New terms for all grants of a seat, those for earlier editions included. */
export async function renewSeatGrants(tx: Tx, seatId: number, terms: GrantTerms): Promise<void> {
  await tx.updateTable('downloadGrant').set(terms).where('seatId', '=', seatId).execute();
}

/** The grant has another (sealed) token and new terms: links with the old one stop working. */
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
