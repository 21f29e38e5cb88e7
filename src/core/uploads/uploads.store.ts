/** Uploads that come in several requests, and where their parts lie. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { KeptUpload } from './model.ts';

export type NewUpload = Omit<KeptUpload, 'receivedBytes'> & {
  readonly owner: string;
  readonly touchedAt: Date;
};

/** False if the owner has as many already, or as many bytes, as `limits` say. */
export async function insertUpload(
  tx: Tx,
  upload: NewUpload,
  limits: { readonly maxCount: number; readonly maxBytes: number },
): Promise<boolean> {
  // Two requests at once count one after the other.
  await sql`select pg_advisory_xact_lock(hashtext(${`uploads of ${upload.owner}`}))`.execute(tx);
  const held = await tx
    .selectFrom('keptUpload')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes'),
    ])
    .where('owner', '=', upload.owner)
    .executeTakeFirstOrThrow();
  if (held.count >= limits.maxCount || Number(held.bytes) + upload.sizeBytes > limits.maxBytes)
    return false;
  await tx.insertInto('keptUpload').values(upload).execute();
  return true;
}

export async function findUpload(
  db: Database,
  owner: string,
  id: string,
): Promise<KeptUpload | undefined> {
  const row = await db
    .selectFrom('keptUpload')
    .select(['id', 'fileName', 'sizeBytes', 'receivedBytes'])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sizeBytes, receivedBytes, ...rest } = row;
  return { ...rest, sizeBytes: Number(sizeBytes), receivedBytes: Number(receivedBytes) };
}

export type NewPart = {
  readonly uploadId: string;
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly fileKey: string;
};

/** False, and nothing is written, if another request has gone on from this offset. */
export async function insertPart(tx: Tx, part: NewPart, touchedAt: Date): Promise<boolean> {
  const { uploadId, offsetBytes, bytes } = part;
  const { numUpdatedRows } = await tx
    .updateTable('keptUpload')
    .set({ receivedBytes: offsetBytes + bytes, touchedAt })
    .where('id', '=', uploadId)
    .where('receivedBytes', '=', String(offsetBytes))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.insertInto('keptUploadPart').values(part).execute();
  return true;
}

/** In the order of the file. */
export async function listPartKeys(db: Database, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('keptUploadPart')
    .select('fileKey')
    .where('uploadId', '=', uploadId)
    .orderBy('offsetBytes')
    .execute();
  return rows.map(({ fileKey }) => fileKey);
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('keptUpload').where('id', '=', id).execute();
}

/** Uploads of which nothing came since; at most 500. */
export async function listOldUploads(db: Database, untouchedSince: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('keptUpload')
    .select('id')
    .where('touchedAt', '<', untouchedSince)
    .orderBy('touchedAt')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of the keys that a part has. */
export async function findPartKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('keptUploadPart')
    .select('fileKey')
    .where('fileKey', 'in', [...keys])
    .execute();
  return new Set(rows.map(({ fileKey }) => fileKey));
}
