import type { WrittenRow } from '#core/imports/sheet.model.ts';
import { addFormulaGuard } from './formula-guard.ts';

/** RFC 4180 with a byte order mark, so that Excel reads it as UTF-8. */
export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${formatLine(headers)}`);
  for await (const row of rows) yield Buffer.from(formatLine(row));
}

const formatLine = (cells: WrittenRow): string => `${cells.map(formatCell).join(',')}\r\n`;

function formatCell(cell: string): string {
  const guarded = addFormulaGuard(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
