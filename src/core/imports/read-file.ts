import { cleanText } from '../kernel/clean-text.model.ts';
import { checkMapping, listMissingColumns, type Mapping } from './columns.model.ts';
import { guessMapping, normalizeHeader } from './guess-mapping.model.ts';
import type { ImportDeps } from './deps.ts';
import { getLastRowNumber, insertRows, type NewRow } from './import-rows.store.ts';
import {
  lockImport,
  readRememberedHeaders,
  rememberHeaders,
  updateImport,
} from './imports.store.ts';
import type { ImportState, ReportImport } from './model.ts';
import { UnreadableFileError } from './sheet.model.ts';

const batchSize = 500;
/** Characters that are in memory at once. */
const maxBatchLength = 4_000_000;

/** Reads the file of an import into its rows. */
export class SheetReading {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /**
   * The rows of the file are stored afterwards, and the import is checked or run next; or it waits for
   * a mapping, or is refused. Goes on behind the rows that a killed process has stored.
   */
  async read(given: ReportImport): Promise<void> {
    try {
      const headers = await this.#storeRows(given);
      await this.#finishReading(given.id, headers);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      await this.#refuse(given.id, error.message);
    }
  }

  async #storeRows({ id, fileKey }: ReportImport): Promise<string[]> {
    const last = await getLastRowNumber(this.#deps.db, id);
    let headers: readonly string[] = [];
    let batch: NewRow[] = [];
    let length = 0;
    for await (const row of this.#deps.sheets.readRows(fileKey)) {
      headers = row.headers;
      if (row.number <= last) continue;
      const cells = row.cells.map(cleanText);
      batch.push({ number: row.number, cells, problem: row.problem });
      length += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (batch.length < batchSize && length < maxBatchLength) continue;
      await this.#storeBatch(id, batch);
      batch = [];
      length = 0;
    }
    await this.#storeBatch(id, batch);
    return headers.map(cleanText);
  }

  #storeBatch(id: number, batch: readonly NewRow[]): Promise<void> {
    const { db } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'reading') return;
      // Another process may read the same file, and have stored some of them.
      const rows = batch.filter(({ number }) => number > current.lastRow);
      await insertRows(tx, id, rows);
      const lastRow = rows.at(-1)?.number ?? current.lastRow;
      await updateImport(tx, id, { lastRow, rowCount: current.rowCount + rows.length });
    });
  }

  #finishReading(id: number, headers: string[]): Promise<void> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'reading') return;
      const errors = checkMapping(headers, current.mapping);
      const [wrong] = Object.entries(errors);
      if (wrong) {
        const refusal = `The mapping of "${wrong[0]}" is wrong: ${wrong[1].join(' ')}`;
        return updateImport(tx, id, { state: 'refused', refusal });
      }
      const guess = guessMapping(
        headers,
        await readRememberedHeaders(tx),
        await this.#deps.listLicences(tx),
      );
      const mapping = mergeMappings(guess, current.mapping);
      await rememberHeaders(
        tx,
        Object.entries(current.mapping).map(([header, column]) => [
          normalizeHeader(header),
          column,
        ]),
      );
      const state = stateAfterReading(current, mapping);
      await updateImport(tx, id, { headers, mapping, state, lastRow: 0, counts: {} });
    });
  }

  #refuse(id: number, refusal: string): Promise<void> {
    const { db, clock } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'reading') return;
      await updateImport(tx, id, { state: 'refused', refusal, finishedAt: clock() });
    });
  }
}

/** A given column counts; a guess never takes a column that was given to another header. */
export function mergeMappings(guess: Mapping, given: Mapping): Mapping {
  const taken = new Set(Object.values(given));
  const guessed = Object.entries(guess).map(([header, column]): [string, string | null] => [
    header,
    column !== null && taken.has(column) ? null : column,
  ]);
  return { ...Object.fromEntries(guessed), ...given };
}

function stateAfterReading({ options }: ReportImport, mapping: Mapping): ImportState {
  if (listMissingColumns(mapping, options.isUpdateOnly).length > 0) return 'unmapped';
  return options.runsAtOnce && options.mode === 'good' ? 'running' : 'checking';
}
