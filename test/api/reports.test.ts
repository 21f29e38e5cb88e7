import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

type Listed = {
  reports: { id: number; published_date: string; report_id: string }[];
  meta?: object;
};

test('GET /reports streams all, newest first, and its ETag changes with any report', async () => {
  await expectCacheableRead(api, '/reports');
  const all = await api.get('/reports');
  const { reports, meta } = all.body as Listed;
  expect(meta).toBeUndefined();
  expect(reports).toHaveLength((await api.server.app.catalogue.reports.listWithText(1, 1)).total);
  const order = reports.map(
    ({ published_date, id }) => `${published_date} ${String(id).padStart(9, '0')}`,
  );
  expect(order).toEqual(order.toSorted().toReversed());
  await api.server.db
    .updateTable('report')
    .set({ title: 'Another title' })
    .where('code', '=', api.report.code)
    .execute();
  const changed = await api.get('/reports', { 'if-none-match': String(all.headers.get('etag')) });
  expect(changed.status).toBe(200);
});

test('with page and per_page it answers that page', async () => {
  const { reports } = (await api.get('/reports')).body as Listed;
  const second = (await api.get('/reports?page=2&per_page=5')).body as Listed;
  expect(second.reports.map(({ report_id }) => report_id)).toEqual(
    reports.slice(5, 10).map(({ report_id }) => report_id),
  );
  expect(second.meta).toEqual({ page: 2, per_page: 5, total: reports.length });
  expect(((await api.get('/reports?page=9999&per_page=100')).body as Listed).reports).toEqual([]);
});

test('a draft is never listed', async () => {
  await api.server.db
    .updateTable('report')
    .set({ state: 'draft' })
    .where('code', '=', api.report.code)
    .execute();
  expect(JSON.stringify((await api.get('/reports')).body)).not.toContain(api.report.code);
  expect((await api.get(`/reports-detail/${api.report.slug}`)).status).toBe(404);
  await api.server.db
    .updateTable('report')
    .set({ state: 'published' })
    .where('code', '=', api.report.code)
    .execute();
});

test.each([
  'page=0',
  'page=-1',
  'per_page=0',
  'per_page=101',
  'page=x',
  'page=1e9',
  'per_page=1.5',
])('GET /reports?%s is refused at its field', async (query) => {
  await expectGolden(await api.get(`/reports?${query}`), `reports-422-${query.split('=')[0]}`);
});
