/** Reports as rows of a sheet, with the columns that an import reads. */
import type { WholeReport } from '../catalogue/index.ts';
import { getField, listValues } from '../catalogue/fields/report-fields.model.ts';
import type { KeyFigure, ReportParts } from '../catalogue/reports/report-input.model.ts';
import { formatCell, formatPrice } from './cell-kinds.ts';
import type { HtmlReader } from './html-reader.ts';
import {
  codeColumn,
  fieldColumns,
  numberedColumns,
  priceColumns,
  toPriceColumn,
} from './columns.model.ts';

/** The text of each column that the report fills. */
export function writeCells(
  { code, parts }: WholeReport,
  { html: reader, currency }: { readonly html: HtmlReader; readonly currency: string },
): Map<string, string> {
  const cells = new Map([[codeColumn, code]]);
  for (const field of listValues(parts))
    if (field.kind === 'keyFigures') field.value.forEach(writeKeyFigure(cells));
    else if (field.kind === 'faqs')
      field.value.forEach((faq, index) => writeNumbered(cells, `faq_${index + 1}`, faq));
    else cells.set(getField(field.name).column, formatCell(field, reader));
  writePrices(cells, currency, parts.prices);
  return cells;
}

const writeKeyFigure =
  (cells: Map<string, string>) =>
  ({ isComputed, ...figure }: KeyFigure, index: number): void => {
    const computed = isComputed === undefined ? undefined : String(isComputed);
    writeNumbered(cells, `key_figure_${index + 1}`, { ...figure, computed });
  };

function writePrices(
  cells: Map<string, string>,
  currency: string,
  prices: ReportParts['prices'] = {},
): void {
  for (const [name, price] of Object.entries(prices))
    if (price !== undefined) cells.set(toPriceColumn(name), formatPrice(price, currency));
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
  /** Columns of prices, of whichever licences. */
  readonly prices: ReadonlySet<string>;
  /** Of long texts: into how many cells the longest one goes. */
  readonly continuations: ReadonlyMap<string, number>;
};

/** All columns of an export, in their order. */
export function listExportColumns(counts: ColumnCounts): string[] {
  const { faqs, keyFigures, prices, continuations } = counts;
  const allPrices = new Set([...Object.keys(priceColumns), ...[...prices].toSorted()]);
  const plain = [
    codeColumn,
    ...fieldColumns.flatMap(({ name }) => (name === 'pages' ? [name, ...allPrices] : [name])),
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
