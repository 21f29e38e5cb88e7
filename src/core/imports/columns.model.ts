/** The columns that a sheet of reports may have, and which of its headers are which. Pure. */
import type { PriceName, ReportParts } from '../catalogue/report-input.model.ts';

/** How the text of a cell is read. `lines`: one a line; `list`: separated by semicolons as well. */
export type CellKind =
  | 'line'
  | 'text'
  | 'date'
  | 'number'
  | 'delivery'
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
  part('delivery', 'delivery', 'delivery'),
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
/** Of the workbook of bad rows, before the columns that were sent. */
export const errorColumns: readonly string[] = ['row', 'problem'];
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

export function isColumn(name: string): boolean {
  if (plainNames.has(name) || parseContinuation(name)) return true;
  return Object.values(numberedColumns).some(({ prefix, fields, max }) => {
    const [, digits, field] = new RegExp(`^${prefix}_([1-9]\\d{0,2})_(\\w+)$`).exec(name) ?? [];
    return Number(digits) <= max && fields.some((one) => one === field);
  });
}

/** Columns that a header can be mapped to; of numbered ones those with the header's own number. */
export function listColumnChoices(header: string): string[] {
  const given = Number(/\d+/.exec(header)?.[0] ?? '1');
  const number = given >= 1 && given <= numberedColumns.faqs.max ? given : 1;
  const numbered = Object.values(numberedColumns).flatMap(({ prefix, fields }) =>
    fields.map((field) => `${prefix}_${number}_${field}`),
  );
  const continued = [...longNames].map((name) => `${name}_${number}`);
  return [...plainNames, ...[...numbered, ...continued].filter(isColumn)];
}

/** Header to column; null for a header whose column is left out. */
export type Mapping = Readonly<Record<string, string | null>>;

/** What the file calls a column; the column's own name where it has none. */
export const findHeader = (column: string, mapping: Mapping): string =>
  Object.entries(mapping).find(([, mapped]) => mapped === column)?.[0] ?? column;

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
