import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

type ClientDownload = {
  readonly grantId: number;
  readonly clientIp: string;
  readonly downloadedAt: Date;
};

/** True where this client began a download of the grant after `since`. */
export async function hasDownloadSince(
  db: DatabaseOrTx,
  grantId: number,
  clientIp: string,
  since: Date,
): Promise<boolean> {
  const download = await db
    .selectFrom('download')
    .select('id')
    .where('grantId', '=', grantId)
    .where('clientIp', '=', clientIp)
    .where('downloadedAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return download !== undefined;
}

/** Counts a download and records it; false, and nothing is recorded, where the grant is used up. */
export async function countDownload(tx: Tx, download: ClientDownload): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('downloadGrant')
    .set((eb) => ({ downloadCount: eb('downloadCount', '+', 1) }))
    .where('id', '=', download.grantId)
    .whereRef('downloadCount', '<', 'maxDownloads')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await tx.insertInto('download').values(download).execute();
  return true;
}
