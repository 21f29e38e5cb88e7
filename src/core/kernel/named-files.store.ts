import { sql } from 'kysely';
import type { Database } from '../given-deps.ts';

/** A file that rows name, and what they say of it. */
export type NamedFile = {
  readonly key: string;
  /** For a person: "report.pdf of QM-1057". */
  readonly what: string;
};

type Page = { readonly limit: number; readonly offset?: number };

/**
 * Files that can't be made again: those of reports, the library's pictures and the CVs of
 * applicants, the newest of each kind first; `limit` of each kind at most.
 */
export async function listNamedFiles(
  db: Database,
  { limit, offset = 0 }: Page,
): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`
    (select key, file.file_name || ' of ' || report.code as what
      from edition_file file
      cross join lateral unnest(array_remove(array[file.body_key, file.master_key], null)) key
      join edition on edition.id = file.edition_id join report on report.id = edition.report_id
      order by file.id desc, key limit ${limit} offset ${offset})
    union all (select file_key, 'picture ' || media.name
      from media_file file join media on media.id = file.media_id
      order by file_key limit ${limit} offset ${offset})
    union all (select cv_key, 'CV of enquiry ' || id
      from lead where cv_key is not null order by id desc limit ${limit} offset ${offset})`.execute(
    db,
  );
  return rows;
}

/** Names of files that can be made or sent again, of the newest rows; tokens may be sealed. */
export async function listLikelyFiles(db: Database, limit: number) {
  const sheets = db.selectFrom('reportImport').select(['id', 'fileKey']).orderBy('id', 'desc');
  const uploads = db.selectFrom('importUpload').select(['id', 'fileKey']).orderBy('id', 'desc');
  const grants = db.selectFrom('downloadGrant').select(['token', 'editionNumber']);
  const documents = db.selectFrom('orderDocument').select('token');
  return {
    sent: [...(await sheets.limit(limit).execute()), ...(await uploads.limit(limit).execute())],
    grants: await grants.orderBy('id', 'desc').limit(limit).execute(),
    documents: await documents.orderBy('id', 'desc').limit(limit).execute(),
  };
}
