/**
 * Every field of a report, once: schema, form, editor, drafts, versions' comparison, import, export
 * and docs/import.md come from this table (decision 0062). Pure, safe in the browser.
 */
import type { PriceName } from '../reports/report-input.model.ts';
import type { FieldKind, KindValues, ReportField } from './field-kinds.model.ts';

const slug = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;
const day =
  '`2026-11-22`, `22.11.2026`, `22 Nov 2026` or a date cell of Excel; `03/05/2026` may be two ' +
  'days and is an error';
const years = { kind: 'number', max: 9999, holds: 'years', shows: 'page' } as const;
const list = { kind: 'list', holds: 'lists', shows: 'page' } as const;
const lines = { kind: 'lines', holds: 'one a line', shows: 'page', maxLength: 1000 } as const;
const forSearchEngines = { kind: 'line', holds: 'for search engines', shows: 'page' } as const;

/** In the order of an export's columns, in which versions are compared as well. */
export const reportFields = {
  title: {
    kind: 'line',
    label: 'Title',
    said: 'The title',
    maxLength: 3000,
    column: 'title',
    alsoCalled: ['name', 'report_title', 'report_name', 'product_name'],
    holds: 'one line',
    isRequired: true,
    editor: { part: 'report', at: 'above' },
    shows: 'lists',
    isProse: true,
  },
  /** Of the main one: given as slug or name, stored as slug. */
  industry: {
    kind: 'line',
    label: 'Industry',
    said: 'The industry',
    maxLength: 300,
    column: 'industry',
    alsoCalled: ['category'],
    holds: 'name or slug of the main industry',
    isRequired: true,
    editor: { part: 'report', offers: 'industries' },
    shows: 'elsewhere',
  },
  furtherIndustries: {
    kind: 'list',
    label: 'Further industries',
    said: 'An industry',
    maxLength: 300,
    maxCount: 20,
    column: 'further_industries',
    holds: 'a list',
    editor: { part: 'report', rows: 2, hint: 'One per line.', offers: 'industries' },
    shows: 'elsewhere',
  },
  slug: {
    kind: 'line',
    label: 'Address',
    said: 'The slug',
    maxLength: 200,
    rule: (given: string) =>
      slug.test(given)
        ? undefined
        : 'A slug has lower-case letters, digits and hyphens: “wheat-market-2026”.',
    column: 'slug',
    alsoCalled: ['url', 'url_slug'],
    holds: 'the address; made from the title where it is blank',
    editor: {
      part: 'report',
      at: 'above',
      hint:
        '/{slug} – follows the title until the report is first published; after that, ' +
        'former addresses redirect to the new one.',
    },
    shows: 'lists',
  },
  state: {
    kind: 'state',
    label: 'State',
    column: 'state',
    alsoCalled: ['status'],
    holds: '`draft`, `scheduled` (published on its day), `published`, `withdrawn`',
    shows: 'elsewhere',
  },
  publishedOn: {
    kind: 'day',
    label: 'Published on',
    column: 'published_on',
    alsoCalled: [
      'published',
      'date',
      'release_date',
      'published_date',
      'publish_date',
      'publication_date',
    ],
    holds: day,
    editor: { part: 'scope', hint: 'If empty, the day of publication.' },
    shows: 'lists',
  },
  nextUpdateOn: {
    kind: 'day',
    label: 'Next update',
    column: 'next_update_on',
    alsoCalled: ['next_update'],
    holds: day,
    editor: { part: 'scope' },
    shows: 'page',
  },
  periodFrom: {
    ...years,
    label: 'Period from',
    said: 'The first year',
    column: 'period_from',
    editor: {
      part: 'scope',
      hint: 'A year, or all at once: “2019–2025, forecast 2032”.',
      takesWords: true,
    },
  },
  periodTo: {
    ...years,
    label: 'Period to',
    said: 'The last year',
    column: 'period_to',
    editor: { part: 'scope' },
  },
  baseYear: {
    ...years,
    label: 'Base year',
    said: 'The base year',
    column: 'base_year',
    editor: { part: 'scope' },
  },
  forecastTo: {
    ...years,
    label: 'Forecast to',
    said: 'The forecast year',
    column: 'forecast_to',
    alsoCalled: ['forecast_year'],
    editor: { part: 'scope' },
  },
  geography: {
    ...list,
    label: 'Geography',
    said: 'A place',
    maxLength: 200,
    maxCount: 300,
    column: 'geography',
    alsoCalled: ['region', 'regions', 'countries'],
    editor: { part: 'scope', rows: 2, hint: 'One per line.' },
  },
  authors: {
    ...list,
    label: 'Authors',
    said: 'An author',
    maxLength: 200,
    maxCount: 20,
    column: 'authors',
    alsoCalled: ['author'],
    editor: { part: 'report', rows: 2, hint: 'People or desks, one a line.', offers: 'authors' },
  },
  /** How buyers get it; what the store's settings say if it is not given for a new report. */
  delivery: {
    kind: 'delivery',
    label: 'Delivery',
    column: 'delivery',
    holds:
      '`files` (uploaded), `made` (from the data), `by us within 10 days`, or `none` (not for ' +
      'sale); see below',
    editor: { part: 'delivery', at: 'above' },
    shows: 'elsewhere',
  },
  pages: {
    kind: 'number',
    label: 'Pages',
    said: 'The number of pages',
    max: 100_000,
    column: 'pages',
    alsoCalled: ['page_count', 'number_of_pages', 'no_of_pages', 'total_pages'],
    holds: 'a whole number; left blank where files are uploaded, whose pages are counted',
    editor: { part: 'scope', hint: 'Counted where files are uploaded: leave it empty then.' },
    shows: 'lists',
  },
  /** Plain text. */
  shortDescription: {
    kind: 'line',
    label: 'Short description',
    said: 'The short description',
    maxLength: 300,
    column: 'short_description',
    alsoCalled: ['summary', 'abstract', 'synopsis', 'teaser'],
    holds: 'plain, 300 characters',
    editor: {
      part: 'texts',
      at: 'above',
      rows: 3,
      hint: 'On cards and in the search. The beginning of the description where it is empty.',
    },
    shows: 'lists',
    isProse: true,
  },
  description: {
    kind: 'richText',
    label: 'Description',
    column: 'body_html',
    alsoCalled: ['description', 'full_description', 'long_description', 'description_html', 'html'],
    holds: 'the description: plain text or HTML, see below',
    editor: {
      part: 'texts',
      at: 'above',
      rows: 16,
      hint:
        'As HTML where there is no script: h2, h3, p, ul, ol, table, strong, em, a. Everything ' +
        'else becomes text.',
    },
    shows: 'page',
    isProse: true,
  },
  contents: {
    kind: 'contents',
    label: 'Contents',
    column: 'toc',
    alsoCalled: ['contents', 'table_of_contents'],
    holds:
      'the table of contents: one entry a line, numbered or indented; pasted from Word it may ' +
      'have page numbers, or HTML',
    editor: {
      part: 'contents',
      at: 'above',
      label: 'Table of contents',
      rows: 12,
      hint:
        'You can paste it from Word: levels are kept, page numbers are left out. Alt with ' +
        'the up or down arrow key moves an entry and everything below it; Tab and ' +
        'Shift+Tab change its level. To leave the contents, press Esc and then Tab.',
    },
    shows: 'page',
    isProse: true,
  },
  /** The list of tables. */
  tables: {
    ...lines,
    label: 'Tables',
    said: 'A table',
    maxCount: 2000,
    column: 'tables',
    alsoCalled: ['list_of_tables'],
    editor: { part: 'contents', hint: 'One per line.' },
  },
  /** The list of figures. */
  figures: {
    ...lines,
    label: 'Figures',
    said: 'A figure',
    maxCount: 2000,
    column: 'figures',
    alsoCalled: ['list_of_figures'],
    editor: { part: 'contents', hint: 'One per line.' },
  },
  segmentation: {
    kind: 'segmentation',
    label: 'Segmentation',
    maxCount: 100,
    column: 'segmentation',
    alsoCalled: ['segments'],
    holds: 'one a line: `By format: standard; slim`',
    editor: { part: 'market', hint: 'One per line: “By type: hard wheat; soft wheat”.' },
    shows: 'page',
  },
  companies: {
    ...list,
    label: 'Companies',
    said: 'A company',
    maxLength: 300,
    maxCount: 2000,
    column: 'companies',
    alsoCalled: [
      'key_players',
      'key_companies',
      'companies_covered',
      'companies_mentioned',
      'companies_profiled',
    ],
    editor: { part: 'market', hint: 'One per line.' },
  },
  keyFigures: {
    kind: 'keyFigures',
    label: 'Key figures',
    maxCount: 50,
    column: 'key_figure',
    holds: 'then `key_figure_2_label` … 50',
    editor: { part: 'market', at: 'above' },
    shows: 'page',
    isProse: true,
  },
  faqs: {
    kind: 'faqs',
    label: 'Questions',
    maxCount: 100,
    column: 'faq',
    holds: 'then `faq_2_question` … 100; given ones replace all former ones',
    editor: { part: 'market', at: 'below', label: 'Questions and answers' },
    shows: 'page',
    isProse: true,
  },
  keywords: {
    ...list,
    label: 'Keywords',
    said: 'A keyword',
    maxLength: 200,
    maxCount: 200,
    column: 'keywords',
    alsoCalled: ['meta_keywords', 'tags'],
    editor: { part: 'search', hint: 'One per line.' },
  },
  synonyms: {
    ...list,
    label: 'Synonyms',
    said: 'A synonym',
    maxLength: 200,
    maxCount: 200,
    column: 'synonyms',
    editor: { part: 'search', hint: 'Other words that find this report.' },
    shows: 'elsewhere',
  },
  metaTitle: {
    ...forSearchEngines,
    label: 'Title for search engines',
    said: 'The title for search engines',
    maxLength: 3000,
    column: 'meta_title',
    alsoCalled: ['seo_title'],
    editor: { part: 'search', at: 'above', idealLength: 60 },
    isProse: true,
  },
  metaDescription: {
    ...forSearchEngines,
    label: 'Description for search engines',
    said: 'The description for search engines',
    maxLength: 1000,
    column: 'meta_description',
    alsoCalled: ['seo_description'],
    editor: { part: 'search', at: 'above', idealLength: 160 },
    isProse: true,
  },
  relatedCodes: {
    ...list,
    label: 'Related reports',
    said: 'A code',
    maxLength: 60,
    maxCount: 50,
    column: 'related_codes',
    alsoCalled: ['related', 'related_reports'],
    editor: {
      part: 'search',
      hint: 'Their codes, one per line; more are added automatically.',
    },
  },
  data: {
    kind: 'data',
    label: 'Series and rankings',
    column: 'data',
    holds: 'series and rankings with their sources, as JSON; as exported',
    editor: { part: 'data', at: 'above' },
    shows: 'elsewhere',
  },
} as const satisfies Readonly<Record<string, ReportField>>;

