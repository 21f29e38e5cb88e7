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
 * A first line of names is left out, and so are empty ones. `invalid` with a sentence for each of
 * the first wrong lines.
 */
export function readRedirectLines(text: string, origin: string): Outcome<PathPair[]> {
  const pairs: PathPair[] = [];
  const errors: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && /^\W*from\W/i.test(line))) continue;
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

const shorten = (line: string): string =>
  line.trim().length > 60 ? `${line.trim().slice(0, 60)}…` : line.trim();

function readLine(line: string, origin: string): PathPair | string {
  const cells = /^\s*(?:"([^"]*)"|([^",;\t]*))\s*[,;\t]\s*(?:"([^"]*)"|([^"\t;]*?))\s*$/.exec(line);
  if (!cells) return 'there are not two addresses.';
  const [, quotedFrom, plainFrom, quotedTo, plainTo] = cells;
  const from = readFromPath(quotedFrom ?? plainFrom ?? '', origin);
  if (from === undefined) return 'the first address does not begin with / on this site.';
  if (isOfBackOffice(from)) return 'the first address belongs to the back office.';
  const to = readToPath(quotedTo ?? plainTo ?? '', origin);
  return to === undefined ? 'the second address begins with neither / nor https://.' : { from, to };
}
