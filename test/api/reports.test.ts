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

type Listed = {
  reports: { id: number; published_date: string; report_id: string }[];
  meta?: object;
};

test('GET /reports writes out all of them, newest first, with an ETag that changes with any report', async () => {
  await expectCacheableRead(at, '/reports');
  const all = await at.get('/reports');
  const { reports, meta } = all.body as Listed;
  expect(meta).toBeUndefined();
  expect(reports).toHaveLength(
    Number((await at.server.app.catalogue.listReportsWithText(1, 1)).total),
  );
  const order = reports.map(
    ({ published_date, id }) => `${published_date} ${String(id).padStart(9, '0')}`,
  );
  expect(order).toEqual(order.toSorted().toReversed());
  await at.server.db
    .updateTable('report')
    .set({ title: 'Another title' })
    .where('code', '=', at.report.code)
    .execute();
  const changed = await at.get('/reports', { 'if-none-match': String(all.headers.get('etag')) });
  expect(changed.status).toBe(200);
});

test('with page and per_page it answers that page', async () => {
  const { reports } = (await at.get('/reports')).body as Listed;
  const second = (await at.get('/reports?page=2&per_page=5')).body as Listed;
  expect(second.reports.map(({ report_id }) => report_id)).toEqual(
    reports.slice(5, 10).map(({ report_id }) => report_id),
  );
  expect(second.meta).toEqual({ page: 2, per_page: 5, total: reports.length });
  expect(((await at.get('/reports?page=9999&per_page=100')).body as Listed).reports).toEqual([]);
});

test('a draft is never listed', async () => {
  await at.server.db
    .updateTable('report')
    .set({ state: 'draft' })
    .where('code', '=', at.report.code)
    .execute();
  expect(JSON.stringify((await at.get('/reports')).body)).not.toContain(at.report.code);
  expect((await at.get(`/reports-detail/${at.report.slug}`)).status).toBe(404);
  await at.server.db
    .updateTable('report')
    .set({ state: 'published' })
    .where('code', '=', at.report.code)
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
  await expectGolden(await at.get(`/reports?${query}`), `reports-422-${query.split('=')[0]}`);
});
