/** Reports as rows of a sheet, with the columns that an import reads. */
import type { WholeReport } from '../catalogue/index.ts';
import type { ReportParts } from '../catalogue/report-input.model.ts';
import { formatCell, formatPrice } from './cell-kinds.ts';
import type { HtmlReader } from './html-reader.ts';
import { codeColumn, numberedColumns, partColumns, priceColumns } from './columns.model.ts';

/** The text of each column that the report fills. */
export function writeCells(
  { code, parts }: WholeReport,
  { html: reader, currency }: { readonly html: HtmlReader; readonly currency: string },
): Map<string, string> {
  const cells = new Map([[codeColumn, code]]);
  for (const { name, part, kind } of partColumns) {
    const value = parts[part];
    if (value !== undefined) cells.set(name, formatCell(kind, value, reader));
    if (name === 'pages') writePrices(cells, currency, parts.prices);
  }
  for (const [index, { label, value, years, source, isComputed }] of (
    parts.keyFigures ?? []
  ).entries()) {
    const computed = isComputed === undefined ? undefined : String(isComputed);
    writeNumbered(cells, `key_figure_${index + 1}`, { label, value, years, source, computed });
  }
  for (const [index, faq] of (parts.faqs ?? []).entries())
    writeNumbered(cells, `faq_${index + 1}`, faq);
  return cells;
}

function writePrices(
  cells: Map<string, string>,
  currency: string,
  prices: ReportParts['prices'] = {},
): void {
  for (const [column, name] of Object.entries(priceColumns)) {
    const price = prices[name];
    if (price !== undefined) cells.set(column, formatPrice(price, currency));
  }
}

function writeNumbered(
  cells: Map<string, string>,
  prefix: string,
  fields: Readonly<Record<string, string | undefined>>,
): void {
  for (const [field, text] of Object.entries(fields))
    if (text !== undefined) cells.set(`${prefix}_${field}`, text);
}

/** How many columns an export needs beyond those that every export has. */
export type ColumnCounts = {
  readonly faqs: number;
  readonly keyFigures: number;
  /** Of long texts: into how many cells the longest one goes. */
  readonly continuations: ReadonlyMap<string, number>;
};

/** All columns of an export, in their order. */
export function listExportColumns({ faqs, keyFigures, continuations }: ColumnCounts): string[] {
  const plain = [
    codeColumn,
    ...partColumns.flatMap(({ name }) =>
      name === 'pages' ? [name, ...Object.keys(priceColumns)] : [name],
    ),
  ];
  const numbered = (part: keyof typeof numberedColumns, count: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      numberedColumns[part].fields.map(
        (field) => `${numberedColumns[part].prefix}_${index + 1}_${field}`,
      ),
    ).flat();
  const further = [...continuations].flatMap(([name, count]) =>
    Array.from({ length: count - 1 }, (_, index) => `${name}_${index + 2}`),
  );
  return [...plain, ...numbered('keyFigures', keyFigures), ...numbered('faqs', faqs), ...further];
}

/** Texts longer than a cell go on in the next column; none is cut within a character. */
export function splitLongCells(cells: Map<string, string>, maxCellLength: number): void {
  for (const [name, text] of Array.from(cells)) {
    if (text.length <= maxCellLength) continue;
    for (let number = 1, at = 0; at < text.length; number++) {
      const end = endOfPiece(text, at, maxCellLength);
      cells.set(number === 1 ? name : `${name}_${number}`, text.slice(at, end));
      at = end;
    }
  }
}

function endOfPiece(text: string, start: number, maxLength: number): number {
  const end = Math.min(text.length, start + maxLength);
  return end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
