/** The page after a cursor of a list or before one, else its first page. */
export type WantedPage = {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/**
 * A page of a list as its address asks for it: filters and order by name, and where it begins or
 * ends.
 */
export type WantedList = WantedPage & {
  readonly filters: Readonly<Record<string, string>>;
  /** "date", or "-date" for the other way round. */
  readonly sort: string;
};
