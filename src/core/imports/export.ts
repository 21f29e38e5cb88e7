import { streamWholeReports, type WholeReport } from '../catalogue/index.ts';
import type { Tx } from '../deps.ts';
import type { ImportDeps } from './deps.ts';
import { toPriceColumn } from './columns.model.ts';
import type { HtmlReader } from './html-reader.ts';
import { maxXlsxCellLength, type SheetFormat, type WrittenRow } from './sheet.model.ts';
import { listExportColumns, splitLongCells, writeCells, type ColumnCounts } from './write-row.ts';

/** Chooses reports in the transaction that reads them. */
export type ChooseReports = (tx: Tx) => Promise<readonly number[]>;

type ExportOptions = {
  readonly chooseReports?: ChooseReports | undefined;
  /** Told of each report as it is written; what it throws ends the export. */
  readonly onRow?: () => Promise<void>;
};

/** Reports as sheets that an import reads. */
export class ReportSheets {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /**
   * Every report that is not in the bin, or those that are chosen, as the bytes of a sheet, by code.
   * The columns are those that an import reads. Read twice, first for the columns that are needed,
   * and as of one moment.
   */
  async *export(
    format: SheetFormat,
    { chooseReports, onRow }: ExportOptions = {},
  ): AsyncGenerator<Uint8Array> {
    const currency = await this.#deps.getCurrency();
    const tx = await this.#deps.db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .execute();
    try {
      const ids = await chooseReports?.(tx);
      const readBatches = () => streamWholeReports(tx, ids);
      yield* this.#write({ format, currency }, readBatches, onRow);
    } finally {
      await tx.rollback().execute();
    }
  }

  /** Returns these reports as a sheet of JSON Lines, which `Imports.create` takes. */
  async *write(reports: readonly WholeReport[]): AsyncGenerator<Uint8Array> {
    yield* this.#write({ format: 'jsonl', currency: await this.#deps.getCurrency() }, () => [
      reports,
    ]);
  }

  /** The reports as the bytes of a sheet that an import reads; `readBatches` is called twice. */
  async *#write(
    { format, currency }: { readonly format: SheetFormat; readonly currency: string },
    readBatches: () => Batches,
    onRow?: () => Promise<void>,
  ): AsyncGenerator<Uint8Array> {
    const { sheets, html, sleep } = this.#deps;
    const maxCellLength = format === 'xlsx' ? maxXlsxCellLength : Infinity;
    const counter = { maxCellLength, html, currency };
    const columns = listExportColumns(await countColumns(readBatches(), counter, sleep));
    const rows = toRows(readBatches(), columns, counter);
    yield* sheets.writeRows(format, columns, onRow ? countRows(rows, onRow) : rows);
  }
}

type Format = {
  readonly maxCellLength: number;
  readonly html: HtmlReader;
  readonly currency: string;
};
type Batches = AsyncIterable<readonly WholeReport[]> | Iterable<readonly WholeReport[]>;

async function* countRows(
  rows: AsyncIterable<WrittenRow>,
  onRow: () => Promise<void>,
): AsyncGenerator<WrittenRow> {
  for await (const row of rows) {
    await onRow();
    yield row;
  }
}

/** The thread is released after each batch: it also renders pages. */
async function countColumns(
  batches: Batches,
  format: Format,
  sleep: ImportDeps['sleep'],
): Promise<ColumnCounts> {
  let [faqs, keyFigures] = [0, 0];
  const prices = new Set<string>();
  const continuations = new Map<string, number>();
  for await (const reports of batches) {
    await sleep(0);
    for (const report of reports) {
      faqs = Math.max(faqs, report.parts.faqs?.length ?? 0);
      for (const name of Object.keys(report.parts.prices ?? {})) prices.add(toPriceColumn(name));
      keyFigures = Math.max(keyFigures, report.parts.keyFigures?.length ?? 0);
      if (format.maxCellLength !== Infinity) countContinuations(continuations, report, format);
    }
  }
  return { faqs, keyFigures, prices, continuations };
}

function countContinuations(
  counts: Map<string, number>,
  report: WholeReport,
  { maxCellLength, ...format }: Format,
): void {
  for (const [name, text] of writeCells(report, format)) {
    // A piece may be one unit shorter, so that it ends between two characters.
    const pieces = Math.ceil(text.length / (maxCellLength - 1));
    if (text.length > maxCellLength) counts.set(name, Math.max(pieces, counts.get(name) ?? 0));
  }
}

async function* toRows(
  batches: Batches,
  columns: readonly string[],
  { maxCellLength, ...format }: Format,
): AsyncGenerator<WrittenRow> {
  for await (const reports of batches)
    for (const report of reports) {
      const cells = writeCells(report, format);
      splitLongCells(cells, maxCellLength);
      yield columns.map((column) => cells.get(column) ?? '');
    }
}
