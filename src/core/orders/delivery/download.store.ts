import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';

/** A download that begins, as it is recorded. */
type NewDownload = {
  readonly grantId: number;
  readonly clientIp: string;
  readonly downloadedAt: Date;
  /** How many bytes may be fetched in ranges. */
  readonly rangeBytesLeft: number;
  /** How often the whole file may be asked for again. */
  readonly wholesLeft: number;
};

/** Bytes of a file that were sent: the first one, and how many. */
export type SentBytes = { readonly start: number; readonly bytes: number };

/** Until `tx` ends, no other request takes from the grant or from its downloads. */
export async function lockGrant(tx: Tx, grantId: number): Promise<void> {
  await tx
    .selectFrom('downloadGrant')
    .select('id')
    .where('id', '=', grantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The newest download that began or arrived after `since` and has something left. */
const selectNewest = (tx: Tx, grantId: number, since: Date) =>
  tx
    .selectFrom('download')
    .select('id')
    .where('grantId', '=', grantId)
    .where((eb) => eb(eb.fn<Date>('greatest', ['downloadedAt', 'arrivedAt']), '>', since))
    .orderBy('downloadedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/**
 * Takes the bytes of a range from the newest download after `since` that has so many left, and
 * answers it. The grant is locked by `tx`.
 */
export async function takeRangeBytes(
  tx: Tx,
  grantId: number,
  bytes: number,
  since: Date,
): Promise<number | undefined> {
  const taken = await tx
    .updateTable('download')
    .set((eb) => ({ rangeBytesLeft: eb('rangeBytesLeft', '-', bytes) }))
    .where('id', '=', selectNewest(tx, grantId, since).where('rangeBytesLeft', '>=', bytes))
    .returning('id')
    .executeTakeFirst();
  return taken?.id;
}

/** The same for the whole file. */
export async function takeWhole(tx: Tx, grantId: number, since: Date): Promise<number | undefined> {
  const taken = await tx
    .updateTable('download')
    .set((eb) => ({ wholesLeft: eb('wholesLeft', '-', 1) }))
    .where('id', '=', selectNewest(tx, grantId, since).where('wholesLeft', '>', 0))
    .returning('id')
    .executeTakeFirst();
  return taken?.id;
}

/**
 * Records a download that begins, and answers it; undefined, and nothing is recorded, if the
 * grant is used up, or has begun so many downloads more than it allows.
 */
export async function beginDownload(
  tx: Tx,
  download: NewDownload,
  maxCutTries: number,
): Promise<number | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('downloadGrant')
    .set((eb) => ({ begunCount: eb('begunCount', '+', 1) }))
    .where('id', '=', download.grantId)
    .whereRef('downloadCount', '<', 'maxDownloads')
    .where((eb) => eb('begunCount', '<', eb('maxDownloads', '+', maxCutTries)))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return undefined;
  const { id } = await tx
    .insertInto('download')
    .values(download)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The bytes are among those that were sent; true if the whole file is sent by them. */
export async function noteSent(
  tx: Tx,
  id: number,
  { start, bytes }: SentBytes,
  fileBytes: number,
): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    update download set covered = covered + int8multirange(int8range(${start}, ${start + bytes}))
    where id = ${id}
    returning arrived_at is null and covered @> int8range(0, ${fileBytes}) as "isWhole"`.execute(
    tx,
  );
  return rows[0]?.isWhole ?? false;
}

/** Bytes of a range that were not sent are left again, up to `maxLeft` in all. */
export async function giveBackRangeBytes(
  tx: Tx,
  id: number,
  bytes: number,
  maxLeft: number,
): Promise<void> {
  await sql`
    update download set range_bytes_left = least(range_bytes_left + ${bytes}, ${maxLeft})
    where id = ${id}`.execute(tx);
}

/** The download has arrived, and counts. */
export async function countArrival(
  tx: Tx,
  { id, grantId, now }: { id: number; grantId: number; now: Date },
): Promise<void> {
  await tx.updateTable('download').set({ arrivedAt: now }).where('id', '=', id).execute();
  await sql`
    update download_grant set download_count = least(download_count + 1, max_downloads)
    where id = ${grantId}`.execute(tx);
}

/** These bytes did not arrive after all: the download counts no more. */
export async function takeArrivalBack(
  tx: Tx,
  { id, grantId }: { id: number; grantId: number },
  { start, bytes }: SentBytes,
): Promise<void> {
  await sql`
    update download set arrived_at = null,
      covered = covered - int8multirange(int8range(${start}, ${start + bytes}))
    where id = ${id}`.execute(tx);
  await sql`
    update download_grant set download_count = greatest(download_count - 1, 0)
    where id = ${grantId}`.execute(tx);
}
