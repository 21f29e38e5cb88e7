/**
 * What a list can be asked for in its address: known names and known values, everything else is
 * dropped.
 */
export type ListOptions = {
  /** Names of filters, with their values where only some are possible. */
  readonly filters: Readonly<Record<string, readonly string[] | 'text'>>;
  /** Names of the columns that can be sorted by; "-name" is the other way round. */
  readonly sorts: readonly string[];
  readonly defaultSort: string;
};

/** A list's state, which is its address: what the core is asked for, and what every link keeps. */
export type ListAddress = {
  readonly path: string;
  /** Only filters that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** "date", or "-date" for the newest first. */
  readonly sort: string;
  readonly defaultSort: string;
  /** Where the page begins (`after`) or ends (`before`); the first page has neither. */
  readonly after: string | undefined;
  readonly before: string | undefined;
};

const maxLength = 200;

/** The state of the list at a request's address. */
export function readListAddress(requestUrl: string, options: ListOptions): ListAddress {
  const { pathname, searchParams } = new URL(requestUrl);
  const read = (name: string): string | undefined =>
    searchParams.get(name)?.trim().slice(0, maxLength) || undefined;
  const filters = Object.entries(options.filters).flatMap(([name, known]) => {
    const value = read(name);
    const isKnown = value !== undefined && (known === 'text' || known.includes(value));
    return isKnown ? [[name, value] as const] : [];
  });
  const sort = read('sort') ?? options.defaultSort;
  return {
    path: pathname,
    filters: Object.fromEntries(filters),
    sort: options.sorts.includes(sort.replace(/^-/, '')) ? sort : options.defaultSort,
    defaultSort: options.defaultSort,
    after: read('after'),
    before: read('before'),
  };
}

type Change = {
  readonly filters?: Readonly<Record<string, string | undefined>>;
  readonly sort?: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** The link to the list as it would be after a change; without `after` or `before` its first page. */
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
