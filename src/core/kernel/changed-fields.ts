import { isDeepStrictEqual } from 'node:util';

/** Before and after of the fields that changed, as the audit log keeps them. */
export function changedFields<T extends object>(
  before: Readonly<Record<keyof T, unknown>>,
  after: T,
): { before: object; after: object } {
  const changed = Object.entries(after).filter(
    ([name, value]) => before[name as keyof T] !== value,
  );
  const names = new Set(changed.map(([name]) => name));
  const wasBefore = Object.entries(before).filter(([name]) => names.has(name));
  return { before: Object.fromEntries(wasBefore), after: Object.fromEntries(changed) };
}

/** Whether a thing has these values already: dates, lists and objects are compared by what they say. */
export const hasValues = (thing: object, values: object): boolean =>
  isDeepStrictEqual({ ...thing, ...values }, { ...thing });
