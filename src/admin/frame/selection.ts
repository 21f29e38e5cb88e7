import { parseId } from '#core/kernel/id.model.ts';

/** Which rows a posted list is about: some by their keys, or all that its filter matched. */
export type Selection =
  | { readonly kind: 'some'; readonly keys: readonly string[] }
  | { readonly kind: 'all-matching'; readonly count: number; readonly newestId: number };

/** Reads what `BulkBar` and the boxes of `ListTable` post. */
export function readSelection(fields: Readonly<Record<string, string>>): Selection {
  const [count, newestId] = ['matching-count', 'matching-newest-id'].map((name) =>
    fields[name] === '0' ? 0 : parseId(fields[name]),
  );
  const isAll = fields['all-matching'] === '1';
  if (isAll && count !== undefined && newestId !== undefined)
    return { kind: 'all-matching', count, newestId };
  const keys = Object.keys(fields)
    .filter((name) => name.startsWith('pick.'))
    .map((name) => name.slice('pick.'.length));
  return { kind: 'some', keys };
}
