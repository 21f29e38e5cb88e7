import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { expect, test } from 'vitest';
import { compareField } from './compare-field.ts';
import { readData } from './data-texts.ts';

const compare = (path: DraftField, mine: unknown, theirs: unknown) =>
  compareField(path, mine, theirs, 'USD');
const readSeries = (points: string, more: Record<string, string> = {}): unknown =>
  readData({
    'data.series.0.label': 'World production',
    'data.series.0.points': points,
    'data.series.0.unit': 't',
    ...more,
  });

test('of two versions of a series only the values that differ are shown', () => {
  const [mine, theirs] = [readSeries('2020 4\n2021 5'), readSeries('2020 4\n2021 6\n2022 7')];
  expect(compare('data', mine, theirs)).toEqual({
    mine: 'World production, values: 2021 5',
    theirs: 'World production, values: 2021 6\nWorld production, values: 2022 7',
  });
  const noted = readSeries('2020 4', { 'data.series.0.note': 'Dry' });
  expect(compare('data', noted, readSeries('2020 4'))).toEqual({
    mine: 'World production, note: Dry',
    theirs: 'all but that',
  });
});

test('of lists and descriptions only the lines and paragraphs that differ are shown', () => {
  expect(compare('companies', ['A', 'B', 'B'], ['A', 'B', 'C'])).toEqual({
    mine: 'B',
    theirs: 'C',
  });
  const paragraph = (text: string) => ({ kind: 'paragraph', runs: [{ text }] });
  const [one, two, three] = ['One', 'Two', 'Three'].map((text) => paragraph(text));
  expect(compare('description', [one, two], [one, three])).toEqual({
    mine: 'Two',
    theirs: 'Three',
  });
});

test('prices are amounts, an empty value is nothing, and an order is told as one', () => {
  expect(compare('prices.single', 400000, null)).toEqual({ mine: '4000', theirs: 'nothing' });
  expect(compare('companies', ['A', 'B'], ['B', 'A']).theirs).toBe(
    'The same items in another order',
  );
  expect(compare('companies', Array.from({ length: 50 }, String), []).mine).toMatch(
    /\nand 10 more lines$/,
  );
});
