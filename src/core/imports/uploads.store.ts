/** Files that were sent for the reports of an import, and what became of each. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { UploadMessage, UploadProgress } from './model.ts';

export type WaitingUpload = {
  readonly id: number;
  readonly fileName: string;
  readonly fileKey: string;
  readonly actor: string;
};

export async function insertUploads(
  tx: Tx,
  files: readonly { readonly fileName: string; readonly fileKey: string }[],
  shared: { readonly importId: number; readonly actor: string; readonly createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('importUpload')
    .values(files.map((file) => ({ ...file, ...shared })))
    .execute();
}

/** In the order in which they came. */
export const listWaitingUploads = (db: Database, importId: number): Promise<WaitingUpload[]> =>
  db
    .selectFrom('importUpload')
    .select(['id', 'fileName', 'fileKey', 'actor'])
    .where('importId', '=', importId)
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .execute();

/** Somebody begins with its next file. undefined where all of them are through. */
export const beginUpload = (
  db: Database,
  id: number,
): Promise<{ done: number; tries: number } | undefined> =>
  db
    .updateTable('importUpload')
    .set({ tries: sql`tries + 1`, touchedAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .returning(['done', 'tries'])
    .executeTakeFirst();

export type UploadedFileRow = {
  readonly position: number;
  readonly fileName: string;
  readonly code: string | null;
  readonly message: string | null;
};

/**
 * The file is through. Another process may have been quicker: then its word stays. False where
 * nothing further of the upload is to be attached.
 */
export async function saveUploadedFile(
  tx: Tx,
  uploadId: number,
  row: UploadedFileRow,
  fileCount: number,
): Promise<boolean> {
  await tx
    .insertInto('importUploadFile')
    .values({ uploadId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const done = sql<number>`greatest(done, ${row.position})`;
  const { numUpdatedRows } = await tx
    .updateTable('importUpload')
    .set({ done, fileCount, tries: 0, touchedAt: sql`clock_timestamp()` })
    .where('id', '=', uploadId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** `refusal`: why its rest could not be taken. False where another process ended it before. */
export async function finishUpload(
  tx: Tx,
  id: number,
  finishedAt: Date,
  refusal: string | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('importUpload')
    .set({ finishedAt, refusal: refusal ?? null })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What waits is not attached any more. False where nothing waited. */
export async function refuseWaiting(
  tx: Tx,
  importId: number,
  { finishedAt, refusal }: { readonly finishedAt: Date; readonly refusal: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('importUpload')
    .set({ finishedAt, refusal })
    .where('importId', '=', importId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of the reports that have a file of this upload. */
export async function listAttachedCodes(db: Database, uploadId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('importUploadFile')
    .select('code')
    .distinct()
    .where('uploadId', '=', uploadId)
    .where('code', 'is not', null)
    .execute();
  return rows.flatMap(({ code }) => code ?? []);
}

/** Imports with files that wait, on none of which a process has worked for `idleSeconds`. */
export async function listAbandonedUploads(db: Database, idleSeconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('importUpload')
    .select('importId')
    .where('finishedAt', 'is', null)
    .groupBy('importId')
    // One after the other: those behind a large ZIP are not touched until it is through.
    .having(sql<boolean>`max(touched_at) < now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('importId')
    .execute();
  return rows.map(({ importId }) => importId);
}

/** Those of the keys whose files are still to be attached. */
export async function findUploadKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('importUpload')
    .select('fileKey')
    .where('fileKey', 'in', [...keys])
    .where('finishedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ fileKey }) => fileKey));
}

/** Of what was sent with the oldest file that waits, or later; undefined where none waits. */
export async function readUploadProgress(
  db: Database,
  importId: number,
): Promise<UploadProgress | undefined> {
  const row = await db
    .selectFrom('importUpload')
    .select([
      sql<number>`coalesce(sum(done), 0)::int`.as('done'),
      sql<number>`coalesce(sum(coalesce(file_count, 1)), 0)::int`.as('total'),
    ])
    .where('importId', '=', importId)
    .where('createdAt', '>=', (eb) =>
      eb
        .selectFrom('importUpload as waiting')
        .select(({ fn }) => fn.min('waiting.createdAt').as('since'))
        .where('waiting.importId', '=', importId)
        .where('waiting.finishedAt', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return row.total === 0 ? undefined : row;
}

/** What became of each name that was sent; of one that came twice only the last time counts. */
const latest = (importId: number) => sql`
  latest as (
    (select distinct on (file.file_name) file.file_name, file.code, file.message,
        file.upload_id, file.position
      from import_upload_file file join import_upload upload on upload.id = file.upload_id
      where upload.import_id = ${importId}
      order by file.file_name, file.upload_id desc, file.position desc)
    union all
    (select file_name, null, refusal, id, 0
      from (select distinct on (file_name) * from import_upload
        where import_id = ${importId} order by file_name, id desc) upload
      where refusal is not null))`;

export async function countUploadedFiles(
  db: Database,
  importId: number,
): Promise<{ attached: number; refused: number }> {
  const { rows } = await sql<{ attached: number; refused: number }>`
    with ${latest(importId)}
    select count(code)::int as attached, (count(*) - count(code))::int as refused from latest
  `.execute(db);
  return rows[0] ?? { attached: 0, refused: 0 };
}

/** The first that were refused, then those of which something is to be said. */
export async function listUploadMessages(
  db: Database,
  importId: number,
  limit: number,
): Promise<UploadMessage[]> {
  const { rows } = await sql<UploadMessage>`
    with ${latest(importId)}
    select file_name as "fileName", code, message from latest where message is not null
    order by code is not null, upload_id, position limit ${limit}
  `.execute(db);
  return rows;
}
