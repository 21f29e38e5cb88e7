import { parseAmount } from '#core/kernel/money.model.ts';
import { sortOptions, type ReportQuery, type SortOption } from '#core/catalogue/model.ts';

/** The query names of the filters; `q` and `page` come beside them. */
const filterNames = [
  'industry',
  'geography',
  'year',
  'price_from',
  'price_to',
  'pages',
  'pages_from',
  'format',
  'data',
  'data_year',
  'sort',
  'exact',
] as const;
export type FilterName = (typeof filterNames)[number];
/** Several choices of one filter are separated by commas. */
export type FilterValues = Readonly<Partial<Record<FilterName, string>>>;

export const sortLabels: Readonly<Record<SortOption, string>> = {
  match: 'Best match first',
  newest: 'Newest first',
  cheapest: 'Price, low to high',
  dearest: 'Price, high to low',
  longest: 'Most pages first',
  title: 'Title A–Z',
};

/** Whole dollars, euros or yen. */
const maxPrice = 1_000_000;
const maxFilterCharacters = 200;

const parseBoundedInteger = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Number(text), max) : undefined;

function parsePriceCents(text: string | undefined, currency: string): number | undefined {
  const price = parseBoundedInteger(text, maxPrice);
  return price === undefined ? undefined : parseAmount(String(price), currency);
}

export const splitChoices = (value: string | undefined): string[] =>
  value === undefined ? [] : value.split(',').filter((choice) => choice !== '');

const splitNumbers = (value: string | undefined): number[] =>
  splitChoices(value).flatMap((choice) => parseBoundedInteger(choice, 9999) ?? []);

/** A place may have a comma in its name, which separates choices. */
export const toPlaceChoice = (place: string): string => place.replaceAll(',', ';');
const toPlace = (choice: string): string => choice.replaceAll(';', ',');

/** Filters as the address has them: a form repeats a name, a link joins its values. */
export const readFilters = (params: URLSearchParams): FilterValues =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.getAll(name).join(',').slice(0, maxFilterCharacters);
      return value ? [[name, value]] : [];
    }),
  );

/**
 * The query of an address, whose prices are in the store's currency; without another order, words
 * are sorted by how well they match.
 */
export function toReportQuery(
  words: string,
  filters: FilterValues,
  { currency, page }: { readonly currency: string; readonly page?: string | undefined },
): ReportQuery {
  const isSearch = words.trim() !== '';
  const sort = sortOptions.find((option) => option === filters.sort);
  return {
    words,
    industrySlug: filters.industry,
    minPriceCents: parsePriceCents(filters.price_from, currency),
    maxPriceCents: parsePriceCents(filters.price_to, currency),
    minPages: parseBoundedInteger(filters.pages_from, 10_000),
    pageRanges: splitNumbers(filters.pages),
    geographies: splitChoices(filters.geography).map(toPlace),
    years: splitNumbers(filters.year),
    formats: splitChoices(filters.format),
    sources: splitChoices(filters.data),
    dataYears: splitNumbers(filters.data_year),
    isExact: filters.exact !== undefined,
    sort: sort === undefined || (sort === 'match' && !isSearch) ? defaultSort(isSearch) : sort,
    page: parseBoundedInteger(page, 100_000) || 1,
  };
}

const defaultSort = (isSearch: boolean): SortOption => (isSearch ? 'match' : 'newest');

/** The same filters with another value of one; without it if the value is undefined. */
export function changeFilter(
  filters: FilterValues,
  name: FilterName,
  value: string | undefined,
): Record<string, string> {
  const others = Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name));
  return value === undefined ? others : { ...others, [name]: value };
}
