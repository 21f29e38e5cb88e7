import type { Database, Tx } from '../../deps.ts';

export type PreviewLinkRow = {
  readonly id: number;
  readonly reportId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

const selectLinks = (db: Database | Tx) =>
  db
    .selectFrom('reportPreviewLink')
    .select(['id', 'reportId', 'createdAt', 'expiresAt', 'revokedAt']);

export const findPreviewLink = (db: Database, id: number): Promise<PreviewLinkRow | undefined> =>
  selectLinks(db).where('id', '=', id).executeTakeFirst();

/** Those that can be opened now, the newest first. */
export const listOpenLinks = (
  db: Database | Tx,
  reportId: number,
  now: Date,
): Promise<PreviewLinkRow[]> =>
  selectLinks(db)
    .where('reportId', '=', reportId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .execute();

export async function insertPreviewLink(
  tx: Tx,
  link: Pick<PreviewLinkRow, 'reportId' | 'createdAt' | 'expiresAt'> & { readonly staffId: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('reportPreviewLink')
    .values(link)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False if the report has no such link that is not revoked. */
export async function revokeLink(
  tx: Tx,
  { id, reportId, now }: { readonly id: number; readonly reportId: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reportPreviewLink')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('reportId', '=', reportId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
