import type { Tx } from '../deps.ts';
import type { ImportDeps } from './deps.ts';
import { readRowsAfter, saveResults, type RowResult } from './import-rows.store.ts';
import { lockImport, updateImport } from './imports.store.ts';
import type { ImportCounts, OnProgress, ReportImport } from './model.ts';
import { RowWriting } from './write-rows.ts';

const chunk = { limit: 500, maxLength: 4_000_000 };

/** A row of an import that goes in as a whole was refused while it was written. */
class BadRowError extends Error {
  readonly results: readonly RowResult[];
  constructor(results: readonly RowResult[]) {
    super('a row was refused');
    this.results = results;
  }
}

/** Checks the rows of an import, or writes them. */
export class RowProcessing {
  readonly #deps: ImportDeps;
  readonly #rows: RowWriting;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
    this.#rows = new RowWriting(deps);
  }

  /**
   * The next rows are checked or written, with their results, in one transaction: a program
   * that is killed leaves them done or not begun.
   */
  processChunk(id: number): Promise<void> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'checking' && current?.state !== 'running') return;
      if (!(await this.#processNextRows(tx, current))) await this.#finish(tx, current);
    });
  }

  /** All rows in one transaction, or none if one is refused: that one is noted then. */
  async processWhole(id: number, onProgress: OnProgress): Promise<void> {
    try {
      await this.#deps.db.transaction().execute(async (tx) => {
        let current = await lockImport(tx, id);
        while (current?.state === 'running') {
          const next = await this.#processNextRows(tx, current);
          if (!next) return this.#finish(tx, current);
          current = next;
          await onProgress(current);
        }
      });
    } catch (error) {
      if (!(error instanceof BadRowError)) throw error;
      await this.#noteBadRows(id, error.results);
    }
  }

  /** The import after its next rows; undefined if none is left. */
  async #processNextRows(tx: Tx, current: ReportImport): Promise<ReportImport | undefined> {
    const rows = await readRowsAfter(tx, current.id, { after: current.lastRow, ...chunk });
    const lastRow = rows.at(-1)?.number;
    if (lastRow === undefined) return undefined;
    const isDryRun = current.state === 'checking';
    const results = await this.#rows.write(tx, current, { rows, isDryRun });
    const bad = results.filter(({ errors }) => errors !== null);
    if (!isDryRun && current.options.mode === 'all' && bad.length > 0) throw new BadRowError(bad);
    await saveResults(tx, current.id, results, isDryRun ? null : this.#deps.clock());
    const counts = addCounts(current.counts, results);
    await updateImport(tx, current.id, { lastRow, counts });
    return { ...current, lastRow, counts };
  }

  /** Checked without a bad row it is run next, if that was asked for. */
  async #finish(tx: Tx, current: ReportImport): Promise<void> {
    const { clock } = this.#deps;
    const { id, state, options, counts } = current;
    if (state === 'running') await updateImport(tx, id, { state: 'done', finishedAt: clock() });
    else if (options.runsAtOnce && (counts.bad ?? 0) === 0)
      await updateImport(tx, id, { state: 'running', lastRow: 0, counts: {} });
    else await updateImport(tx, id, { state: 'checked' });
  }

  #noteBadRows(id: number, results: readonly RowResult[]): Promise<void> {
    const { db } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'running') return;
      await saveResults(tx, id, results, null);
      await updateImport(tx, id, { state: 'checked', counts: { bad: results.length } });
    });
  }
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
