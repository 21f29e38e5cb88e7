import { UnreadableFileError, type SheetRow } from '#core/imports/sheet.model.ts';

/** A row with its cells by position, before the first one is known to have the names. */
export type RawRow = { readonly number: number; readonly cells: readonly string[] };

export const maxColumns = 500;
/** UTF-16 units of all cells of a row together. */
export const maxRowLength = 8_000_000;

/** The first row that is not blank names the columns; blank rows and columns are left out. */
export async function* nameColumns(rows: AsyncIterable<RawRow>): AsyncGenerator<SheetRow> {
  let headers: readonly string[] | undefined;
  for await (const { number, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (headers) yield { number, headers, cells: cells.slice(0, headers.length) };
    else headers = readHeaders(cells);
  }
  if (!headers)
    throw new UnreadableFileError('The file is empty. Its first row names the columns.');
}

function readHeaders(cells: readonly string[]): readonly string[] {
  const headers = cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' '));
  assertFewColumns(headers.length);
  const seen = new Set<string>();
  for (const header of headers.filter((name) => name !== '')) {
    if (seen.has(header.toLowerCase()))
      throw new UnreadableFileError(`Two columns are named "${header}". Rename or remove one.`);
    seen.add(header.toLowerCase());
  }
  return headers;
}

export function assertFewColumns(count: number): void {
  if (count > maxColumns)
    throw new UnreadableFileError(`The file has more than ${maxColumns} columns.`);
}
