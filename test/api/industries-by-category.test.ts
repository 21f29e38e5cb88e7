import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiTestClient,
  expectGolden,
  openApiTestClient,
  expectCacheableRead,
} from './api-test-client.ts';

let at: ApiTestClient;
beforeAll(async () => {
  at = await openApiTestClient();
});
afterAll(() => at?.close());

type Listed = { reports: { industry_slug: string; published_date: string; report_id: string }[] };

test("GET /industries-by-category/{slug} answers that industry's reports, newest first", async () => {
  const path = '/industries-by-category/steel-and-fabricated-metal';
  const { reports } = (await at.get(path)).body as Listed;
  expect(reports.length).toBeGreaterThan(10);
  expect(new Set(reports.map(({ industry_slug }) => industry_slug))).toEqual(
    new Set(['steel-and-fabricated-metal']),
  );
  const dates = reports.map(({ published_date }) => published_date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  await expectCacheableRead(at, path);
});

test('an unknown slug is 404 with an empty list as well', async () => {
  await expectGolden(await at.get('/industries-by-category/nothing'), 'industries-by-category-404');
});
