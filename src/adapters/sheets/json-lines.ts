import type { FileHandle } from 'node:fs/promises';
import { formatList } from '#core/imports/cell-lists.model.ts';
import { UnreadableFileError, type SheetRow, type WrittenRow } from '#core/imports/sheet.model.ts';
import { readText } from './csv-text.ts';
import { assertFewColumns, maxRowLength } from './raw-row.ts';

/** One object a line, with columns as names. A list of texts is a list cell; other data is JSON. */
export async function* readJsonLines(handle: FileHandle): AsyncGenerator<SheetRow> {
  const headers: string[] = [];
  const indexes = new Map<string, number>();
  for await (const { number, line } of readLines(handle)) {
    if (line.trim() === '') continue;
    const parsed = parseObject(line);
    if (!parsed) {
      const problem = 'This line is not a JSON object. Write one object a line, as {"code": "…"}.';
      yield { number, headers, cells: [], problem };
      continue;
    }
    const texts = tryToTexts(parsed);
    if (!texts) {
      const problem =
        'The values of this line are nested too deeply. Write texts, numbers and lists.';
      yield { number, headers, cells: [], problem };
      continue;
    }
    const cells: string[] = [];
    for (const [name, text] of texts) {
      const index = indexes.get(name) ?? headers.push(name) - 1;
      indexes.set(name, index);
      assertFewColumns(headers.length);
      cells[index] = text;
    }
    yield { number, headers, cells: Array.from(cells, (cell) => cell ?? '') };
  }
}

async function* readLines(
  handle: FileHandle,
): AsyncGenerator<{ readonly number: number; readonly line: string }> {
  let rest = '';
  let number = 0;
  for await (const text of readText(handle)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { number: ++number, line };
    if (rest.length > maxRowLength)
      throw new UnreadableFileError(`Line ${number + 1} is too long. Write one object a line.`);
  }
  yield { number: ++number, line: rest };
}

function parseObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** undefined if a value is nested deeper than a stack can follow. */
function tryToTexts(parsed: object): (readonly [string, string])[] | undefined {
  try {
    return Object.entries(parsed).map(([name, value]) => [name, toText(value)] as const);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return formatList(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One object a line; empty cells are left out. */
export async function* writeJsonLines(
  headers: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<Uint8Array> {
  for await (const row of rows) {
    const members = headers.flatMap((header, index) => {
      const cell = row[index] ?? '';
      return cell === '' ? [] : [[header, cell] as const];
    });
    yield Buffer.from(`${JSON.stringify(Object.fromEntries(members))}\n`);
  }
}
