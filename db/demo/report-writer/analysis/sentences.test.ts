import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import { formatShareOf } from '../format-numbers.ts';
import { expect, test } from 'vitest';
import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { compareRates } from './long-run.ts';
import { nameCause } from './prices-and-volumes.ts';
import {
  describeMovers,
  describeRank,
  formatHerfindahl,
  isProducerRanking,
  selectComparable,
} from './ranking.ts';
import { describeBestAndWorst, describeDirections } from './volatility.ts';
import { describeChange, describeYearlyRate, formatYear, hasSmallBase } from './wording.ts';

const context = { key: 'usgs:x', noun: 'lithium' };

const rank = (...rows: [name: string, value: number, before?: number][]): Ranking => ({
  id: 'countries',
  label: 'Production by country',
  measure: 'volume',
  unit: 'tonnes',
  year: 2023,
  spanYears: 1,
  source: 'usgs',
  rows: rows.map(([name, value, before]) => ({ name, value, ...(before ? { before } : {}) })),
});

const series = (source: string, points: Series['points'], estimatedFrom?: number): Series => ({
  id: 'main',
  label: 'World production',
  measure: 'volume',
  unit: 'tonnes',
  place: 'World',
  source,
  points,
  ...(estimatedFrom === undefined ? {} : { estimatedFrom }),
});

test('a change is a rise, a fall, a multiple or hardly a change, never a signed number', () => {
  expect([-0.1, 0.001, 0.5, 2.7].map(describeChange)).toEqual([
    'fell by 10\u00a0%',
    'hardly changed',
    'rose by 50\u00a0%',
    'grew 3.7-fold',
  ]);
  expect([-0.001, 0.0004, 0.02].map(describeYearlyRate)).toEqual([
    'a fall of 0.1\u00a0% a year',
    'no change on balance',
    'a rise of 2\u00a0% a year',
  ]);
});

test('a base below a twentieth of the last value carries no percentage', () => {
  expect(hasSmallBase({ firstValue: 4, lastValue: 100 })).toBe(true);
  expect(hasSmallBase({ firstValue: 6, lastValue: 100 })).toBe(false);
});

test('the weakest year of a series that never fell is a rise', () => {
  const text = describeBestAndWorst(
    context,
    { year: 2014, change: 6.05 },
    { year: 2017, change: 0.6 },
  );
  expect(text).toContain('in the weakest, 2017, they still rose by 60\u00a0%');
});

test('the mildest year of a series that never rose is a fall', () => {
  const text = describeBestAndWorst(
    context,
    { year: 2021, change: -0.071 },
    { year: 2020, change: -0.3 },
  );
  expect(text).toContain('in the mildest year, 2021, they still fell by 7.1\u00a0%');
});

test('directions that never occur are not counted', () => {
  expect(describeDirections([0.1, 0.2, 0.1])).toBe('Values rose in each of the 3 years.');
  expect(describeDirections([-0.1, -0.2])).toBe('Values fell in each of the 2 years.');
  expect(describeDirections([0.1, -0.1, -0.2])).toBe('Values rose in 1 year and fell in 2.');
  expect(describeDirections([0, -0.1])).toBe('Values fell in 1 year and stayed level in 1.');
});

test('a decade is compared with the whole by direction first and pace second', () => {
  expect(compareRates(-0.01, 0.02, '1960')).toContain('the direction has turned down');
  expect(compareRates(0.01, -0.02, '1960')).toContain('the direction has turned up');
  expect(compareRates(-0.01, -0.03, '1960')).toContain('the pace has slowed');
  expect(compareRates(0.04, 0.02, '1960')).toContain('the pace has quickened');
  expect(compareRates(0.021, 0.02, '1960')).toContain('close to the rate');
});

const grow = (totalChange: number) => ({
  fromYear: 2000,
  toYear: 2010,
  firstValue: 1,
  lastValue: 1 + totalChange,
  annualRate: (1 + totalChange) ** 0.1 - 1,
  totalChange,
});

/** Value and price move as given; the volume is their quotient. */
const causeOf = (value: number, price: number): string =>
  nameCause({
    value: grow(value),
    price: grow(price),
    volume: grow((1 + value) / (1 + price) - 1),
  });

