/** Which header of a publisher's sheet is which column, guessed from its words. Pure. */
import { isColumn, type Mapping } from './columns.model.ts';

const otherNames: Readonly<Record<string, string>> = {
  published: 'published_on',
  date: 'published_on',
  release_date: 'published_on',
  published_date: 'published_on',
  publish_date: 'published_on',
  publication_date: 'published_on',
  next_update: 'next_update_on',
  contents: 'toc',
  table_of_contents: 'toc',
  description: 'body_html',
  full_description: 'body_html',
  long_description: 'body_html',
  description_html: 'body_html',
  html: 'body_html',
  report_id: 'code',
  report_code: 'code',
  sku: 'code',
  product_code: 'code',
  name: 'title',
  report_title: 'title',
  report_name: 'title',
  product_name: 'title',
  category: 'industry',
  url: 'slug',
  url_slug: 'slug',
  status: 'state',
  page_count: 'pages',
  number_of_pages: 'pages',
  no_of_pages: 'pages',
  total_pages: 'pages',
  summary: 'short_description',
  abstract: 'short_description',
  synopsis: 'short_description',
  teaser: 'short_description',
  author: 'authors',
  region: 'geography',
  regions: 'geography',
  countries: 'geography',
  forecast_year: 'forecast_to',
  list_of_tables: 'tables',
  list_of_figures: 'figures',
  segments: 'segmentation',
  key_players: 'companies',
  key_companies: 'companies',
  companies_covered: 'companies',
  companies_mentioned: 'companies',
  companies_profiled: 'companies',
  meta_keywords: 'keywords',
  tags: 'keywords',
  seo_title: 'meta_title',
  seo_description: 'meta_description',
  related: 'related_codes',
  related_reports: 'related_codes',
};

/** What remains of the header of a price when the words of every price are taken away. */
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

/** "Single User Price (USD)": each licence's price, whatever currency its header names. */
function findPrice(name: string): string | undefined {
  const rest = name.split('_').filter((word) => !wordsOfEveryPrice.test(word));
  const isPrice = /price|cost/.test(name) || rest.length > 0;
  return isPrice ? getOwn(priceWords, rest.join('_')) : undefined;
}

/** "Question 2", "Q2", "FAQ 2 answer" and the like. */
function findFaq(name: string): string | undefined {
  const [, before, number, behind] =
    /^(?:faq_)?(faq|question|q|answer|a)_?(\d{1,3})(?:_(question|answer))?$/.exec(name) ?? [];
  if (number === undefined) return undefined;
  const field = behind ?? (before?.startsWith('a') ? 'answer' : 'question');
  return `faq_${Number(number)}_${field}`;
}

function findColumn(name: string): string | undefined {
  const found = [name, getOwn(otherNames, name), findPrice(name), findFaq(name)];
  return found.find((column) => column !== undefined && isColumn(column));
}

/** "Price (Single)" as "price_single". */
export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/** What each header is: as it was mapped before, by its name, or nothing. A column is used once. */
export function guessMapping(headers: readonly string[], remembered: Mapping): Mapping {
  const used = new Set<string>();
  const guesses: [string, string | null][] = [];
  for (const header of headers.filter((name) => name !== '')) {
    const name = normalizeHeader(header);
    const guess = getOwn(remembered, name) ?? findColumn(name) ?? null;
    const isFree = guess !== null && !used.has(guess);
    guesses.push([header, isFree ? guess : null]);
    if (isFree) used.add(guess);
  }
  return Object.fromEntries(guesses);
}
