import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { toPlainText, type RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { toDataTexts } from './data-texts.ts';
import { toTexts } from './field-texts.ts';
import { readLines, readRowTexts } from './texts.ts';

/** Labels of controls whose names are not words. */
const labels: Readonly<Record<string, string>> = {
  points: 'values',
  rows: 'values',
  estimatedFrom: 'estimated from',
  projectedFrom: 'projected from',
  spanYears: 'years between',
  url: 'address',
};

/**
 * A field's value as lines of words that can be compared, none for null: paragraphs of a description,
 * entries of a list, "World production, values: 2021 5" of a series. Pure, for server and browser.
 */
export function toLines(path: DraftField, value: unknown, currency: string): string[] {
  if (value === null || value === undefined) return [];
  if (path === 'data') return toDataLines(value);
  const text =
    path === 'description' && Array.isArray(value)
      ? toPlainText(value as RichText)
      : Object.values(toTexts(path, value, currency)).join('\n');
  return text.split('\n').filter((line) => line !== '');
}

function toDataLines(value: unknown): string[] {
  const texts = toDataTexts(value);
  const key = texts['data.key'] ? [`Key: ${texts['data.key']}`] : [];
  const rows = (['series', 'rankings', 'sources'] as const).flatMap((kind) =>
    readRowTexts(texts, `data.${kind}`).flatMap(toRowLines),
  );
  return [...key, ...rows];
}

function toRowLines(row: Readonly<Record<string, string>>): string[] {
  const title = row['label'] || row['name'] || row['id'] || '';
  const parts = Object.entries(row).filter(([part, text]) => part !== 'id' && text !== '');
  return parts.flatMap(([part, text]) =>
    readLines(text).map(
      (line) => `${title}, ${labels[part] ?? part}: ${line.replaceAll('\t', ' ')}`,
    ),
  );
}
