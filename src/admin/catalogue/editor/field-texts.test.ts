import {
  draftFields,
  type DraftField,
  kindOf,
} from '#core/catalogue/fields/report-fields.model.ts';
import { expect, test } from 'vitest';
import { fullReport } from '../../../../test/support/report-samples.ts';
import { htmlReader } from '../../../../test/support/html-reader.ts';
import { readField } from '#core/catalogue/editing/draft.model.ts';
import type { VersionParts } from '#core/catalogue/reports/report-version.model.ts';
import { readValue, toTexts } from './field-texts.ts';

const options = { currency: 'USD', readHtml: (html: string) => htmlReader.readRichText(html) };
// A span of one is the same as none.
const sample = JSON.stringify(fullReport).replace('"rows":1,', '').replace(',"rows":1', '');
const parts = JSON.parse(sample) as VersionParts;
const read = (field: DraftField, text: string) => readValue(field, { [field]: text }, options);

/** For simple fields that the report does not have. */
const valuesByKind: Partial<Record<ReturnType<typeof kindOf>, unknown>> = {
  line: 'A line',
  day: '2026-11-22',
  number: 7,
  list: ['One', 'Two; three'],
  lines: ['One', 'Two; three'],
  price: 4000,
};

test.each(draftFields)('%s shows as texts that say the same value', (field) => {
  const value =
    readField({ parts, data: fullReport.data ?? null }, field) ??
    valuesByKind[kindOf(field)] ??
    null;
  expect(value).not.toBeNull();
  expect(readValue(field, toTexts(field, value, 'USD'), options)).toEqual(value);
  expect(readValue(field, toTexts(field, null, 'USD'), options)).toBeNull();
});

test('what can’t be read stays as it was typed, and shows so again', () => {
  for (const [field, text] of [
    ['baseYear', '20x'],
    ['prices.single', 'twelve'],
    ['segmentation', 'no colon here'],
  ] as const) {
    expect(read(field, text)).toBe(text);
    expect(toTexts(field, text, 'USD')[field]).toBe(text);
  }
});

test('prices are read as people write them, and none is not offered', () => {
  expect(['4,000', '4000', '4 000.50', 'On request', ''].map((text) => read('prices.single', text)))
    // prettier-ignore
    .toEqual([400_000, 400_000, 400_050, 'on-request', null]);
});

test('rows keep their order without the empty ones, and half a row is kept', () => {
  const texts = { 'faqs.0.question': '', 'faqs.3.answer': 'B', 'faqs.1.question': 'A' };
  expect(readValue('faqs', texts, options)).toEqual([
    { question: 'A', answer: '' },
    { question: '', answer: 'B' },
  ]);
});

test('an outline has levels by tabs, and none is skipped', () => {
  expect(read('contents', 'A\n\t\tB\n    C\n\n\t\tD\r\nE')).toEqual([
    { title: 'A', children: [{ title: 'B' }, { title: 'C', children: [{ title: 'D' }] }] },
    { title: 'E' },
  ]);
});
