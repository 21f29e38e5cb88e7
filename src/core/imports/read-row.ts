/** A row of a sheet as a report: what is blank stays as it is, "(empty)" clears it. */
import type { ReportInput } from '../catalogue/reports/report-input.model.ts';
import type { CellError, CellErrors } from './model.ts';
import { readCell, readPrice, type ReadCell } from './cell-kinds.ts';
import {
  codeColumn,
  fieldColumns,
  findHeader,
  numberedColumns,
  parseContinuation,
  findPriceName,
  toPriceColumn,
  type Mapping,
  type NumberedField,
} from './columns.model.ts';
import type { HtmlReader } from './html-reader.ts';

export type ReadRow = { readonly input: ReportInput; readonly errors: CellErrors };

type Cell = { readonly header: string; readonly text: string };
type Cells = ReadonlyMap<string, Cell>;

/** Cell texts that clear a part, and those of formulas without a value. */
const clearMark = '(empty)';
const formulaError =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
const maxShownLength = 80;

/** The headers with their columns, in the order of the cells; undefined is left out. */
const listColumns = (
  headers: readonly string[],
  mapping: Mapping,
): readonly (string | undefined)[] => headers.map((header) => mapping[header] ?? undefined);

/** The report that a row gives; a cell that is wrong is an error and no part of it. */
export function readRow(
  row: { readonly headers: readonly string[]; readonly cells: readonly string[] },
  mapping: Mapping,
  { reader, currency }: { readonly reader: HtmlReader; readonly currency: string },
): ReadRow {
  const builder = new InputBuilder(collectCells(row, mapping), mapping);
  for (const { name, field, kind } of fieldColumns)
    builder.add(name, field, (text) => readCell(kind, text, reader));
  builder.addPrices(currency);
  builder.addNumbered('faqs', (faq) => faq);
  builder.addNumbered('keyFigures', ({ computed, ...figure }) => ({
    ...figure,
    ...(computed === undefined ? {} : { isComputed: /^(?:true|yes|1)$/i.test(computed) }),
  }));
  return builder.finish();
}

/** Cells that say something, by column; a text that goes on in further columns is one. */
function collectCells(
  { headers, cells }: { readonly headers: readonly string[]; readonly cells: readonly string[] },
  mapping: Mapping,
): Cells {
  const collected = new Map<string, Cell>();
  const further: [string, number, string][] = [];
  for (const [index, column] of listColumns(headers, mapping).entries()) {
    const text = (cells[index] ?? '').replaceAll(/\r\n?/g, '\n');
    if (column === undefined || text.trim() === '') continue;
    const continuation = parseContinuation(column);
    if (continuation) further.push([...continuation, text]);
    else collected.set(column, { header: headers[index] ?? column, text });
  }
  for (const [column, , text] of further.toSorted((a, b) => a[1] - b[1])) {
    const first = collected.get(column);
    if (first) collected.set(column, { ...first, text: first.text + text });
  }
  return collected;
}

class InputBuilder {
  readonly #cells: Cells;
  readonly #mapping: Mapping;
  readonly #errors: CellError[] = [];
  readonly #parts: Record<string, unknown> = {};

  constructor(cells: Cells, mapping: Mapping) {
    this.#cells = cells;
    this.#mapping = mapping;
    for (const { header, text } of cells.values())
      if (formulaError.test(text.trim()))
        this.#addError(header, text, 'The formula has no value. Correct it, or write the value.');
  }

  add(column: string, part: string, read: (text: string) => ReadCell): void {
    const cell = this.#getUsable(column);
    if (!cell) return;
    const result = cell.text.trim() === clearMark ? { value: null } : read(cell.text);
    if ('value' in result) this.#parts[part] = result.value;
    else this.#addError(cell.header, cell.text, result.problem);
  }

  /** null for a licence that is not offered any more. */
  addPrices(currency: string): void {
    const prices: Record<string, unknown> = {};
    for (const column of this.#cells.keys()) {
      const name = findPriceName(column);
      if (name === undefined) continue;
      const cell = this.#getUsable(column);
      if (!cell) continue;
      const text = cell.text.trim();
      const result = text === clearMark ? { value: null } : readPrice(text, currency);
      if ('value' in result) prices[name] = result.value;
      else this.#addError(cell.header, text, result.problem);
    }
    if (Object.keys(prices).length > 0) this.#parts['prices'] = prices;
  }

  /** All of them together replace the former ones; "(empty)" in the first one clears them. */
  addNumbered(
    part: NumberedField,
    toItem: (fields: Readonly<Record<string, string>>) => object,
  ): void {
    const { prefix } = numberedColumns[part];
    const byNumber = new Map<number, Record<string, string>>();
    let isCleared = false;
    for (const column of this.#cells.keys()) {
      if (!column.startsWith(`${prefix}_`)) continue;
      const [, digits, field = ''] = /_(\d+)_(\w+)$/.exec(column) ?? [];
      const text = this.#getUsable(column)?.text.trim();
      if (text === clearMark) isCleared = true;
      else if (text !== undefined)
        byNumber.set(Number(digits), { ...byNumber.get(Number(digits)), [field]: text });
    }
    const items = [...byNumber].toSorted(([a], [b]) => a - b).map(([, item]) => toItem(item));
    if (isCleared) this.#parts[part] = null;
    else if (items.length > 0) this.#parts[part] = items;
  }

  finish(): ReadRow {
    const code = this.#getUsable(codeColumn)?.text.trim() ?? '';
    if (code === '') {
      const header = findHeader(codeColumn, this.#mapping);
      this.#addError(header, '', 'Give the report a code of its own, as "QM-1057".');
    }
    // The catalogue checks every part again before it takes it.
    return { input: { code, ...this.#parts }, errors: this.#errors };
  }

  #getUsable(column: string): Cell | undefined {
    const cell = this.#cells.get(column);
    return cell && !formulaError.test(cell.text.trim()) ? cell : undefined;
  }

  #addError(column: string, text: string, message: string): void {
    this.#errors.push(createCellError(column, text, message));
  }
}

export const createCellError = (column: string, text: string, message: string): CellError => ({
  column,
  value:
    text.length > maxShownLength ? `${text.slice(0, maxShownLength - 1)}…`.toWellFormed() : text,
  message,
});

const partNames: ReadonlyMap<string, string> = new Map<string, string>([
  ...fieldColumns.map(({ field, name }) => [field, name] as const),
  ['prices', 'price_single'],
  ['faqs', 'faq_1_question'],
  ['keyFigures', 'key_figure_1_label'],
]);

/** The catalogue's sentences by part as errors of the cells that gave these parts. */
export function toCellErrors(
  partErrors: Readonly<Record<string, readonly string[]>>,
  row: { readonly headers: readonly string[]; readonly cells: readonly string[] },
  mapping: Mapping,
): CellError[] {
  const cells = collectCells(row, mapping);
  return Object.entries(partErrors).flatMap(([part, messages]) => {
    const [, price] = /^prices\.(.+)$/.exec(part) ?? [];
    const column = price === undefined ? (partNames.get(part) ?? part) : toPriceColumn(price);
    const cell = cells.get(column);
    return messages.map((message) =>
      createCellError(cell?.header ?? findHeader(column, mapping), cell?.text ?? '', message),
    );
  });
}
