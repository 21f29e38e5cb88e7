/** A field's value as the texts of its form controls, and back. Pure, for server and browser. */
import type { ContentsEntry, ReportParts } from '#core/catalogue/report-input.model.ts';
import { draftFields, type DraftField } from '#core/catalogue/editing/draft.model.ts';
import { renderRichTextHtml } from '#core/catalogue/rich-text-html.model.ts';
import type { RichText } from '#core/catalogue/rich-text.model.ts';
import { formatSegmentation, parseSegmentation } from '#core/imports/cell-lists.model.ts';
import { parseAmount, toDecimalString } from '#core/kernel/money.model.ts';

/** Names of controls to their texts. */
export type Texts = Readonly<Record<string, string>>;

type Kind =
  | 'line'
  | 'number'
  | 'price'
  | 'lines'
  | 'outline'
  | 'segmentation'
  | 'faqs'
  | 'keyFigures'
  | 'description';

/** Fields that the form has; series and rankings come with an import. */
const kinds = {
  title: 'line',
  slug: 'line',
  industry: 'line',
  furtherIndustries: 'lines',
  authors: 'lines',
  publishedOn: 'line',
  nextUpdateOn: 'line',
  periodFrom: 'number',
  periodTo: 'number',
  baseYear: 'number',
  forecastTo: 'number',
  geography: 'lines',
  pages: 'number',
  'prices.single': 'price',
  'prices.multiple': 'price',
  'prices.corporate': 'price',
  'prices.dataSheet': 'price',
  shortDescription: 'line',
  description: 'description',
  contents: 'outline',
  tables: 'lines',
  figures: 'lines',
  segmentation: 'segmentation',
  companies: 'lines',
  faqs: 'faqs',
  keyFigures: 'keyFigures',
  keywords: 'lines',
  synonyms: 'lines',
  metaTitle: 'line',
  metaDescription: 'line',
  relatedCodes: 'lines',
} as const satisfies Record<Exclude<DraftField, 'data'>, Kind>;

export type FormField = keyof typeof kinds;
export const formFields = draftFields.filter((field) => field !== 'data');
export const isFormField = (path: string | undefined): path is FormField =>
  formFields.some((field) => field === path);

const kindOf = (field: FormField): Kind => kinds[field];

/** Empty rows below the filled ones, for who has no script. */
const spareRows = 2;

/** What the controls of a field show for its value; a value that can't be read shows as it is. */
export function toTexts(field: FormField, value: unknown, currency: string): Texts {
  if (kindOf(field) === 'faqs' || kindOf(field) === 'keyFigures') return toRows(field, value);
  return { [field]: value === null ? '' : toText(kindOf(field), value, currency) };
}

function toText(kind: Kind, value: unknown, currency: string): string {
  if (typeof value === 'string') return value === 'on-request' ? 'on request' : value;
  switch (kind) {
    case 'price':
      return toDecimalString(Number(value), currency).replace(/\.00$/, '');
    case 'lines':
      return (value as readonly string[]).join('\n');
    case 'outline':
      return formatOutline(value as readonly ContentsEntry[]);
    case 'segmentation':
      return (value as ReportParts['segmentation']).map(formatSegmentation).join('\n');
    case 'description':
      return renderRichTextHtml(value as RichText);
    default:
      return String(value);
  }
}

const rowFields = {
  faqs: ['question', 'answer'],
  keyFigures: ['label', 'value', 'years', 'source', 'isComputed'],
} as const;

function toRows(field: FormField, value: unknown): Texts {
  const rows = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const names = field === 'faqs' ? rowFields.faqs : rowFields.keyFigures;
  const count = rows.length + spareRows;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      names.map((name) => {
        const text = rows[index]?.[name];
        const shown = text === true ? '1' : text;
        return [`${field}.${index}.${name}`, typeof shown === 'string' ? shown : ''] as const;
      }),
    ).flat(),
  );
}

/** How many rows the texts of a repeatable field have. */
export const countRows = (value: unknown): number =>
  (Array.isArray(value) ? value.length : 0) + spareRows;

/**
 * The value that the texts say; null for nothing. What can't be read stays its text, so that nothing
 * that was typed is lost, and the checks name it. A description's text is HTML, which `readHtml` reads.
 */
export function readValue(
  field: FormField,
  texts: Texts,
  { currency, readHtml }: { currency: string; readHtml: (html: string) => unknown },
): unknown {
  const text = (texts[field] ?? '').replaceAll('\r\n', '\n');
  switch (kindOf(field)) {
    case 'faqs':
      return readRows(texts, 'faqs');
    case 'keyFigures':
      return readRows(texts, 'keyFigures');
    case 'number':
      return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : orNull(text.trim());
    case 'price':
      return readPrice(text.trim(), currency);
    case 'lines':
      return orNull(readLines(text));
    case 'outline':
      return orNull(parseOutline(text));
    case 'segmentation':
      return readSegmentation(text);
    case 'description':
      return orNull(readHtml(text));
    default:
      return orNull(text);
  }
}

const orNull = (value: unknown): unknown =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readPrice(text: string, currency: string): unknown {
  if (/^on[- ]request$/i.test(text)) return 'on-request';
  const plain = text.replaceAll(/[ ,](?=\d{3}\b)/g, '').replace(',', '.');
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return orNull(text);
  const cents = parseAmount(plain, currency);
  return Number.isNaN(cents) ? text : cents;
}

/** The text as it is where a line has no colon. */
function readSegmentation(text: string): unknown {
  const read = readLines(text).map(parseSegmentation);
  return read.includes(undefined) ? text : orNull(read);
}

function readRows(texts: Texts, field: 'faqs' | 'keyFigures'): unknown {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [name, text] of Object.entries(texts)) {
    const [path, index, part = ''] = name.split('.');
    if (path !== field || text.trim() === '') continue;
    const row = rows.get(Number(index)) ?? {};
    row[part] = part === 'isComputed' ? true : text.replaceAll('\r\n', '\n');
    rows.set(Number(index), row);
  }
  const filled = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  return orNull(filled.map((row) => completeRow(field, row)));
}

/** A row whose required parts are empty is kept: its editor is still writing it. */
const completeRow = (field: 'faqs' | 'keyFigures', row: Record<string, unknown>) =>
  field === 'faqs' ? { question: '', answer: '', ...row } : { label: '', value: '', ...row };

/** One entry a line, a tab for each level. */
export const formatOutline = (entries: readonly ContentsEntry[], depth = 0): string =>
  entries
    .map(({ title, children = [] }) => {
      const line = '\t'.repeat(depth) + title;
      return children.length > 0 ? `${line}\n${formatOutline(children, depth + 1)}` : line;
    })
    .join('\n');

type OpenEntry = { title: string; children?: OpenEntry[] };

/** What `formatOutline` wrote; four spaces are a tab, and no line is more than one level below. */
function parseOutline(text: string): ContentsEntry[] {
  const root: OpenEntry[] = [];
  const path: OpenEntry[] = [];
  for (const line of text.replaceAll('    ', '\t').split('\n')) {
    const title = line.trim();
    if (title === '') continue;
    const depth = Math.min(/^\t*/.exec(line)?.[0].length ?? 0, path.length);
    path.length = depth;
    const entry: OpenEntry = { title };
    const parent = path.at(-1);
    if (parent) (parent.children ??= []).push(entry);
    else root.push(entry);
    path.push(entry);
  }
  return root;
}
