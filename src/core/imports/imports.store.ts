import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { Mapping } from './columns.model.ts';
import {
  workingStates,
  type ImportCounts,
  type ImportOptions,
  type ImportState,
  type ReportImport,
  type WorkingState,
} from './model.ts';

const columns = [
  'id',
  'fileName',
  'fileKey',
  'state',
  'options',
  'headers',
  'mapping',
  'refusal',
  'actor',
  'rowCount',
  'lastRow',
  'counts',
  'createdAt',
  'finishedAt',
  'stoppedIn',
] as const;

export async function insertImport(
  tx: Tx,
  given: { fileName: string; fileKey: string; options: ImportOptions; actor: string; now: Date },
): Promise<number> {
  const { now, options, ...values } = given;
  const { id } = await tx
    .insertInto('reportImport')
    .values({ ...values, options, state: 'reading', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findImport(db: Database | Tx, id: number): Promise<ReportImport | undefined> {
  const row = await db
    .selectFrom('reportImport')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readImport(row);
}

const readImport = <Row extends { stoppedIn: string | null }>(row: Row) => ({
  ...row,
  stoppedIn: row.stoppedIn as WorkingState | null,
});

/** Newest first. */
export async function listImports(db: Database, limit: number): Promise<ReportImport[]> {
  const rows = await db
    .selectFrom('reportImport')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(readImport);
}

/** The same, and nobody else works on it until `tx` ends. */
export async function lockImport(tx: Tx, id: number): Promise<ReportImport | undefined> {
  const row = await tx
    .selectFrom('reportImport')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && readImport(row);
}

type Changes = {
  readonly state?: ImportState;
  readonly headers?: readonly string[];
  readonly mapping?: Mapping;
  readonly options?: ImportOptions;
  readonly rowCount?: number;
  readonly lastRow?: number;
  readonly counts?: ImportCounts;
  readonly refusal?: string | null;
  readonly stoppedIn?: WorkingState | null;
  readonly finishedAt?: Date | null;
};

/** Somebody worked on it now, so that nobody takes it for abandoned. */
export async function updateImport(tx: Tx, id: number, changes: Changes): Promise<void> {
  const { headers, ...others } = changes;
  await tx
    .updateTable('reportImport')
    .set({
      ...others,
      ...(headers ? { headers: [...headers] } : {}),
      touchedAt: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Running imports that no process has worked on for `idleSeconds`. */
export async function listAbandonedImports(db: Database, idleSeconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reportImport')
    .select('id')
    .where('state', 'in', [...workingStates])
    .where('touchedAt', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sheets of imports that wait or have ended, and were not worked on since. */
export const listOldSheets = (
  db: Database,
  before: Date,
): Promise<{ id: number; fileKey: string }[]> =>
  db
    .selectFrom('reportImport')
    .select(['id', 'fileKey'])
    .where('state', 'not in', [...workingStates])
    .where('fileRemovedAt', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('finishedAt', 'touchedAt'), '<', before))
    .orderBy('id')
    .execute();

export const noteSheetRemoved = (db: Database, id: number, now: Date): Promise<unknown> =>
  db.updateTable('reportImport').set({ fileRemovedAt: now }).where('id', '=', id).execute();

/** Those of the keys that an import has. */
export async function findSheetKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('reportImport')
    .select('fileKey')
    .where('fileKey', 'in', [...keys])
    .execute();
  return new Set(rows.map(({ fileKey }) => fileKey));
}

/** How headers of earlier files were mapped; null for one that was left out. */
export async function readRememberedHeaders(db: Database | Tx): Promise<Mapping> {
  const rows = await db.selectFrom('importHeader').select(['header', 'columnName']).execute();
  return Object.fromEntries(rows.map(({ header, columnName }) => [header, columnName]));
}

export async function rememberHeaders(
  tx: Tx,
  headers: readonly (readonly [header: string, column: string | null])[],
): Promise<void> {
  for (const [header, columnName] of headers)
    await tx
      .insertInto('importHeader')
      .values({ header, columnName })
      .onConflict((conflict) => conflict.column('header').doUpdateSet({ columnName }))
      .execute();
}
