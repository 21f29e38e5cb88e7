import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { CellErrors } from './model.ts';

export type NewRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly problem?: string | undefined;
};

export type StagedRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly problem: string | null;
};

/** The result of a check or a run for a row. */
export type RowResult = {
  readonly number: number;
  readonly code: string;
  /** That the row gives; null if it is made from the title. */
  readonly slug: string | null;
  readonly errors: CellErrors | null;
  readonly change: 'created' | 'changed' | 'unchanged' | null;
  /** Why its report is not published, though the row says so. */
  readonly unpublished: readonly string[] | null;
  /** That it wrote, or at which its report was held back. */
  readonly versionNumber: number | null;
  readonly previousVersionNumber: number | null;
};

const measure = (cells: readonly string[]): number =>
  cells.reduce((length, cell) => length + cell.length, 0);

/** Rows that are there already stay as they are. */
export async function insertRows(tx: Tx, importId: number, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, length: measure(row.cells) }));
  await sql`
    insert into report_import_row (import_id, number, cells, length, problem)
    select ${importId}, number, cells, length, problem
    from json_to_recordset(${JSON.stringify(values)}::json)
      as given (number int, cells jsonb, length int, problem text)
    on conflict do nothing`.execute(tx);
}

/** The next rows after `after`: at most so many, and no more characters than fit into memory. */
export async function readRowsAfter(
  tx: Tx,
  importId: number,
  { after, limit, maxLength }: { after: number; limit: number; maxLength: number },
): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    with next as (
      select number, length from report_import_row
      where import_id = ${importId} and number > ${after} order by number limit ${limit}
    ), sized as (
      select number, sum(length) over (order by number) - length as length_before from next
    )
    select row.number, row.cells, row.problem
    from sized join report_import_row row on row.import_id = ${importId} and row.number = sized.number
    where sized.length_before <= ${maxLength} order by row.number`.execute(tx);
  return rows;
}

/** The cells of the first rows. */
export async function listFirstCells(
  db: Database,
  importId: number,
  limit: number,
): Promise<(readonly string[])[]> {
  const rows = await db
    .selectFrom('reportImportRow')
    .select('cells')
    .where('importId', '=', importId)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ cells }) => cells);
}

export async function getLastRowNumber(db: Database | Tx, importId: number): Promise<number> {
  const row = await db
    .selectFrom('reportImportRow')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('importId', '=', importId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Codes or slugs of earlier rows of the file among these, with the first row that has each. */
export async function findEarlierRows(
  tx: Tx,
  { importId, before }: { readonly importId: number; readonly before: number },
  column: 'code' | 'slug',
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (values.length === 0) return new Map();
  const rows = await tx
    .selectFrom('reportImportRow')
    .select((eb) => [eb.ref(column).as('value'), eb.fn.min('number').as('number')])
    .where('importId', '=', importId)
    .where('number', '<', before)
    .where(column, 'in', [...values])
    .groupBy(column)
    .execute();
  return new Map(rows.map(({ value, number }) => [value ?? '', number]));
}

/** `writtenAt` if the rows were written and not only checked. */
export async function saveResults(
  tx: Tx,
  importId: number,
  results: readonly RowResult[],
  writtenAt: Date | null,
): Promise<void> {
  await sql`
    update report_import_row as row
    set code = given.code, slug = given.slug, errors = given.errors, change = given.change,
      unpublished = given.unpublished, version_number = given."versionNumber",
      previous_version_number = given."previousVersionNumber", undo = null,
      written_at =
        case when given.change in ('created', 'changed') then ${writtenAt}::timestamptz end
    from json_to_recordset(${JSON.stringify(results)}::json) as given (
      number int, code text, slug text, errors jsonb, change text, unpublished jsonb,
      "versionNumber" int, "previousVersionNumber" int)
    where row.import_id = ${importId} and row.number = given.number`.execute(tx);
}

export type WrittenRowVersion = {
  readonly number: number;
  readonly code: string;
  readonly versionNumber: number;
  readonly previousVersionNumber: number | null;
  readonly writtenAt: Date;
};

/** Rows that wrote a version, after this one. */
export async function readWrittenRowsAfter(
  tx: Tx,
  importId: number,
  after: number,
  limit: number,
): Promise<WrittenRowVersion[]> {
  const rows = await tx
    .selectFrom('reportImportRow')
    .select(['number', 'code', 'versionNumber', 'previousVersionNumber', 'writtenAt'])
    .where('importId', '=', importId)
    .where('number', '>', after)
    .where('writtenAt', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.flatMap(({ number, code, versionNumber, previousVersionNumber, writtenAt }) =>
    code === null || versionNumber === null || writtenAt === null
      ? []
      : [{ number, code, versionNumber, previousVersionNumber, writtenAt }],
  );
}

/** `undo` by row: "restored", or why the report was kept. */
export async function saveUndo(
  tx: Tx,
  importId: number,
  outcomes: readonly { readonly number: number; readonly undo: string }[],
): Promise<void> {
  await sql`
    update report_import_row as row set undo = given.undo
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as given (number int, undo text)
    where row.import_id = ${importId} and row.number = given.number`.execute(tx);
}

export type BadRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly errors: CellErrors;
};

/** Bad rows after this one, in the order of the file. */
export async function listBadRows(
  db: Database | Tx,
  importId: number,
  after: number,
  limit: number,
): Promise<BadRow[]> {
  const rows = await db
    .selectFrom('reportImportRow')
    .select(['number', 'cells', 'errors'])
    .where('importId', '=', importId)
    .where('number', '>', after)
    .where('errors', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ errors, ...row }) => ({ ...row, errors: errors ?? [] }));
}

export type KeptRow = { readonly number: number; readonly code: string; readonly reason: string };

/** Reports that an undo left as they are. */
export async function listKeptRows(
  db: Database | Tx,
  importId: number,
  limit: number,
): Promise<KeptRow[]> {
  const rows = await db
    .selectFrom('reportImportRow')
    .select(['number', 'code', 'undo'])
    .where('importId', '=', importId)
    .where('undo', 'is not', null)
    .where('undo', '<>', 'restored')
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ number, code, undo }) => ({ number, code: code ?? '', reason: undo ?? '' }));
}

/**
 * Everything written after it is gone when `rollBack` is called: industries of a check, for
 * example.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint checked_only`.execute(tx);
  const result = await work();
  await sql`rollback to savepoint checked_only`.execute(tx);
  return result;
}