type Table = typeof reportFields;
export type FieldName = keyof Table;

/** The value of each field of a report. */
export type FieldValues = {
  readonly [Name in FieldName]: KindValues[Table[Name]['kind']];
};

/** The fields whose rows are alike in something: `FieldsWith<{ kind: 'faqs' }>`. */
export type FieldsWith<Row> = {
  [Name in FieldName]: Table[Name] extends Row ? Name : never;
}[FieldName];

/** Their names, in the order of the table. */
export const fieldNames = Object.keys(reportFields) as readonly FieldName[];

/** A field's row, with all that a row may say. */
export const getField = (name: FieldName): ReportField => reportFields[name];

/** A field with what a report says of it; its `kind` tells what the value is. */
export type FieldValue = {
  readonly [Name in FieldName]: {
    readonly name: Name;
    readonly kind: Table[Name]['kind'];
    readonly value: FieldValues[Name];
  };
}[FieldName];

/** The fields of which a report says something, in the order of the table. */
export const listValues = (parts: Partial<FieldValues>): readonly FieldValue[] =>
  fieldNames.flatMap((name) => {
    const value = parts[name];
    // The row and the value are of one name, which a type of a list can't say.
    return value === undefined
      ? []
      : [{ name, kind: reportFields[name].kind, value } as FieldValue];
  });

