import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Parser } from 'csv-parse';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';
import { removeFormulaGuard } from './formula-guard.ts';
import { detectDelimiter, readText } from './csv-text.ts';
import { maxRowLength, type RawRow } from './raw-row.ts';

/** So much text is looked at for the delimiter. */
const headLength = 64 * 1024;

/** Rows of a CSV with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. */
export async function* readCsv(handle: FileHandle): AsyncGenerator<RawRow> {
  const parser = await createParser(handle);
  const source = Readable.from(readText(handle));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const record of parser) {
      const cells = record as string[];
      yield { number: ++number, cells: cells.map(removeFormulaGuard) };
    }
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function createParser(handle: FileHandle): Promise<Parser> {
  const { parse } = await import('csv-parse');
  return parse({
    delimiter: detectDelimiter(await readHead(handle)),
    relax_column_count: true,
    // As spreadsheets do: an inch mark within a cell is a part of its text.
    relax_quotes: true,
    max_record_size: maxRowLength,
  });
}

async function readHead(handle: FileHandle): Promise<string> {
  let head = '';
  for await (const text of readText(handle)) {
    head += text;
    if (head.length >= headLength) break;
  }
  if (head.includes('\0'))
    throw new UnreadableFileError(
      'This file is neither CSV, XLSX nor JSON Lines. Save the table as one of these.',
    );
  return head;
}

/**
 * The parser is ahead of the rows that were handed on, so only it knows which row is at fault. It has
 * codes with and without "CSV_", but each of its errors counts the records before it.
 */
function toUnreadable(error: unknown): unknown {
  const { code, records } = error as { code?: string; records?: number };
  if (records === undefined) return error;
  const reason =
    code === 'CSV_MAX_RECORD_SIZE'
      ? 'is too long. Look for a quotation mark that does not end'
      : 'has a quotation mark at a wrong place. Put the cell into quotation marks, and double those in it';
  return new UnreadableFileError(`Row ${(records ?? 0) + 1} ${reason}.`, { cause: error });
}
