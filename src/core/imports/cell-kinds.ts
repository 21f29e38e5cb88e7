/** Text of a cell to a field of a report, and back, by the field's kind. */
import { readDelivery, writeDelivery } from '../catalogue/goods/delivery-text.model.ts';
import type { FieldKind } from '../catalogue/fields/field-kinds.model.ts';
import type { FieldValue } from '../catalogue/fields/report-fields.model.ts';
import { parseAmount, toDecimalString } from '../kernel/money.model.ts';
import { renderRichTextHtml } from '../catalogue/rich-text/rich-text-html.model.ts';
import {
  formatList,
  formatSegmentation,
  parseList,
  parseSegmentation,
} from './cell-lists.model.ts';
import { buildContents, formatContents, parseContents } from './contents.model.ts';
import type { HtmlReader } from './html-reader.ts';
import { readWrittenAmount } from '../kernel/written-amount.model.ts';
import { readWrittenDay } from './written-values.model.ts';

/** The value, or a sentence that says what to write instead. */
export type ReadCell = { readonly value: unknown } | { readonly problem: string };

const maxHtmlLength = 2_000_000;
const value = (given: unknown): ReadCell => ({ value: given });

function readDate(text: string): ReadCell {
  const day = readWrittenDay(text);
  return day === undefined ? { problem: 'Write the date as 2026-11-22.' } : value(day);
}

const readNumber = (text: string): ReadCell =>
  /^(?:\d{1,9}(?:\.0+)?|\d{1,3}(?:,\d{3}){1,2})$/.test(text)
    ? value(Number(text.replaceAll(',', '')))
    : { problem: 'Write a whole number: 120.' };

function readHtml(text: string, reader: HtmlReader): ReadCell {
  if (text.length > maxHtmlLength)
    return { problem: 'The description has more than 2 million characters. Shorten it.' };
  if (/<[a-z!/]/i.test(text)) return value(reader.readRichText(text));
  const paragraphs = text.split(/\n\s*\n/).map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return value(
    paragraphs.flatMap((line) =>
      line === '' ? [] : [{ kind: 'paragraph', runs: [{ text: line }] }],
    ),
  );
}

function readContents(text: string, reader: HtmlReader): ReadCell {
  if (/<(?:p|li|div|h\d|tr)\b/i.test(text)) return value(buildContents(reader.readOutline(text)));
  return text.startsWith('[') ? readJson(text) : value(parseContents(text));
}

function readSegmentation(text: string): ReadCell {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => ({ line, segmentation: parseSegmentation(line) }));
  const wrong = read.find(({ segmentation }) => segmentation === undefined);
  if (wrong)
    return { problem: `Write "${wrong.line.slice(0, 40)}" as "By type: hard wheat; soft wheat".` };
  return value(read.map(({ segmentation }) => segmentation));
}

function readJson(text: string): ReadCell {
  try {
    return value(JSON.parse(text));
  } catch {
    return { problem: 'This is not JSON. Copy it again as it was exported.' };
  }
}

function readDeliveryCell(text: string): ReadCell {
  const read = readDelivery(text);
  const problem = 'Write "files", "made", "by us within 10 days" or "none".';
  return read ? value(read) : { problem };
}

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/** A cell that is not blank, read as its kind says. */
export function readCell(kind: FieldKind, text: string, reader: HtmlReader): ReadCell {
  const trimmed = text.trim();
  switch (kind) {
    case 'day':
      return readDate(trimmed);
    case 'number':
      return readNumber(trimmed);
    case 'delivery':
      return readDeliveryCell(trimmed);
    case 'list':
      return value(parseList(text));
    case 'lines':
      return value(readLines(text));
    case 'richText':
      return readHtml(trimmed, reader);
    case 'contents':
      return readContents(text.trimEnd(), reader);
    case 'segmentation':
      return readSegmentation(text);
    case 'data':
      return readJson(trimmed);
    default:
      return value(trimmed);
  }
}

/**
 * Writes a cell so that `readCell` reads this value again: a description in the form that reading
 * gives it.
 */
export function formatCell(
  field: Exclude<FieldValue, { readonly kind: 'keyFigures' | 'faqs' }>,
  reader: HtmlReader,
): string {
  switch (field.kind) {
    case 'list':
      return formatList(field.value);
    case 'delivery':
      return writeDelivery(field.value);
    case 'lines':
      return field.value.join('\n');
    case 'richText':
      return renderRichTextHtml(reader.readRichText(renderRichTextHtml(field.value)));
    case 'contents':
      return formatContents(parseContents(formatContents(field.value)));
    case 'segmentation':
      return field.value.map(formatSegmentation).join('\n');
    case 'data':
      return JSON.stringify(field.value);
    default:
      return String(field.value);
  }
}

/** "3950", "3950.50" or "$3,950" in the smallest unit of the currency; "on request". */
export function readPrice(text: string, currency: string): ReadCell {
  if (/^on[- ]request$/i.test(text)) return value('on-request');
  const amount = readWrittenAmount(text, currency);
  if (amount === undefined)
    return { problem: `Write the price as 3950 or 3950.00 in ${currency}, or "on request".` };
  const price = parseAmount(amount, currency);
  return Number.isNaN(price)
    ? { problem: `Write the price in whole ${currency}: it has no decimals.` }
    : value(price);
}

export const formatPrice = (price: number | 'on-request', currency: string): string =>
  price === 'on-request' ? 'on request' : toDecimalString(price, currency);
