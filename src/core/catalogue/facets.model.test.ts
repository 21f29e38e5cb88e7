import { expect, test } from 'vitest';
import { countFacets, facetPriceStepCents, type FacetRow } from './facets.model.ts';

const row = (industrySlug: string, source: string | null, year: number | null, reports: number) =>
  ({ industrySlug, source, year, priceStep: 13, isInPrice: true, reports }) satisfies FacetRow;

const rows: FacetRow[] = [
  row('metals', 'usgs', 2023, 5),
  row('metals', 'pink', 2025, 2),
  row('food', 'psd', 2025, 3),
  { ...row('food', 'bea', 2023, 4), priceStep: 16, isInPrice: false },
];

test('each facet is counted with the choices of the others', () => {
  const facets = countFacets(rows, { industrySlug: 'metals', dataYears: [2025] });
  expect(facets.total).toBe(2);
  expect(facets.industries).toEqual([
    { value: 'metals', reports: 2 },
    { value: 'food', reports: 3 },
  ]);
  expect(facets.sources).toEqual([{ value: 'pink', reports: 2 }]);
  expect(facets.dataYears).toEqual([
    { value: 2025, reports: 2 },
    { value: 2023, reports: 5 },
  ]);
});

test('the counts of a facet add up to the reports that are shown without it', () => {
  const { total, industries, sources } = countFacets(rows, {});
  const sum = (counts: readonly { reports: number }[]) =>
    counts.reduce((all, { reports }) => all + reports, 0);
  expect([sum(industries), sum(sources)]).toEqual([total, total]);
});

test('prices that were not asked for stay in the histogram, and its gaps are empty bars', () => {
  const { priceSteps } = countFacets(rows, {});
  expect(priceSteps.map(({ reports }) => reports)).toEqual([10, 0, 0, 4]);
});

test('a report without data is in no source and no year', () => {
  const facets = countFacets([row('food', null, null, 1)], {});
  expect(facets).toMatchObject({ total: 1, sources: [], dataYears: [] });
});

test('prices far apart are in as many bars as there is room for', () => {
  const steps = [0, 1000].map((priceStep) => ({ ...row('metals', 'usgs', 2023, 2), priceStep }));
  const { priceSteps } = countFacets(steps, {});
  expect(priceSteps.length).toBeLessThanOrEqual(40);
  expect([priceSteps[0]?.reports, priceSteps.at(-1)?.reports]).toEqual([2, 2]);
  expect(priceSteps.at(-1)?.toCents).toBeGreaterThanOrEqual(1001 * facetPriceStepCents);
});
