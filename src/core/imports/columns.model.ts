/** The columns that a sheet of reports may have, and which of its headers are which. Pure. */
import type { PriceName, ReportParts } from '../catalogue/report-input.model.ts';

/** How the text of a cell is read. `lines`: one a line; `list`: separated by semicolons as well. */
export type CellKind =
  | 'line'
  | 'text'
  | 'date'
  | 'number'
  | 'list'
  | 'lines'
  | 'html'
  | 'contents'
  | 'segmentation'
  | 'json';

type PartName = Exclude<keyof ReportParts, 'prices' | 'faqs' | 'keyFigures'>;
export type PartColumn = {
  readonly name: string;
  readonly part: PartName;
  readonly kind: CellKind;
};

const part = (name: string, partName: PartName, kind: CellKind): PartColumn => ({
  name,
  part: partName,
  kind,
});

/** In the order in which they are exported. */
export const partColumns: readonly PartColumn[] = [
  part('title', 'title', 'line'),
  part('industry', 'industry', 'line'),
  part('further_industries', 'furtherIndustries', 'list'),
  part('slug', 'slug', 'line'),
  part('state', 'state', 'line'),
  part('published_on', 'publishedOn', 'date'),
  part('next_update_on', 'nextUpdateOn', 'date'),
  part('period_from', 'periodFrom', 'number'),
  part('period_to', 'periodTo', 'number'),
  part('base_year', 'baseYear', 'number'),
  part('forecast_to', 'forecastTo', 'number'),
  part('geography', 'geography', 'list'),
  part('authors', 'authors', 'list'),
  part('pages', 'pages', 'number'),
  part('short_description', 'shortDescription', 'line'),
  part('body_html', 'description', 'html'),
  part('toc', 'contents', 'contents'),
  part('tables', 'tables', 'lines'),
  part('figures', 'figures', 'lines'),
  part('segmentation', 'segmentation', 'segmentation'),
  part('companies', 'companies', 'list'),
  part('keywords', 'keywords', 'list'),
  part('synonyms', 'synonyms', 'list'),
  part('meta_title', 'metaTitle', 'line'),
  part('meta_description', 'metaDescription', 'line'),
  part('related_codes', 'relatedCodes', 'list'),
  part('data', 'data', 'json'),
];

export const codeColumn = 'code';
export const priceColumns: Readonly<Record<string, PriceName>> = {
  price_single: 'single',
  price_multiple: 'multiple',
  price_corporate: 'corporate',
  price_data_sheet: 'dataSheet',
};
const faqFields = ['question', 'answer'] as const;
const keyFigureFields = ['label', 'value', 'years', 'source', 'computed'] as const;

/** Columns that exist once for each of several: faq_1_question, faq_2_question … */
export const numberedColumns = {
  faqs: { prefix: 'faq', fields: faqFields, max: 100 },
  keyFigures: { prefix: 'key_figure', fields: keyFigureFields, max: 50 },
} as const;

/** A new report can't be made without these. */
const requiredColumns: readonly string[] = [codeColumn, 'title', 'industry'];

const plainNames: ReadonlySet<string> = new Set([
  codeColumn,
  ...partColumns.map(({ name }) => name),
  ...Object.keys(priceColumns),
]);
/** Names that a header can be mapped to; numbered ones are found by their name. */
export const columnNames: readonly string[] = [...plainNames];
/** Long texts continue in a column named like theirs with _2 behind it, then _3. */
const longKinds: ReadonlySet<CellKind> = new Set(['html', 'contents', 'json', 'lines', 'list']);
const longNames: ReadonlySet<string> = new Set(
  partColumns.filter(({ kind }) => longKinds.has(kind)).map(({ name }) => name),
);

/** The column and its place, for a name of a column that goes on: "body_html" and 2. */
export function parseContinuation(name: string): readonly [string, number] | undefined {
  const [, base = '', digits = ''] = /^(\w+?)_(\d{1,2})$/.exec(name) ?? [];
  return longNames.has(base) && Number(digits) >= 2 ? [base, Number(digits)] : undefined;
}

function isColumn(name: string): boolean {
  if (plainNames.has(name) || parseContinuation(name)) return true;
  return Object.values(numberedColumns).some(({ prefix, fields, max }) => {
    const [, digits, field] = new RegExp(`^${prefix}_([1-9]\\d{0,2})_(\\w+)$`).exec(name) ?? [];
    return Number(digits) <= max && fields.some((one) => one === field);
  });
}

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
  summary: 'short_description',
  abstract: 'short_description',
  synopsis: 'short_description',
  teaser: 'short_description',
  price: 'price_single',
  single_user: 'price_single',
  single_user_price: 'price_single',
  price_multi: 'price_multiple',
  multi_user: 'price_multiple',
  multi_user_price: 'price_multiple',
  multiple_user: 'price_multiple',
  corporate_user: 'price_corporate',
  enterprise: 'price_corporate',
  price_data: 'price_data_sheet',
  data_sheet: 'price_data_sheet',
  author: 'authors',
  region: 'geography',
  regions: 'geography',
  countries: 'geography',
  forecast_year: 'forecast_to',
  list_of_tables: 'tables',
  list_of_figures: 'figures',
  segments: 'segmentation',
  key_players: 'companies',
  companies_mentioned: 'companies',
  meta_keywords: 'keywords',
  tags: 'keywords',
  seo_title: 'meta_title',
  seo_description: 'meta_description',
  related: 'related_codes',
  related_reports: 'related_codes',
};

/** "Price (Single)" as "price_single". */
export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/** Header to column; null for a header whose column is left out. */
export type Mapping = Readonly<Record<string, string | null>>;

/** What the file calls a column; the column's own name where it has none. */
export const findHeader = (column: string, mapping: Mapping): string =>
  Object.entries(mapping).find(([, mapped]) => mapped === column)?.[0] ?? column;

/** What each header is: as it was mapped before, by its name, or nothing. A column is used once. */
export function guessMapping(headers: readonly string[], remembered: Mapping): Mapping {
  const used = new Set<string>();
  const guesses: [string, string | null][] = [];
  for (const header of headers.filter((name) => name !== '')) {
    const name = normalizeHeader(header);
    const guess = remembered[name] ?? (isColumn(name) ? name : (otherNames[name] ?? null));
    const isFree = guess !== null && !used.has(guess);
    guesses.push([header, isFree ? guess : null]);
    if (isFree) used.add(guess);
  }
  return Object.fromEntries(guesses);
}

/** Columns without which the rows can't be read; of an update the code is enough. */
export function listMissingColumns(mapping: Mapping, isUpdateOnly: boolean): string[] {
  const mapped = new Set(Object.values(mapping));
  const required = isUpdateOnly ? [codeColumn] : requiredColumns;
  return required.filter((name) => !mapped.has(name));
}

/** Sentences by header for a mapping that a person made. */
export function checkMapping(
  headers: readonly string[],
  mapping: Mapping,
): Readonly<Record<string, readonly string[]>> {
  const errors: Record<string, string[]> = {};
  const used = new Map<string, string>();
  for (const [header, column] of Object.entries(mapping)) {
    if (!headers.includes(header)) errors[header] = ['The file has no column of this name.'];
    else if (column !== null && !isColumn(column))
      errors[header] = [`There is no column "${column}"; docs/import.md lists them all.`];
    else if (column !== null && used.has(column))
      errors[header] = [`"${used.get(column)}" is ${column} already.`];
    else if (column !== null) used.set(column, header);
  }
  return errors;
}
