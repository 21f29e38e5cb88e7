/** The columns that a sheet of reports may have, and which of its headers are which. Pure. */
import type { FieldKind } from '../catalogue/fields/field-kinds.model.ts';
import {
  fieldNames,
  getField,
  reportFields,
  type FieldName,
} from '../catalogue/fields/report-fields.model.ts';
import { getPriceName, type LicenceTerms } from '../catalogue/reports/licence.model.ts';
import type { PriceName } from '../catalogue/reports/report-input.model.ts';

export const codeColumn = 'code';
/** Of the workbook of bad rows, before the columns that were sent. */
export const errorColumns: readonly string[] = ['row', 'problem'];
export const priceColumns: Readonly<Record<string, PriceName>> = {
  price_single: 'single',
  price_multiple: 'multiple',
  price_corporate: 'corporate',
  price_data_sheet: 'dataSheet',
};

/** The column of a price: "price_department" of the licence department. */
export const toPriceColumn = (name: PriceName): string =>
  Object.keys(priceColumns).find((column) => priceColumns[column] === name) ??
  `price_${name.replaceAll('-', '_')}`;

/** The price that a column is of, of whichever licence; undefined for every other column. */
export function findPriceName(column: string): PriceName | undefined {
  if (Object.hasOwn(priceColumns, column)) return priceColumns[column];
  return /^price_([a-z][a-z0-9]*(?:_[a-z0-9]+)*)$/.exec(column)?.[1]?.replaceAll('_', '-');
}

const faqFields = ['question', 'answer'] as const;
const keyFigureFields = ['label', 'value', 'years', 'source', 'computed'] as const;

const toNumbered = <Fields extends readonly string[]>(
  { column: prefix, maxCount: max }: { readonly column: string; readonly maxCount: number },
  fields: Fields,
) => ({ prefix, fields, max });

/** Columns that exist once for each of several: faq_1_question, faq_2_question … */
export const numberedColumns = {
  keyFigures: toNumbered(reportFields.keyFigures, keyFigureFields),
  faqs: toNumbered(reportFields.faqs, faqFields),
} as const;
export type NumberedField = keyof typeof numberedColumns;

/** A field of a report in one column of a sheet. */
export type FieldColumn = {
  readonly name: string;
  readonly field: FieldName;
  readonly kind: FieldKind;
};

/** In the order in which they are exported. */
export const fieldColumns: readonly FieldColumn[] = fieldNames
  .filter((name) => !Object.hasOwn(numberedColumns, name))
  .map((name) => ({ name: getField(name).column, field: name, kind: getField(name).kind }));

/** A new report can't be made without these. */
const requiredColumns: readonly string[] = [
  codeColumn,
  ...fieldNames.map(getField).flatMap(({ isRequired, column }) => (isRequired ? [column] : [])),
];

const plainNames: ReadonlySet<string> = new Set([
  codeColumn,
  ...fieldColumns.map(({ name }) => name),
  ...Object.keys(priceColumns),
]);
/** Long texts continue in a column named like theirs with _2 behind it, then _3. */
const longKinds: ReadonlySet<FieldKind> = new Set([
  'richText',
  'contents',
  'data',
  'lines',
  'list',
]);
const longNames: ReadonlySet<string> = new Set(
  fieldColumns.filter(({ kind }) => longKinds.has(kind)).map(({ name }) => name),
);

/** The column and its place, for a name of a column that goes on: "body_html" and 2. */
export function parseContinuation(name: string): readonly [string, number] | undefined {
  const [, base = '', digits = ''] = /^(\w+?)_(\d{1,2})$/.exec(name) ?? [];
  return longNames.has(base) && Number(digits) >= 2 ? [base, Number(digits)] : undefined;
}

export function isColumn(name: string): boolean {
  if (plainNames.has(name) || parseContinuation(name) || findPriceName(name)) return true;
  return Object.values(numberedColumns).some(({ prefix, fields, max }) => {
    const [, digits, field] = new RegExp(`^${prefix}_([1-9]\\d{0,2})_(\\w+)$`).exec(name) ?? [];
    return Number(digits) <= max && fields.some((one) => one === field);
  });
}

/**
 * Columns that a header can be mapped to, prices of these licences among them; of numbered ones those
 * with the header's own number.
 */
export function listColumnChoices(
  header: string,
  licences: readonly Pick<LicenceTerms, 'id'>[] = [],
): string[] {
  const given = Number(/\d+/.exec(header)?.[0] ?? '1');
  const number = given >= 1 && given <= numberedColumns.faqs.max ? given : 1;
  const numbered = Object.values(numberedColumns).flatMap(({ prefix, fields }) =>
    fields.map((field) => `${prefix}_${number}_${field}`),
  );
  const continued = [...longNames].map((name) => `${name}_${number}`);
  const prices = licences.map(({ id }) => toPriceColumn(getPriceName(id)));
  return [...new Set([...plainNames, ...prices, ...[...numbered, ...continued].filter(isColumn)])];
}

/** Header to column; null for a header whose column is left out. */
export type Mapping = Readonly<Record<string, string | null>>;

/** The file's name for a column; the column's own name if it has none. */
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
