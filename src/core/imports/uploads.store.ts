/** Files that were sent for the reports of an import, and what became of each. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { UploadMessage, UploadProgress } from './model.ts';

export type WaitingUpload = {
  readonly id: number;
  readonly fileName: string;
  readonly fileKey: string;
  readonly actor: string;
  /** So many of its files are through. */
  readonly done: number;
};

/** Answers their ids. */
export async function insertUploads(
  tx: Tx,
  files: readonly { readonly fileName: string; readonly fileKey: string }[],
  shared: { readonly importId: number; readonly actor: string; readonly createdAt: Date },
): Promise<number[]> {
  const rows = await tx
    .insertInto('importUpload')
    .values(files.map((file) => ({ ...file, ...shared })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** In the order in which they came. */
export const listWaitingUploads = (
  db: Database,
  ids: readonly number[],
): Promise<WaitingUpload[]> =>
  db
    .selectFrom('importUpload')
    .select(['id', 'fileName', 'fileKey', 'actor', 'done'])
    .where('id', 'in', ids)
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .execute();

export type UploadedFileRow = {
  readonly position: number;
  readonly fileName: string;
  readonly code: string | null;
  readonly message: string | null;
};

/** Notes the outcome of the file. Another process may have been quicker: then its word stays. */
export const saveUploadedFile = (
  db: Database,
  uploadId: number,
  row: UploadedFileRow,
): Promise<unknown> =>
  db
    .insertInto('importUploadFile')
    .values({ uploadId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** So many files of the upload are through. */
export const saveUploadDone = (
  tx: Tx,
  id: number,
  counts: { readonly done: number; readonly fileCount: number },
): Promise<unknown> => tx.updateTable('importUpload').set(counts).where('id', '=', id).execute();

/** How many files of the uploads are through, and are in them as far as they were opened. */
export const countFiles = (
  tx: Tx,
  ids: readonly number[],
): Promise<{ done: number; total: number }> =>
  tx
    .selectFrom('importUpload')
    .select([
      sql<number>`sum(done)::int`.as('done'),
      sql<number>`sum(coalesce(file_count, 1))::int`.as('total'),
    ])
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();

/** `refusal`: why its rest could not be taken. */
export async function finishUpload(
  tx: Tx,
  id: number,
  finishedAt: Date,
  refusal: string | undefined,
): Promise<void> {
  await tx
    .updateTable('importUpload')
    .set({ finishedAt, refusal: refusal ?? null })
    .where('id', '=', id)
    .execute();
}

/** Those of them that wait are not attached any more. */
export async function refuseUploads(
  tx: Tx,
  ids: readonly number[],
  refused: { readonly finishedAt: Date; readonly refusal: string },
): Promise<void> {
  await tx
    .updateTable('importUpload')
    .set(refused)
    .where('id', 'in', ids)
    .where('finishedAt', 'is', null)
    .execute();
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

/** Of what was sent with the oldest file that waits, or later; undefined if none waits. */
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

/**
 * Returns the outcome of each name that was sent; of one that came twice only the last time counts.
 */
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
