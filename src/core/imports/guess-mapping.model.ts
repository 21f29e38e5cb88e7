/** Which header of a publisher's sheet is which column, guessed from its words. Pure. */
import { fieldNames, getField } from '../catalogue/fields/report-fields.model.ts';
import {
  getPriceName,
  isSpecifiedLicence,
  type LicenceTerms,
} from '../catalogue/reports/licence.model.ts';
import {
  codeColumn,
  isColumn,
  priceColumns,
  toPriceColumn,
  type Mapping,
} from './columns.model.ts';

const otherCodes = ['report_id', 'report_code', 'sku', 'product_code'];
const otherNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...otherCodes.map((name) => [name, codeColumn] as const),
  ...fieldNames
    .map(getField)
    .flatMap(({ column, alsoCalled = [] }) => alsoCalled.map((name) => [name, column] as const)),
]);

/** Returns the header of a price without the words of every price. */
const priceWords: Readonly<Record<string, string>> = {
  '': 'price_single',
  single: 'price_single',
  multi: 'price_multiple',
  multiple: 'price_multiple',
  corporate: 'price_corporate',
  enterprise: 'price_corporate',
  data: 'price_data_sheet',
  data_sheet: 'price_data_sheet',
};
const wordsOfEveryPrice = /^(?:price|cost|in|users?|licen[cs]e|us|usd|eur|gbp|inr|jpy)$/;

/** A header may be called as something that every object has. */
const getOwn = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

type Licence = Pick<LicenceTerms, 'id' | 'name'>;

const removePriceWords = (name: string): string =>
  name
    .split('_')
    .filter((word) => !wordsOfEveryPrice.test(word))
    .join('_');

/** "Single User Price (USD)": each licence's price, whatever currency its header names. */
function findPrice(name: string, licences: readonly Licence[]): string | undefined {
  const rest = removePriceWords(name);
  const hasWord = /price|cost/.test(name);
  const own = licences.find(
    ({ id, name: called }) =>
      !isSpecifiedLicence(id) &&
      [id, called].some((text) => removePriceWords(normalizeHeader(text)) === rest),
  );
  if (own && hasWord) return toPriceColumn(getPriceName(own.id));
  return hasWord || rest.length > 0 ? getOwn(priceWords, rest) : undefined;
}

/** "Question 2", "Q2", "FAQ 2 answer" and the like. */
function findFaq(name: string): string | undefined {
  const [, before, number, behind] =
    /^(?:faq_)?(faq|question|q|answer|a)_?(\d{1,3})(?:_(question|answer))?$/.exec(name) ?? [];
  if (number === undefined) return undefined;
  const field = behind ?? (before?.startsWith('a') ? 'answer' : 'question');
  return `faq_${Number(number)}_${field}`;
}

function findColumn(name: string, licences: readonly Licence[]): string | undefined {
  // A price of a licence is guessed if the store has it: a "price range" is none.
  const isPrice = name.startsWith('price_') && !Object.hasOwn(priceColumns, name);
  const own = isPrice ? undefined : name;
  const found = [own, getOwn(otherNames, name), findPrice(name, licences), findFaq(name)];
  return found.find((column) => column !== undefined && isColumn(column));
}

/** "Price (Single)" as "price_single". */
export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/**
 * Returns the column of each header: as it was mapped before, by its name, or nothing. A column is
 * used once. Prices are those of the store's licences.
 */
export function guessMapping(
  headers: readonly string[],
  remembered: Mapping,
  licences: readonly Licence[] = [],
): Mapping {
  const used = new Set<string>();
  const guesses: [string, string | null][] = [];
  for (const header of headers.filter((name) => name !== '')) {
    const name = normalizeHeader(header);
    const guess = getOwn(remembered, name) ?? findColumn(name, licences) ?? null;
    const isFree = guess !== null && !used.has(guess);
    guesses.push([header, isFree ? guess : null]);
    if (isFree) used.add(guess);
  }
  return Object.fromEntries(guesses);
}
