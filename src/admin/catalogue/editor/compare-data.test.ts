import { expect, test } from 'vitest';
import { compareData } from './compare-data.ts';
import { readData } from './data-texts.ts';

const read = (points: string, more: Record<string, string> = {}): unknown =>
  readData({
    'data.series.0.label': 'World production',
    'data.series.0.points': points,
    'data.series.0.unit': 't',
    ...more,
  });

test('of two versions of a series only the values that differ are shown', () => {
  expect(compareData(read('2020 4\n2021 5'), read('2020 4\n2021 6\n2022 7'))).toEqual({
    mine: 'World production, values: 2021 5',
    theirs: 'World production, values: 2021 6; 2022 7',
  });
});

test('a series or a text that one version lacks is named', () => {
  const more = { 'data.series.1.label': 'Yield', 'data.series.0.note': 'Dry' };
  expect(compareData(read('2020 4', more), read('2020 4'))).toEqual({
    mine: 'World production, note: Dry\nYield: there',
    theirs: 'World production, note: none\nYield: none',
  });
  expect(compareData(null, read('2020 4'))).toEqual({
    mine: 'World production: none',
    theirs: 'World production: there',
  });
});

test('the same series in another order are said to be so', () => {
  const [one, two] = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ];
  const show = (series: object[]) => ({ figures: { key: '', series, rankings: [] }, sources: [] });
  expect(compareData(show([one, two]), show([two, one])).theirs).toBe('In another order');
});
