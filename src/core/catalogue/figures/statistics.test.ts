import { expect, test } from 'vitest';
import {
  calculateYearlyChanges,
  calculateConcentration,
  findExtremes,
  calculateGrowth,
  calculateCorrelation,
  findBiggestMovers,
  findOutliers,
  findTurningPoints,
  calculateVolatility,
} from './statistics.ts';

const points = (first: number, ...values: number[]): [number, number][] =>
  values.map((value, i) => [first + i, value]);

test('growth is compound: 100 to 121 in two years is 10 % a year', () => {
  expect(calculateGrowth(points(2000, 100, 105, 121))?.annualRate).toBeCloseTo(0.1, 10);
  expect(calculateGrowth(points(2000, 100, 105, 121), 1)?.totalChange).toBeCloseTo(
    121 / 105 - 1,
    10,
  );
  expect(calculateGrowth(points(2000, 0, 5))).toBeUndefined();
});

test('changes skip years that are missing', () => {
  expect(
    calculateYearlyChanges([
      [2000, 100],
      [2002, 200],
      [2003, 100],
    ]),
  ).toEqual([{ year: 2003, change: -0.5 }]);
});

test('volatility is the sample standard deviation of the changes', () => {
  expect(calculateVolatility(points(2000, 100, 110, 99, 108.9))).toBeCloseTo(0.11547, 4);
});

test('extremes name the years', () => {
  const { best, worst, high, low } = findExtremes(points(2000, 100, 200, 50, 60));
  expect([best?.year, worst?.year, high?.[0], low?.[0]]).toEqual([2001, 2002, 2001, 2002]);
});

test('turning points are peaks and troughs that were left by more than the bound', () => {
  expect(findTurningPoints(points(2000, 100, 150, 90, 95, 160, 155), 0.2)).toEqual([
    { year: 2001, value: 150, kind: 'peak' },
    { year: 2002, value: 90, kind: 'trough' },
  ]);
});

test('concentration: shares and the Herfindahl index, and nothing without a whole', () => {
  const ranking = {
    id: 'r',
    label: '',
    measure: 'volume' as const,
    unit: '',
    year: 2020,
    source: 'x',
    rows: [
      { name: 'A', value: 60 },
      { name: 'B', value: 30 },
    ],
    total: 100,
  };
  const found = calculateConcentration(ranking);
  expect(found?.top3).toBeCloseTo(0.9, 10);
  expect(found?.herfindahl).toBeCloseTo(0.45, 10);
  expect(calculateConcentration({ ...ranking, total: 0 })).toBeUndefined();
});

test('movers are counted in the unit of the list, without breaks in the source', () => {
  const { up, down } = findBiggestMovers({
    rows: [
      { name: 'large', value: 150, before: 100 },
      { name: 'small', value: 10, before: 1 },
      { name: 'break', value: 900, before: 1 },
      { name: 'shrinking', value: 40, before: 60 },
      { name: 'new', value: 500 },
    ],
  });
  expect([up?.name, up?.change, down?.name]).toEqual(['large', 0.5, 'shrinking']);
  expect(findBiggestMovers({ rows: [{ name: 'A', value: 1, before: 2 }] }).up).toBeUndefined();
});

test("outliers lie beyond Tukey's outer fence: 1 to 9 have one at 7 + 3 × 4 = 19", () => {
  const values = (...list: number[]): { value: number }[] => list.map((value) => ({ value }));
  expect(findOutliers(values(9, 8, 7, 6, 5, 4, 3, 2, 1))).toEqual([]);
  expect(findOutliers(values(20, 8, 7, 6, 5, 4, 3, 2, 1))).toEqual([{ value: 20 }]);
  expect(findOutliers(values(19, 8, 7, 6, 5, 4, 3, 2, 1))).toEqual([]);
  expect(findOutliers(values(1000, 1))).toEqual([]);
});

test('series that move alike have a correlation of one', () => {
  const a = points(2000, 100, 110, 99, 120, 130, 125, 140);
  expect(
    calculateCorrelation(
      a,
      a.map(([year, value]) => [year, value * 3] as const),
    ),
  ).toBeCloseTo(1, 10);
});
