import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

test('a report is in the lists, counts and feeds of its further industries, and once among all', async () => {
  const { catalogue, write } = publisher;
  await write(
    { ...bareReport, furtherIndustries: ['food'] },
    { ...bareReport, code: 'AC-2', title: 'Tin' },
    { ...bareReport, code: 'AC-3', title: 'Tea', industry: 'food', furtherIndustries: ['metals'] },
    { ...bareReport, code: 'AC-4', title: 'Lead', furtherIndustries: ['food'], state: 'draft' },
  );
  const counts = (await catalogue.industries.list()).map(({ slug, reports, mainReports }) => [
    slug,
    reports,
    mainReports,
  ]);
  expect(counts).toEqual([
    ['food', 2, 1],
    ['metals', 3, 2],
  ]);
  const food = await catalogue.reports.list(1, 'food');
  expect([food.total, food.items.map(({ code }) => code).toSorted()]).toEqual([
    2,
    ['AC-1', 'AC-3'],
  ]);
  expect(await catalogue.reports.listNewestInIndustry('food')).toHaveLength(2);
  expect(await catalogue.feeds.listReports(10, 'food')).toHaveLength(2);
  expect((await catalogue.reports.list(1)).total).toBe(3);
  const spelt = [];
  for await (const batch of catalogue.reports.stream('food')) spelt.push(...batch);
  expect(spelt.map(({ code }) => code)).toEqual(['AC-3']);
});

test('an edit of a report changes its further industries for search engines, too', async () => {
  const { catalogue, write } = publisher;
  publisher.setNow('2026-12-01T10:00:00Z');
  await write({ code: 'AC-1', title: 'Changed' });
  const changes = await catalogue.feeds.listIndustryChanges();
  expect([...changes.keys()].toSorted()).toEqual(['food', 'metals']);
  expect(changes.get('food')).toEqual(new Date('2026-12-01T10:00:00Z'));
  expect(changes.get('metals')).toEqual(new Date('2026-12-01T10:00:00Z'));
});

test('what lists say beside their rows is right after each change', async () => {
  const { catalogue, write } = publisher;
  const readCounts = async () => ({
    all: (await catalogue.search.countFacets()).total,
    metals: (await catalogue.search.countFacets('metals')).total,
    listed: (await catalogue.industries.list()).find(({ slug }) => slug === 'metals')?.reports,
  });
  const before = await readCounts();
  expect(before).toEqual({ all: 3, metals: 3, listed: 3 });
  await write({ ...bareReport, code: 'AC-5', title: 'Zinc' });
  expect(await readCounts()).toEqual({ all: 4, metals: 4, listed: 4 });
  await write({ code: 'AC-5', state: 'withdrawn' });
  expect(await readCounts()).toEqual(before);
});
