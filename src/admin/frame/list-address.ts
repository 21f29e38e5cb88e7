import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import { formKeyField } from './form-key.tsx';

/** The filters and sorts that a list takes from its address. */
export type ListOptions = {
  /** Names of filters, with their values if only some are possible, or what makes one readable. */
  readonly filters: Readonly<
    Record<string, readonly string[] | 'text' | ((value: string) => boolean)>
  >;
  /** Names of what else the page reads in its address. */
  readonly others?: readonly string[];
  /** Names of the columns that can be sorted by; "-name" is the other way round. */
  readonly sorts: readonly string[];
  readonly defaultSort: string;
};

/** A list's state, which is its address: the query to the core, kept by every link. */
export type ListAddress = {
  readonly path: string;
  /** Only filters that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** Names in the address by which the list is not narrowed: unknown ones, or with such values. */
  readonly unread: readonly string[];
  /** "date", or "-date" for the newest first. */
  readonly sort: string;
  readonly defaultSort: string;
  /** Where the page begins (`after`) or ends (`before`); the first page has neither. */
  readonly after: string | undefined;
  readonly before: string | undefined;
};

const maxLength = 200;
const knownByAll = ['sort', 'after', 'before', formKeyField];

/** The state of the list at a request's address. */
export function readListAddress(requestUrl: string, options: ListOptions): ListAddress {
  const { pathname, searchParams } = new URL(requestUrl);
  const read = (name: string): string | undefined =>
    searchParams.get(name)?.trim().slice(0, maxLength) || undefined;
  const filters = Object.entries(options.filters).flatMap(([name, known]) => {
    const value = read(name);
    // What was typed stays in its field, also if it can't be read.
    const isShown = value !== undefined && (typeof known !== 'object' || known.includes(value));
    return isShown ? [[name, value] as const] : [];
  });
  const sort = read('sort') ?? options.defaultSort;
  return {
    path: pathname,
    filters: Object.fromEntries(filters),
    unread: [...new Set(searchParams.keys())].filter(
      (name) => !isRead(options, name, searchParams.getAll(name)),
    ),
    sort: options.sorts.includes(sort.replace(/^-/, '')) ? sort : options.defaultSort,
    defaultSort: options.defaultSort,
    after: read('after'),
    before: read('before'),
  };
}

function isRead(
  { filters, others = [] }: ListOptions,
  name: string,
  values: readonly string[],
): boolean {
  if ([...knownByAll, ...others].includes(name)) return true;
  const known = Object.hasOwn(filters, name) ? filters[name] : undefined;
  const [value = '', ...more] = values.map((text) => text.trim());
  if (known === undefined || more.length > 0 || value.length > maxLength) return false;
  if (value === '' || known === 'text') return true;
  return typeof known === 'function' ? known(value) : known.includes(value);
}

/**
 * For what is done to all that a list has, as an export: `invalid` if it is wider than its address
 * says.
 */
export function refuseUnread({ unread }: Pick<ListAddress, 'unread'>): Refusal | undefined {
  if (unread.length === 0) return undefined;
  return fail(
    'invalid',
    `The address asks for ${quote(unread)}, which the list can’t be narrowed by: nothing was done.`,
  );
}

/** “min” and “max” */
export const quote = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format(names.map((name) => `“${name.slice(0, 40)}”`));

type Change = {
  readonly filters?: Readonly<Record<string, string | undefined>>;
  readonly sort?: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/**
 * The link to the list as it would be after a change; without `after` or `before` its first page.
 */
export function hrefOfList(list: ListAddress, change: Change = {}): string {
  const query = new URLSearchParams();
  const sort = change.sort ?? list.sort;
  for (const [name, value] of Object.entries({ ...list.filters, ...change.filters }))
    if (value) query.set(name, value);
  if (sort !== list.defaultSort) query.set('sort', sort);
  if (change.after) query.set('after', change.after);
  if (change.before) query.set('before', change.before);
  return query.size === 0 ? list.path : `${list.path}?${query}`;
}

/** The link to the list exactly as it is, for the way back from one of its rows. */
export const hrefOfSameList = (list: ListAddress): string =>
  hrefOfList(list, { after: list.after, before: list.before });
