/** Which parts of the settings a change has, as the audit log keeps it and takes it back. Pure. */
import { z } from 'zod';
import type { StaffVerb } from '../staff/verbs.model.ts';
import type { StoreSettings } from './settings.model.ts';

type Part = keyof StoreSettings;
type Fields = Readonly<Record<string, unknown>>;

const verbs: Partial<Readonly<Record<string, StaffVerb>>> = {
  navigation: 'navigation.edit',
  policies: 'policy.publish',
  ...Object.fromEntries(
    (
      ['name', 'brand', 'contact', 'offices', 'about', 'social', 'home', 'texts', 'metas'] as const
    ).map((part: Part) => [part, 'site.edit'] as const),
  ),
};

/** The verb that changes these parts. Throws if they need more than one. */
export function findSettingsVerb(parts: readonly string[]): StaffVerb {
  const needed = new Set(parts.map((part) => verbs[part] ?? 'settings.edit'));
  const [verb] = needed;
  if (!verb || needed.size > 1) throw new Error(`${parts.join(', ')} are not changed together`);
  return verb;
}

/** Of `parts`: what differs, to the depth of one field of a part. A missing field was not there. */
export function findChanges(
  before: Fields,
  after: Fields,
  parts: readonly string[],
): { before: Fields; after: Fields } {
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  for (const part of parts) {
    const [was, is] = [before[part], after[part]];
    if (isSame(was, is)) continue;
    const names = isFields(was) && isFields(is) ? listDiffering(was, is) : undefined;
    old[part] = names && isFields(was) ? pick(was, names) : was;
    fresh[part] = names && isFields(is) ? pick(is, names) : is;
  }
  return { before: old, after: fresh };
}

/** A text, a number, a yes or no, or a list of the settings, and where it is. */
export type SettingsValue = { readonly path: readonly string[]; readonly value: unknown };

/**
 * Of what a form says: the values that somebody has changed since it was filled, as they are now. It
 * would overwrite them. Of things with an id, each is where its id is; an empty value is none.
 */
export function listOverwritten(
  { seen, now, typed }: { readonly seen: Fields; readonly now: Fields; readonly typed: Fields },
  parts: readonly string[],
): SettingsValue[] {
  const listOf = (fields: Fields): Values => listValues(pick(fields, parts));
  const [was, is, willBe] = [listOf(seen), listOf(now), listOf(typed)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((place) => isOther(was, is, place) && isOther(is, willBe, place))
    .map((place) => ({ path: place.split('\n'), value: is.get(place) ?? '' }));
}

/** By the names on the way to each. */
type Values = ReadonlyMap<string, unknown>;

const isOther = (one: Values, other: Values, place: string): boolean =>
  !isSame(one.get(place) ?? '', other.get(place) ?? '');

function listValues(value: unknown, path: readonly string[] = []): Map<string, unknown> {
  const fields = Array.isArray(value) ? findFieldsById(value) : value;
  if (isFields(fields))
    return new Map(
      Object.entries(fields).flatMap(([name, field]) => [...listValues(field, [...path, name])]),
    );
  const isNothing = value === null || value === '' || isSame(value, []) || value === undefined;
  return new Map(isNothing ? [] : [[path.join('\n'), value]]);
}

function findFieldsById(list: readonly unknown[]): Fields | undefined {
  const things = list.filter(isFields);
  const isWithIds = things.every(({ id }) => typeof id === 'string');
  if (things.length === 0 || things.length < list.length || !isWithIds) return undefined;
  return Object.fromEntries(things.map(({ id, ...fields }) => [id, fields]));
}

/** The settings with what `change` changed set to how it was; undefined if it differs by now. */
export function revertChanges(
  settings: Fields,
  change: { readonly before: unknown; readonly after: unknown },
): Fields | undefined {
  const before = fieldsSchema.safeParse(change.before).data;
  const after = fieldsSchema.safeParse(change.after).data;
  if (!before || !after || Object.keys(after).length === 0) return undefined;
  const reverted: Record<string, unknown> = { ...settings };
  for (const [part, value] of Object.entries(after)) {
    const current = settings[part];
    const was = before[part];
    if (!isFields(value) || !isFields(was) || !isFields(current)) {
      if (!isSame(current, value)) return undefined;
      reverted[part] = was;
      continue;
    }
    const names = [...new Set([...Object.keys(value), ...Object.keys(was)])];
    if (!isSame(pick(current, names), value)) return undefined;
    const kept = Object.entries(current).filter(([name]) => !names.includes(name));
    reverted[part] = { ...Object.fromEntries(kept), ...was };
  }
  return reverted;
}

const fieldsSchema = z.record(z.string(), z.unknown());

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const listDiffering = (one: Fields, other: Fields): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => !isSame(one[name], other[name]),
  );

/** Names may be in another order: the database keeps them in its own. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sortNames(one)) === JSON.stringify(sortNames(other));

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sortNames(field)]));
}
