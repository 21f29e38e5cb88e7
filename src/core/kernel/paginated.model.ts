/** One page of a list, of which there is at least one, and how many entries the whole list has. */
export type Paginated<T> = {
  readonly items: readonly T[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageCount: number;
};
