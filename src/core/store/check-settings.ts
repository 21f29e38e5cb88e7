import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { findLineFault, trimLine } from '../kernel/single-line.model.ts';
import { failWithPlaces, type describeInPlainWords } from './settings-errors.ts';
import { settingsSchema, type StoreSettings } from './settings.model.ts';

/**
 * New settings, each line without what nobody sees at its ends. `invalid` with a sentence for each
 * place. That a text is one line is asked here alone, and not of what stays as it was: settings that
 * were stored before a rule are read all the same.
 */
export function checkSettings(
  input: unknown,
  before: StoreSettings | undefined,
  error?: typeof describeInPlainWords,
): Outcome<StoreSettings> {
  const options = error ? { error } : {};
  const parsed = settingsSchema.safeParse(input, options);
  if (!parsed.success) return failWithPlaces(parsed.error.issues);
  const trimmed = mapLines(parsed.data, (line) => trimLine(line.text));
  const checked = settingsSchema.safeParse(trimmed, options);
  if (!checked.success) return failWithPlaces(checked.error.issues);
  const former = new Set(listLines(before).map(toKey));
  const faults = listLines(checked.data)
    .filter((line) => !former.has(toKey(line)))
    .map(({ path, text }) => ({ path, message: findLineFault(text) ?? '' }))
    .filter(({ message }) => message !== '');
  return faults.length > 0 ? failWithPlaces(faults) : ok(checked.data);
}

type Path = readonly (string | number)[];
type Line = { readonly path: Path; readonly text: string };

const toKey = ({ path, text }: Line): string => JSON.stringify([path, text]);

/** HTML and the texts of emails have several. */
const isLine = (path: Path): boolean =>
  path.at(-1) !== 'html' && !(path[0] === 'emails' && path.at(-1) === 'text');

function listLines(settings: StoreSettings | undefined): Line[] {
  const lines: Line[] = [];
  mapLines(settings, (line) => {
    lines.push(line);
    return line.text;
  });
  return lines;
}

/** The same values with another text for each that stands on one line. */
function mapLines(value: unknown, change: (line: Line) => string, path: Path = []): unknown {
  if (typeof value === 'string') return isLine(path) ? change({ path, text: value }) : value;
  if (Array.isArray(value))
    return value.map((one: unknown, place) => mapLines(one, change, [...path, place]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, mapLines(field, change, [...path, name])]),
  );
}
