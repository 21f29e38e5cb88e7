import { expect, test } from 'vitest';
import type { Series } from '../figures/figures.model.ts';
import { describeCard } from '../reports/describe-card.ts';
import { placeGrowthDots } from './growth-dots.model.ts';

type Candidate = Parameters<typeof placeGrowthDots>[0][number];

/** A report whose main series grows by the same rate each year. */
function reportGrowingBy(rate: number, id: number, source = 'bea', lastYear = 2023): Candidate {
  const series: Series = {
    id: 'output',
    label: 'Gross output',
    measure: 'value',
    unit: 'USD',
    place: 'U.S.',
    source,
    points: Array.from({ length: 11 }, (_, i) => [lastYear - 10 + i, 100 * (1 + rate) ** i]),
  };
  return {
    slug: `report-${id}`,
    title: `Report ${id}`,
    industrySlug: 'metals',
    source,
    decade: describeCard({ key: 'k', series: [series], rankings: [] }).decade,
  };
}

const rates = Array.from({ length: 20 }, (_, index) => -0.02 + index * 0.005);
const twenty = rates.map((rate, id) => reportGrowingBy(rate, id));

test('each report is one dot, from the slowest to the fastest', () => {
  const dots = placeGrowthDots(twenty.toReversed(), 'bea', 350);
  expect(dots?.dots.map(({ slug }) => slug)).toEqual(twenty.map(({ slug }) => slug));
  expect(dots?.dots.map(({ growth }) => Number(growth.toFixed(3)))).toEqual(
    rates.map((rate) => Number(rate.toFixed(3))),
  );
  expect([dots?.fromYear, dots?.toYear]).toEqual([2013, 2023]);
});

test('half of the reports grew by the median or more', () => {
  const { dots, median } = placeGrowthDots(twenty, 'bea', 350) ?? { dots: [], median: 0 };
  expect(dots.filter(({ growth }) => growth >= median).length).toBe(10);
});

test('equal growth stacks, and no two dots are at the same place', () => {
  const equal = Array.from({ length: 25 }, (_, id) => reportGrowingBy(id < 5 ? 0.01 : 0.03, id));
  const { dots, height } = placeGrowthDots(equal, 'bea', 350) ?? { dots: [], height: 0 };
  expect(new Set(dots.map(({ x }) => x)).size).toBe(2);
  expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(25);
  for (const { y } of dots) expect(y).toBeGreaterThan(0);
  for (const { y } of dots) expect(y).toBeLessThan(height);
});

test('every dot, tick and the median are within the width that was asked for', () => {
  for (const width of [350, 912]) {
    const drawn = placeGrowthDots(twenty, 'bea', width);
    const places = [...(drawn?.dots ?? []), ...(drawn?.ticks ?? []), { x: drawn?.medianX ?? -1 }];
    for (const { x } of places) expect(x).toBeGreaterThanOrEqual(0);
    for (const { x } of places) expect(x).toBeLessThanOrEqual(width);
  }
});

test('other sources, and series that end earlier, are not compared', () => {
  const others = [reportGrowingBy(0.5, 90, 'usgs'), reportGrowingBy(0.5, 91, 'bea', 2019)];
  expect(placeGrowthDots([...twenty, ...others], 'bea', 350)?.dots).toHaveLength(20);
});

test('fewer than twenty reports are no picture', () => {
  expect(placeGrowthDots(twenty.slice(1), 'bea', 350)).toBeUndefined();
  expect(placeGrowthDots([], 'bea', 350)).toBeUndefined();
});

test('series that all stand still are one stack, without a division by zero', () => {
  const still = Array.from({ length: 20 }, (_, id) => reportGrowingBy(0, id));
  const drawn = placeGrowthDots(still, 'bea', 350);
  expect(drawn?.dots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(drawn?.median).toBe(0);
});
