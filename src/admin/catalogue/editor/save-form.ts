/** The editor's form as it is posted without script: all fields at once. */
import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { parseCleanJson } from '#core/kernel/clean-text.model.ts';
import { createHash } from 'node:crypto';
import type { EditedReport, FieldChange } from '#core/catalogue/index.ts';
import { isRowsField, listFormFields, readValue, toTexts } from './field-texts.ts';
import { spreadPeriod } from './period.ts';
import type { Texts } from './texts.ts';

type Reading = { readonly currency: string; readonly readHtml: (html: string) => unknown };

/** Fields to short hashes of what they showed, to be posted back with the form. */
export type Shown = Readonly<Record<string, string>>;

const hashTexts = (texts: Texts): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 16);

export const describeShown = (values: EditedReport['values'], currency: string): Shown =>
  Object.fromEntries(
    listFormFields(values).map((field) => [
      field,
      hashTexts(toTexts(field, values[field], currency)),
    ]),
  );

/** The texts of one field in a posted form; undefined if the form does not have it. */
export function pickTexts(field: DraftField, posted: Texts): Texts | undefined {
  if (!isRowsField(field)) {
    const text = posted[field];
    return text === undefined ? undefined : { [field]: text.replaceAll('\r\n', '\n') };
  }
  const entries = Object.entries(posted).filter(([name]) => name.startsWith(`${field}.`));
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]));
}

/**
 * Returns the person's changes: fields whose posted texts are not those that they were shown. A
 * field that somebody else changed meanwhile has a `before` that the core will find to be wrong.
 */
export function readPostedChanges(
  posted: Texts,
  values: EditedReport['values'],
  reading: Reading,
): FieldChange[] {
  const shown = readShown(posted['shown']);
  const given = { ...posted, ...spreadPeriod(posted) };
  return listFormFields(values).flatMap((path) => {
    const texts = pickTexts(path, given);
    if (!texts) return [];
    const current = toTexts(path, values[path], reading.currency);
    if (isSame(texts, current)) return [];
    const isUntouched = shown[path] === hashTexts({ ...current, ...emptyUnless(current, texts) });
    const before = hashTexts(current) === shown[path] ? values[path] : outdated;
    const hasMore = Object.entries(texts).some(([name, text]) => text && !(name in current));
    if (before === outdated && isUntouched && !hasMore) return [];
    return [{ path, before, after: readValue(path, texts, reading) }];
  });
}

/** No field ever has this value. */
const outdated = '\u0001changed by somebody else meanwhile';

const emptyUnless = (current: Texts, texts: Texts): Texts =>
  Object.fromEntries(Object.keys(current).map((name) => [name, texts[name] ?? '']));

const isSame = (a: Texts, b: Texts): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (name) => (a[name] ?? '') === (b[name] ?? ''),
  );

function readShown(text = ''): Shown {
  const read = parseCleanJson(text);
  return typeof read === 'object' && read !== null ? (read as Shown) : {};
}
