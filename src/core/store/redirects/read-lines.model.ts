/** Many redirects as a text, one a line. Pure. */
import { failWithFieldErrors } from '../../kernel/form-fields.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import {
  isOfBackOffice,
  maxRedirects,
  readFromPath,
  readToPath,
  type PathPair,
} from './redirect.model.ts';

const maxShownErrors = 20;

/**
 * The redirects of a text: "/from,/to", with commas, semicolons or tabs, in quotation marks or not.
 * A first line of names is left out, and so are empty ones and empty columns. `invalid` with a
 * sentence for each of the first wrong lines.
 */
export function readRedirectLines(text: string, origin: string): Outcome<PathPair[]> {
  const pairs: PathPair[] = [];
  const errors: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && isHeader(line))) continue;
    const pair = readLine(line, origin);
    if (typeof pair === 'string') errors.push(`Line ${index + 1}, “${shorten(line)}”: ${pair}`);
    else pairs.push(pair);
  }
  if (pairs.length > maxRedirects) errors.unshift(`These are more than ${maxRedirects} lines.`);
  if (pairs.length === 0 && errors.length === 0) errors.push('Give at least one line.');
  if (errors.length === 0) return ok(pairs);
  const shown = errors.slice(0, maxShownErrors);
  const rest = errors.length - shown.length;
  if (rest > 0) shown.push(`${rest} more ${rest === 1 ? 'line is' : 'lines are'} wrong.`);
  return failWithFieldErrors({ lines: shown });
}

const headerWords =
  /^(from|to|old|new|source|target|destination|url|address|path|link|redirect|note|comment|code)s?$/i;

/** Several names of columns: "Old URL, New URL". */
function isHeader(line: string): boolean {
  const cells = readCells(line);
  if (typeof cells === 'string' || cells.length < 2) return false;
  return cells.every((cell) => cell.split(/[ _-]+/).every((word) => headerWords.test(word)));
}

const shorten = (line: string): string =>
  line.trim().length > 60 ? `${line.trim().slice(0, 60)}…` : line.trim();

function readLine(line: string, origin: string): PathPair | string {
  const cells = readCells(line);
  if (typeof cells === 'string') return cells;
  const [fromCell = '', toCell = '', ...others] = cells;
  if (fromCell === '' || toCell === '') return 'there are not two addresses.';
  const other = others.find((cell) => cell !== '');
  if (other !== undefined)
    return (
      `there is a ${other === others[0] ? 'third' : 'further'} column, “${shorten(other)}”. ` +
      'Leave it out; an address with a comma in it stands in quotation marks.'
    );
  const from = readFromPath(fromCell, origin);
  if (from === undefined) return 'the first address does not begin with / on this site.';
  if (isOfBackOffice(from)) return 'the first address belongs to the back office.';
  const to = readToPath(toCell, origin);
  return to === undefined ? 'the second address begins with neither / nor https://.' : { from, to };
}

/** In quotation marks, of which two stand for one; else up to a character that separates. */
const quotedCell = /^\s*"((?:[^"]|"")*)"[^\S\t]*/;

/** The trimmed cells of a line, or what is wrong with its quotation marks. */
function readCells(line: string): string[] | string {
  const separators = findSeparators(line);
  const plainCell = new RegExp(`^[^${separators}]*`);
  const cells: string[] = [];
  for (let rest = line; ;) {
    const quoted = quotedCell.exec(rest);
    const [whole, text] = quoted ?? plainCell.exec(rest) ?? [''];
    const cell = (quoted ? (text ?? '').replaceAll('""', '"') : whole).trim();
    if (!quoted && cell.startsWith('"')) return 'a quotation mark is not closed.';
    if (!quoted && cell.includes('"')) return 'a quotation mark stands inside an address.';
    cells.push(cell);
    if (whole.length === rest.length) return cells;
    if (!separators.includes(rest.charAt(whole.length)))
      return 'a quotation mark stands inside an address.';
    rest = rest.slice(whole.length + 1);
  }
}

/**
 * Returns the separator of a line's cells: tabs if it has one, else semicolons if one comes first.
 * After a comma a semicolon separates as well: somebody has typed that line.
 */
function findSeparators(line: string): string {
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  if (plain.includes('\t')) return '\t';
  return /^[^,]*;/.test(plain) ? ';' : ',;';
}
