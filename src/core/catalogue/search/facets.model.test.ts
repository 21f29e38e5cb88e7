import { expect, test } from 'vitest';
import { facetPriceStepCents, toFacets } from './facets.model.ts';

const total = { total: 9, isAtLeast: false };

test('prices that nobody asks are empty bars between the others', () => {
  const counts = [
    { facet: 'price', value: '16', reports: 4 },
    { facet: 'price', value: '13', reports: 10 },
  ] as const;
  expect(toFacets(counts, total).priceSteps.map(({ reports }) => reports)).toEqual([10, 0, 0, 4]);
});

test('years are the newest first, ranges of pages the shortest first, other choices by their reports', () => {
  const facets = toFacets(
    [
      { facet: 'year', value: '2024', reports: 5 },
      { facet: 'year', value: '2026', reports: 1 },
      { facet: 'pages', value: '3', reports: 4 },
      { facet: 'pages', value: '0', reports: 2 },
      { facet: 'format', value: 'pdf', reports: 3 },
      { facet: 'format', value: 'xlsx', reports: 6 },
      { facet: 'geography', value: 'Chile', reports: 0 },
    ],
    total,
  );
  expect(facets.years.map(({ value }) => value)).toEqual([2026, 2024]);
  expect(facets.pageRanges.map(({ value }) => value)).toEqual([0, 3]);
  expect(facets.formats.map(({ value }) => value)).toEqual(['xlsx', 'pdf']);
  expect(facets.geographies).toEqual([]);
});

test('prices far apart are in as many bars as there is room for', () => {
  const counts = ['0', '1000'].map((value) => ({ facet: 'price', value, reports: 2 }) as const);
  const { priceSteps } = toFacets(counts, total);
  expect(priceSteps.length).toBeLessThanOrEqual(40);
  expect([priceSteps[0]?.reports, priceSteps.at(-1)?.reports]).toEqual([2, 2]);
  expect(priceSteps.at(-1)?.toCents).toBeGreaterThanOrEqual(1001 * facetPriceStepCents);
});
