import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { toPlainText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { listOverwritten } from '#core/store/changed-settings.model.ts';
import type { NumberedSettings } from '#core/store/index.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import { nameField, readFieldLabels, readFieldOptions } from '#admin/frame/field-labels.ts';
import type { ReactNode } from 'react';

/** The settings that a form shows, and what others have saved since it was opened. */
export type ShownSettings = NumberedSettings & {
  readonly savedNow: readonly (readonly [label: string, text: string])[];
};

/** People's words for a value that is no text of a field; undefined if no form shows it. */
export type ShowValues = Readonly<Record<string, (value: unknown) => string | undefined>>;

type Compared = {
  /** As the form was filled. */
  readonly seen: StoreSettings;
  readonly now: StoreSettings;
  readonly typed: Readonly<Record<string, unknown>>;
};

/** Returns the values that the form with these fields would overwrite, as people read them. */
export function listSavedNow(
  { seen, now, typed }: Compared,
  { fields, showValues = {} }: { readonly fields: ReactNode; readonly showValues?: ShowValues },
  readBody: (html: string) => RichText,
): ShownSettings['savedNow'] {
  const [labels, options] = [readFieldLabels(fields), readFieldOptions(fields)];
  const show = (place: string, name: string, value: unknown): string | undefined => {
    if (Object.hasOwn(showValues, place)) return showValues[place]?.(value);
    const chosen = options.get(name)?.find(([one]) => one === value);
    if (chosen) return chosen[1];
    return place.endsWith('.html') ? toPlainText(readBody(String(value))) : toText(value);
  };
  return listOverwritten({ seen, now, typed }, Object.keys(typed)).flatMap(({ path, value }) => {
    const place = path.join('.');
    // Fields of a thing that is found by its id are named by that alone.
    const name = labels.has(place) ? place : path.slice(1).join('.');
    const shown = show(place, name, value);
    return shown === undefined ? [] : [[labels.get(name) ?? nameField(place), shown] as const];
  });
}

/** A list has a line for each; of a thing its texts, one after the other. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toInnerText).join('\n');
  return toInnerText(value);
}

function toInnerText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value.toString();
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(toInnerText).filter(Boolean).join(', ');
}
