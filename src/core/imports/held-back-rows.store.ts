/** Rows whose reports were to be published and are not yet. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';

export type UnpublishedRow = {
  readonly number: number;
  readonly code: string;
  readonly reasons: readonly string[];
};

/** In the order of the file. */
export async function listUnpublishedRows(
  db: Database | Tx,
  importId: number,
  limit: number,
): Promise<UnpublishedRow[]> {
  const rows = await db
    .selectFrom('reportImportRow')
    .select(['number', 'code', 'unpublished'])
    .where('importId', '=', importId)
    .where('unpublished', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ number, code, unpublished }) => ({
    number,
    code: code ?? '',
    reasons: unpublished ?? [],
  }));
}

/** Rows that are not published for the same reasons. */
export type UnpublishedGroup = {
  readonly reasons: readonly string[];
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly { readonly number: number; readonly code: string }[];
};

/** By their first row; at most `limit` groups with at most `maxRows` rows each. */
export async function listUnpublishedGroups(
  db: Database | Tx,
  importId: number,
  { limit, maxRows }: { readonly limit: number; readonly maxRows: number },
): Promise<UnpublishedGroup[]> {
  const { rows } = await sql<UnpublishedGroup>`
    select unpublished as reasons, count(*)::int as count,
      to_json((array_agg(json_build_object('number', number, 'code', coalesce(code, ''))
        order by number))[:${sql.lit(maxRows)}]) as rows
    from report_import_row
    where import_id = ${importId} and unpublished is not null
    group by unpublished order by min(number) limit ${limit}`.execute(db);
  return rows;
}

export type HeldBackRow = {
  readonly number: number;
  readonly code: string;
  readonly versionNumber: number;
  readonly change: 'created' | 'changed' | 'unchanged' | null;
};

/** The next of them after this row, of these reports alone if codes are given. */
export async function readHeldBackAfter(
  tx: Tx,
  importId: number,
  { after, limit, codes }: { after: number; limit: number; codes: readonly string[] | undefined },
): Promise<HeldBackRow[]> {
  const rows = await tx
    .selectFrom('reportImportRow')
    .select(['number', 'code', 'versionNumber', 'change'])
    .where('importId', '=', importId)
    .where('number', '>', after)
    .where('unpublished', 'is not', null)
    .where('versionNumber', 'is not', null)
    .$if(codes !== undefined, (query) => query.where('code', 'in', [...(codes ?? [])]))
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.flatMap(({ code, versionNumber, ...row }) =>
    code === null || versionNumber === null ? [] : [{ ...row, code, versionNumber }],
  );
}

/**
 * Notes that what these rows wrote is the published version now, so that an undo takes it back with
 * them.
 */
export async function savePublished(
  tx: Tx,
  importId: number,
  rows: readonly { readonly number: number; readonly versionNumber: number }[],
  now: Date,
): Promise<void> {
  await sql`
    update report_import_row as row
    set unpublished = null, version_number = given."versionNumber",
      previous_version_number =
        case when row.written_at is null then row.version_number else row.previous_version_number end,
      written_at = coalesce(row.written_at, ${now}::timestamptz),
      change = case row.change when 'unchanged' then 'changed' else row.change end
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (number int, "versionNumber" int)
    where row.import_id = ${importId} and row.number = given.number`.execute(tx);
}

/** Lists what keeps the reports of these rows from being published now. */
export async function saveReasons(
  tx: Tx,
  importId: number,
  rows: readonly { readonly number: number; readonly reasons: readonly string[] }[],
): Promise<void> {
  await sql`
    update report_import_row as row set unpublished = given.reasons
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (number int, reasons jsonb)
    where row.import_id = ${importId} and row.number = given.number`.execute(tx);
}
