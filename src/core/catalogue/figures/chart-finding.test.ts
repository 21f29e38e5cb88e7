import { expect, test } from 'vitest';
import { describeFinding, describeLargestChange } from './chart-finding.ts';
import type { Ranking, Series } from './figures.model.ts';

const series = (values: readonly number[], more: Partial<Series> = {}): Series => ({
  id: 's',
  label: 'Gross output',
  measure: 'value',
  unit: 'USD',
  place: 'United States',
  source: 'bea',
  points: values.map((value, index) => [2000 + index, value]),
  ...more,
});

const ranking = (more: Partial<Ranking> = {}): Ranking => ({
  id: 'r',
  label: 'Output',
  measure: 'volume',
  unit: 'tonnes',
  year: 2023,
  spanYears: 1,
  source: 'usgs',
  rows: [
    { name: 'Australia', value: 86_000, before: 74_700 },
    { name: 'Chile', value: 44_000, before: 38_000 },
  ],
  ...more,
});

const ofSeries = (one: Series) => describeLargestChange({ kind: 'lines', key: 'k', series: [one] });
const ofRanking = (one: Ranking) => describeLargestChange({ kind: 'bars', key: 'k', ranking: one });

test('a line says its largest step, up or down, and an estimate is marked', () => {
  expect(ofSeries(series([100, 110, 132, 130]))).toBe(
    'The largest step: Gross output rose by 20\u00A0% in 2002',
  );
  expect(ofSeries(series([100, 110, 50], { estimatedFrom: 2002 }))).toBe(
    'The largest step: Gross output fell by 55\u00A0% in 2002e',
  );
});

test('shares, gaps between years and lines that hardly move have no largest step', () => {
  expect(ofSeries(series([100, 150], { measure: 'share' }))).toBeUndefined();
  expect(ofSeries(series([100, 101, 102]))).toBeUndefined();
  const points: Series['points'] = [
    [2000, 100],
    [2005, 200],
  ];
  expect(ofSeries(series([], { points }))).toBeUndefined();
});

test('a ranking says who added most, if the past of all is known', () => {
  expect(ofRanking(ranking())).toBe('Australia added most from 2022 to 2023: 11.3\u00A0kt');
  const rows = [...ranking().rows, { name: 'China', value: 33_000 }];
  expect(ofRanking(ranking({ rows }))).toBeUndefined();
  expect(ofRanking(ranking({ rows: [{ name: 'Chile', value: 1, before: 2 }] }))).toBeUndefined();
});

test('a rate far beyond all others leads no title, and a share or a volume does', () => {
  const rows = [365, 203, 186, 184, 180, 175, 173, 171].map((value, i) => ({
    name: ['Hong Kong', 'Estonia'][i] ?? `Place ${i}`,
    value,
  }));
  const titleOf = (measure: Ranking['measure']): string =>
    describeFinding({
      kind: 'bars',
      key: 'k',
      ranking: ranking({ rows, measure, unit: 'per 100 people' }),
    });
  expect(titleOf('rate')).toBe('Largest in 2023 without Hong Kong: Estonia, 203');
  expect(titleOf('volume')).toBe('Largest in 2023: Hong Kong, 365');
});
