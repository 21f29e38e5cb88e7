/** A field's value as the texts of its form controls, and back. Pure, for server and browser. */
import { readDeliveryTexts, toDeliveryTexts } from './delivery-texts.ts';
import {
  isDraftField,
  kindOf,
  type DraftField,
} from '#core/catalogue/fields/report-fields.model.ts';
import type { ContentsEntry, ReportParts } from '#core/catalogue/reports/report-input.model.ts';
import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { formatSegmentation, parseSegmentation } from '#core/imports/cell-lists.model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { countDataRows, readData, toDataTexts } from './data-texts.ts';
import { flattenContents, formatOutline, nestOutline, parseOutline } from './outline.ts';
import { orNull, readLines, readRowTexts, toRowTexts, type Texts } from './texts.ts';

/** The fields of a report's form: prices of whichever licences there are among them. */
export const listFormFields = (values: object): DraftField[] =>
  Object.keys(values).filter(isDraftField);

/** Fields of several controls, named by the field and more: "faqs.0.question", "delivery.days". */
export const isRowsField = (field: DraftField): boolean =>
  field === 'faqs' || field === 'keyFigures' || field === 'data' || field === 'delivery';

/** Empty rows below the filled ones, for who has no script. */
const spareRows = 2;

/**
 * Returns the texts that the controls of a field show for its value; a value that can't be read
 * shows as it is.
 */
export function toTexts(field: DraftField, value: unknown, currency: string): Texts {
  if (field === 'faqs' || field === 'keyFigures') return toRows(field, value);
  if (field === 'data') return toDataTexts(value);
  if (field === 'delivery') return toDeliveryTexts(value);
  return { [field]: value === null ? '' : toText(kindOf(field), value, currency) };
}

function toText(kind: ReturnType<typeof kindOf>, value: unknown, currency: string): string {
  if (typeof value === 'string') return value === 'on-request' ? 'on request' : value;
  switch (kind) {
    case 'price':
      return toDecimalString(Number(value), currency).replace(/\.00$/, '');
    case 'list':
    case 'lines':
      return (value as readonly string[]).join('\n');
    case 'contents':
      return formatOutline(flattenContents(value as readonly ContentsEntry[]));
    case 'segmentation':
      return (value as ReportParts['segmentation']).map(formatSegmentation).join('\n');
    case 'richText':
      return renderRichTextHtml(value as RichText);
    default:
      return String(value);
  }
}

const rowFields = {
  faqs: ['question', 'answer'],
  keyFigures: ['label', 'value', 'years', 'source', 'isComputed'],
} as const;

function toRows(field: keyof typeof rowFields, value: unknown): Texts {
  const given = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const names = rowFields[field];
  const rows = given.map((row) =>
    Object.fromEntries(
      names.map((name) => {
        const text = row[name] === true ? '1' : row[name];
        return [name, typeof text === 'string' ? text : ''];
      }),
    ),
  );
  return toRowTexts(field, names, rows, spareRows);
}

/** How many rows the texts of repeatable fields have. */
export const countFieldRows = (values: Readonly<Record<DraftField, unknown>>) => ({
  faqs: countRows(values.faqs),
  keyFigures: countRows(values.keyFigures),
  data: countDataRows(values.data),
});
export type RowCounts = ReturnType<typeof countFieldRows>;

const countRows = (value: unknown): number => (Array.isArray(value) ? value.length : 0) + spareRows;

/**
 * The value that the texts say; null for nothing. What can't be read stays its text, so that
 * nothing that was typed is lost, and the checks name it. A description's text is HTML, which
 * `readHtml` reads.
 */
export function readValue(
  field: DraftField,
  texts: Texts,
  { currency, readHtml }: { currency: string; readHtml: (html: string) => unknown },
): unknown {
  const text = (texts[field] ?? '').replaceAll('\r\n', '\n');
  switch (kindOf(field)) {
    case 'faqs':
      return readRows(texts, 'faqs');
    case 'keyFigures':
      return readRows(texts, 'keyFigures');
    case 'data':
      return readData(texts);
    case 'number':
      return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : orNull(text.trim());
    case 'delivery':
      return readDeliveryTexts(texts);
    case 'price':
      return readPrice(text.trim(), currency);
    case 'list':
    case 'lines':
      return orNull(readLines(text));
    case 'contents':
      return orNull(nestOutline(parseOutline(text)));
    case 'segmentation':
      return readSegmentation(text);
    case 'richText':
      return orNull(readHtml(text));
    default:
      return orNull(text);
  }
}

function readPrice(text: string, currency: string): unknown {
  if (/^on[- ]request$/i.test(text)) return 'on-request';
  const cents = readAmount(text, currency);
  return Number.isNaN(cents) ? orNull(text) : cents;
}

/** The text as it is if a line has no colon. */
function readSegmentation(text: string): unknown {
  const read = readLines(text).map(parseSegmentation);
  return read.includes(undefined) ? text : orNull(read);
}

const readRows = (texts: Texts, field: keyof typeof rowFields): unknown =>
  orNull(
    readRowTexts(texts, field).map(({ isComputed, ...row }) =>
      completeRow(field, { ...row, ...(isComputed ? { isComputed: true } : {}) }),
    ),
  );

/** A row whose required parts are empty is kept: its editor is still writing it. */
const completeRow = (field: keyof typeof rowFields, row: Record<string, unknown>) =>
  field === 'faqs' ? { question: '', answer: '', ...row } : { label: '', value: '', ...row };
