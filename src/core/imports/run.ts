import type { Tx } from '../deps.ts';
import type { ImportDeps } from './deps.ts';
import { readRowsAfter, saveResults, type RowResult } from './import-rows.store.ts';
import { lockImport, updateImport } from './imports.store.ts';
import type { ImportCounts, OnProgress, ReportImport } from './model.ts';
import { writeRows } from './write-rows.ts';

const chunk = { limit: 500, maxLength: 4_000_000 };

/** A row of an import that goes in as a whole was refused while it was written. */
class BadRowError extends Error {
  readonly results: readonly RowResult[];
  constructor(results: readonly RowResult[]) {
    super('a row was refused');
    this.results = results;
  }
}

/**
 * The next rows are checked or written, with their results, in one transaction: a program
 * that is killed leaves them done or not begun.
 */
export const processChunk = (deps: ImportDeps, id: number): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const current = await lockImport(tx, id);
    if (current?.state !== 'checking' && current?.state !== 'running') return;
    if (!(await processNextRows(tx, deps, current))) await finish(tx, deps, current);
  });

/** All rows in one transaction, or none where one is refused: that one is noted then. */
export async function processWhole(
  deps: ImportDeps,
  id: number,
  onProgress: OnProgress,
): Promise<void> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      let current = await lockImport(tx, id);
      while (current?.state === 'running') {
        const next = await processNextRows(tx, deps, current);
        if (!next) return finish(tx, deps, current);
        current = next;
        await onProgress(current);
      }
    });
  } catch (error) {
    if (!(error instanceof BadRowError)) throw error;
    await noteBadRows(deps, id, error.results);
  }
}

/** The import after its next rows; undefined where none is left. */
async function processNextRows(
  tx: Tx,
  deps: ImportDeps,
  current: ReportImport,
): Promise<ReportImport | undefined> {
  const rows = await readRowsAfter(tx, current.id, { after: current.lastRow, ...chunk });
  const lastRow = rows.at(-1)?.number;
  if (lastRow === undefined) return undefined;
  const isDryRun = current.state === 'checking';
  const results = await writeRows(tx, deps, current, { rows, isDryRun });
  const bad = results.filter(({ errors }) => errors !== null);
  if (!isDryRun && current.options.mode === 'all' && bad.length > 0) throw new BadRowError(bad);
  await saveResults(tx, current.id, results, isDryRun ? null : deps.clock());
  const counts = addCounts(current.counts, results);
  await updateImport(tx, current.id, { lastRow, counts });
  return { ...current, lastRow, counts };
}

function addCounts(counts: ImportCounts, results: readonly RowResult[]): ImportCounts {
  const sum: Record<string, number> = { ...counts };
  const count = (name: string): void => void (sum[name] = (sum[name] ?? 0) + 1);
  for (const { change, unpublished } of results) {
    count(change ?? 'bad');
    if (unpublished) count('unpublished');
  }
  return sum;
}

/** Checked without a bad row it is run next, if that was asked for. */
async function finish(tx: Tx, { clock }: ImportDeps, current: ReportImport): Promise<void> {
  const { id, state, options, counts } = current;
  if (state === 'running') await updateImport(tx, id, { state: 'done', finishedAt: clock() });
  else if (options.runsAtOnce && (counts.bad ?? 0) === 0)
    await updateImport(tx, id, { state: 'running', lastRow: 0, counts: {} });
  else await updateImport(tx, id, { state: 'checked' });
}

const noteBadRows = (
  { db }: ImportDeps,
  id: number,
  results: readonly RowResult[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const current = await lockImport(tx, id);
    if (current?.state !== 'running') return;
    await saveResults(tx, id, results, null);
    await updateImport(tx, id, { state: 'checked', counts: { bad: results.length } });
  });
