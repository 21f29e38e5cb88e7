import type { Tx } from '#core/deps.ts';

/** A download that counts, as it is recorded. */
export type CountedDownload = {
  readonly grantId: number;
  readonly clientIp: string;
  readonly downloadedAt: Date;
  /** How many bytes may be fetched in ranges afterwards. */
  readonly rangeBytesLeft: number;
};

/** Until `tx` ends, no other request takes from the grant or from its downloads. */
export async function lockGrant(tx: Tx, grantId: number): Promise<void> {
  await tx
    .selectFrom('downloadGrant')
    .select('id')
    .where('id', '=', grantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Takes the bytes of a range from the newest download after `since` that has so many left; false
 * where none has. The grant is locked by `tx`.
 */
export async function takeRangeBytes(
  tx: Tx,
  grantId: number,
  bytes: number,
  since: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('download')
    .set((eb) => ({ rangeBytesLeft: eb('rangeBytesLeft', '-', bytes) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('download')
        .select('id')
        .where('grantId', '=', grantId)
        .where('downloadedAt', '>', since)
        .where('rangeBytesLeft', '>=', bytes)
        .orderBy('downloadedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts a download and records it; false, and nothing is recorded, where the grant is used up. */
export async function countDownload(tx: Tx, download: CountedDownload): Promise<boolean> {
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
