/** Text from outside, made fit to be stored. Pure, safe in the browser. */
import { fail, ok, type Outcome } from './outcome.model.ts';

/** Levels of objects and lists within each other that a JSON body may have. */
const maxJsonDepth = 8;

/**
 * The text without NUL characters and halves of surrogate pairs, which PostgreSQL can't store: each
 * is U+FFFD.
 */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** The first `maxLength` characters, clean: a pair that was cut in half is U+FFFD. */
export const cleanPrefix = (text: string, maxLength: number): string =>
  cleanText(text.slice(0, maxLength));

/**
 * A parsed JSON value whose texts and names are all clean. `malformed` if it has more than eight
 * levels.
 */
export function cleanJson(value: unknown, maxDepth = maxJsonDepth): Outcome<unknown> {
  if (typeof value === 'string') return ok(cleanText(value));
  if (typeof value !== 'object' || value === null) return ok(value);
  if (maxDepth === 0) return fail('malformed', `The JSON has more than ${maxJsonDepth} levels.`);
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const cleaned = cleanJson(member, maxDepth - 1);
    if (!cleaned.ok) return cleaned;
    entries.push([cleanText(name), cleaned.value]);
  }
  return ok(
    Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries),
  );
}

/**
 * Levels of a value that our own scripts write into a field: trees of texts are deeper than calls.
 */
const maxFieldDepth = 60;

/**
 * The value of a JSON text, with clean texts and names; undefined for what is no JSON, or too deep.
 */
export function parseCleanJson(text: string): unknown {
  try {
    const cleaned = cleanJson(JSON.parse(text), maxFieldDepth);
    return cleaned.ok ? cleaned.value : undefined;
  } catch {
    return undefined;
  }
}
