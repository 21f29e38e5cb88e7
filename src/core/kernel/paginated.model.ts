/** One page of a list, of which there is at least one, and how many entries the whole list has. */
export type Paginated<T> = {
  readonly items: readonly T[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageCount: number;
};

/** Returns how many pages a list of so many entries has: at least one. */
export const countPages = (entries: number, perPage: number): number =>
  Math.max(1, Math.ceil(entries / perPage));
