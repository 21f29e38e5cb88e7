import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

type Listed = { reports: { industry_slug: string; published_date: string; report_id: string }[] };

test('GET /industries-by-category/{slug} lists its reports, newest first', async () => {
  const path = '/industries-by-category/steel-and-fabricated-metal';
  const { reports } = (await api.get(path)).body as Listed;
  expect(reports.length).toBeGreaterThan(10);
  expect(new Set(reports.map(({ industry_slug }) => industry_slug))).toEqual(
    new Set(['steel-and-fabricated-metal']),
  );
  const dates = reports.map(({ published_date }) => published_date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  await expectCacheableRead(api, path);
});

test('an unknown industry is 404 with an empty list', async () => {
  await expectGolden(
    await api.get('/industries-by-category/nothing'),
    'industries-by-category-404',
  );
});
