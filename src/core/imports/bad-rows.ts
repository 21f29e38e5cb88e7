import type { Database, Deps } from '../deps.ts';
import { errorColumns } from './columns.model.ts';
import { listBadRows } from './import-rows.store.ts';
import type { ReportImport } from './model.ts';
import type { WrittenRow } from './sheet.model.ts';

const errorBatchSize = 500;

/** The rows that an import refuses, as a workbook. */
export class BadRowsSheet {
  readonly #deps: Pick<Deps, 'db' | 'sheets'>;

  constructor(deps: Pick<Deps, 'db' | 'sheets'>) {
    this.#deps = deps;
  }

  /** A workbook of the bad rows with their numbers and reasons, to be mended and sent again. */
  write(
    { id, headers }: ReportImport,
    onRow: () => Promise<void> = async () => {},
  ): AsyncGenerator<Uint8Array> {
    const { db, sheets } = this.#deps;
    // Those of an earlier workbook of bad rows are written anew.
    const kept = headers.flatMap((name, index) => (errorColumns.includes(name) ? [] : [index]));
    const columns = [...errorColumns, ...kept.map((index) => headers[index] ?? '')];
    return sheets.writeRows('xlsx', columns, streamBadRows(db, { id, places: kept, onRow }));
  }
}

/** Rows that can't be imported: number, what is wrong, and the cells at these places. */
async function* streamBadRows(
  db: Database,
  {
    id,
    places,
    onRow,
  }: {
    readonly id: number;
    readonly places: readonly number[];
    readonly onRow: () => Promise<void>;
  },
): AsyncGenerator<WrittenRow> {
  for (let after = 0; ;) {
    const rows = await listBadRows(db, id, after, errorBatchSize);
    for (const { number, cells, errors } of rows) {
      await onRow();
      const problems = errors.map(({ column, message }) => `${column}: ${message}`);
      const padded = places.map((place) => cells[place] ?? '');
      yield [String(number), problems.join('\n'), ...padded];
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}