/** Prices are no rows: each licence has one, and a store's settings name them (decision 0062). */
export type PriceField = `prices.${PriceName}`;
export const isPriceField = (field: string): field is PriceField =>
  /^prices\.[a-z][a-zA-Z0-9-]{0,59}$/.test(field);
/**
 * Of the specification's licences and the data sheet: every report's comparison begins with them.
 */
const priceFields: readonly PriceField[] = [
  'prices.single',
  'prices.multiple',
  'prices.corporate',
  'prices.dataSheet',
];

/** Everything that the editor edits, by its path. Each is saved and merged as a whole. */
export type DraftField = FieldsWith<{ readonly editor: object }> | PriceField;
const isEdited = (name: FieldName): name is Exclude<DraftField, PriceField> =>
  getField(name).editor !== undefined;

/** In the order of the table; the prices stand behind the number of pages. */
export const listDraftFields = (further: readonly PriceField[] = []): DraftField[] =>
  fieldNames
    .filter(isEdited)
    .flatMap((name) =>
      name === 'pages' ? [name, ...new Set([...priceFields, ...further.toSorted()])] : [name],
    );

/** Those that every report has, whichever licences there are. */
export const draftFields: readonly DraftField[] = listDraftFields();

export const isDraftField = (path: unknown): path is DraftField =>
  typeof path === 'string' && (isPriceField(path) || draftFields.some((field) => field === path));

/** The parts of a field that decide how its value is read, shown and compared. */
export const kindOf = (field: DraftField): FieldKind | 'price' =>
  isPriceField(field) ? 'price' : reportFields[field].kind;
