/** The table of words as a sheet: its columns, how its rows are written, and how they are read. */
import { cleanText } from '../../kernel/clean-text.model.ts';
import { failWithFieldErrors } from '../../kernel/form-fields.ts';
import { ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { UnreadableFileError, type SheetRow, type WrittenRow } from '../../imports/sheet.model.ts';
import { meaningKinds, placeKinds } from './search-word.model.ts';
import type { SearchWord, TypedWord } from './search-words.store.ts';

export const wordColumns = ['kind', 'term', 'means', 'one way', 'written by'] as const;

/** Nobody reads more; it is not looked for others. */
const maxErrors = 20;
/** A longer text is refused, and need not be kept to say so. */
const maxCellCharacters = 200;

export async function* toWordCells(words: readonly SearchWord[]): AsyncGenerator<WrittenRow> {
  for (const { kind, term, means, oneWay, by } of words)
    yield [kind, term, means, oneWay ? 'yes' : 'no', by];
}

export type SheetWord = { readonly number: number; readonly word: TypedWord };

/** Refuses a sheet with a sentence for each wrong row. */
export const refuseRows = (sentences: readonly string[]): Refusal =>
  failWithFieldErrors({
    file: [
      ...sentences.slice(0, maxErrors),
      ...(sentences.length > maxErrors ? ['Further rows are wrong, too.'] : []),
    ],
  });

/**
 * Reads the rows of a sheet with the columns term and means, and with kind and "one way" where it
 * has them. `invalid` for a file that can't be read, without rows, or with more than `maxRows`.
 */
export async function readWordSheet(
  rows: AsyncIterable<SheetRow>,
  maxRows: number,
): Promise<Outcome<SheetWord[]>> {
  const words: SheetWord[] = [];
  const errors: string[] = [];
  try {
    for await (const row of rows) {
      const read = readRow(row);
      if (typeof read === 'string') errors.push(read);
      else words.push({ number: row.number, word: read });
      if (errors.length > maxErrors || row.headers.length < 2) break;
      if (words.length > maxRows) return refuseRows([`At most ${maxRows} rows, please.`]);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return refuseRows([error.message]);
  }
  if (errors.length > 0) return refuseRows(errors);
  return words.length > 0 ? ok(words) : refuseRows(['The file has no rows.']);
}

function readRow({ number, headers, cells, problem }: SheetRow): TypedWord | string {
  if (problem !== undefined) return `Row ${number}: ${problem}`;
  const names = headers.map(simplify);
  if (!names.includes('term') || !names.includes('means'))
    return 'The first row must name the columns: kind, term, means, one way.';
  const read = (name: string): string =>
    cleanText(cells[names.indexOf(name)] ?? '').slice(0, maxCellCharacters);
  const kindText = simplify(read('kind')) || 'synonym';
  const kind = [...meaningKinds, ...placeKinds].find((one) => one === kindText);
  if (kind === undefined)
    return `Row ${number}, kind: “${kindText}” is none of ${[...meaningKinds, ...placeKinds].join(', ')}.`;
  const oneWay = simplify(read('oneway')) || 'no';
  if (!/^(?:yes|no|true|false|1|0)$/.test(oneWay))
    return `Row ${number}, one way: please write yes or no.`;
  const isOneWay = /^(?:yes|true|1)$/.test(oneWay);
  return { kind, term: read('term'), means: read('means'), oneWay: isOneWay };
}

/** "One-way" is "oneway". */
const simplify = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, maxCellCharacters);