test('the cause of a change in value agrees with the directions of prices and volume', () => {
  expect(causeOf(0.5, 0.4)).toBe('prices explain more of the rise than volume');
  expect(causeOf(0.5, 0.1)).toBe('volume explains more of the rise than prices');
  expect(causeOf(-0.5, -0.1)).toBe('volume explains more of the fall than prices');
  expect(causeOf(0.1, 0.5)).toBe('higher prices more than made up for a lower volume');
  expect(causeOf(-0.1, 0.5)).toBe('higher prices did not make up for the lower volume');
  expect(causeOf(0.1, -0.5)).toBe('a higher volume more than made up for lower prices');
  expect(causeOf(-0.1, -0.05)).toBe('volume explains more of the fall than prices');
  expect(causeOf(-0.1, -0.3)).toBe('a higher volume did not make up for the lower prices');
  expect(causeOf(0, 0.5)).toBe('prices and volume offset each other');
  expect(causeOf(0.5, 0.5)).toBe('volume was flat, and prices account for the change');
  expect(causeOf(0.5, 0)).toBe('prices were flat, and volume accounts for the change');
});

test('the largest gain is counted in the unit, and a small base gets no percentage', () => {
  const ranking = rank(
    ['Australia', 86_000, 74_700],
    ['Chile', 44_000, 38_000],
    ['Canada', 3_400, 520],
  );
  expect(describeMovers(context, ranking)).toBe(
    'Since 2022, Australia gained most among those listed, from 74,700 tonnes to 86,000 tonnes ' +
      '(+15\u00a0%); none of those listed lost ground.',
  );
  expect(describeMovers(context, rank(['A', 90_000, 90_000], ['Canada', 3_400, 520]))).toContain(
    'from 520 tonnes to 3,400 tonnes;',
  );
});

test('a list in which nobody gained says so', () => {
  expect(describeMovers(context, rank(['China', 80, 100], ['the rest', 20, 30]))).toBe(
    'Since 2022, China lost most, from 100 tonnes to 80 tonnes (−20\u00a0%); none of those ' +
      'listed gained.',
  );
});

test('values far beyond the rest are not compared per head', () => {
  const rows: [string, number][] = [
    ['Uruguay', 306],
    ...[170, 165, 160, 155, 150, 145, 140].map((value, i): [string, number] => [`P${i}`, value]),
  ];
  const { compared, outliers } = selectComparable({ ...rank(...rows), measure: 'rate' });
  expect(compared.rows[0]?.name).toBe('P0');
  expect(outliers.map(({ name }) => name)).toEqual(['Uruguay']);
  expect(selectComparable(rank(...rows)).compared.rows).toHaveLength(8);
});

test('an index of concentration is for producers of one good alone', () => {
  expect(isProducerRanking({ id: 'countries', label: 'Production by country' })).toBe(true);
  expect(isProducerRanking({ id: 'peers', label: 'Gross output of the same group' })).toBe(false);
  expect(isProducerRanking({ id: 'reserves', label: 'World reserves by country' })).toBe(false);
  expect(isProducerRanking({ id: 'brands', label: 'Spending by brand' })).toBe(false);
});

test('a Herfindahl index is printed with the digits that show its class', () => {
  expect([0.33, 0.18, 0.1824, 0.18008, 0.1004, 0.0996].map(formatHerfindahl)).toEqual([
    '0.33',
    '0.18',
    '0.182',
    '0.1801',
    '0.1004',
    '0.10',
  ]);
});

test('a subject without a value in the year of the list has no place in it', () => {
  const list = rank(['A', 5], ['B', 3]);
  expect(describeRank('lithium', list, series('bea', [[2022, 5]]))).toBeUndefined();
  expect(describeRank('lithium', list, series('bea', [[2023, 3]]))).toContain('ranked number 2');
});

test('what a source projects is no record and no growth; what it estimates of the past stays', () => {
  const points = [
    [2024, 1],
    [2025, 2],
    [2026, 3],
  ] as const;
  expect(removeProjections({ ...series('psd', points, 2025), projectedFrom: 2026 }).points).toEqual(
    points.slice(0, 2),
  );
  expect(removeProjections(series('usgs', points, 2025)).points).toEqual(points);
});

test('crops have marketing years, meat and dairy calendar years', () => {
  expect(formatYear('psd:wheat', 2025)).toBe('2025/26');
  expect(formatYear('psd:wheat', 1999)).toBe('1999/00');
  expect(formatYear('psd:meal-fish', 2025)).toBe('2025/26');
  expect(formatYear('psd:meat-swine', 2025)).toBe('2025');
  expect(formatYear('bea:325110', 2025)).toBe('2025');
});

test('a share that is not the whole is never called 100 %', () => {
  expect([0.5, 0.994, 0.9969, 1].map((share) => formatShareOf(share, 1))).toEqual([
    '50\u00a0%',
    '99\u00a0%',
    'more than 99\u00a0%',
    '100\u00a0%',
  ]);
});
