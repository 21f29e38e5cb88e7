import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /reports-detail/{slug} answers the report and its questions', async () => {
  const slug = String((await api.server.app.catalogue.reports.getByCode('QM-SFM-1001'))?.slug);
  await expectGolden(await api.get(`/reports-detail/${slug}`), 'reports-detail');
  await expectCacheableRead(api, `/reports-detail/${slug}`);
});

test('a change of the report shows at once', async () => {
  await api.get(`/reports-detail/${api.report.slug}`);
  await api.server.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('report')
      .set({ prices: sql`prices || '{"single": 123450}'` })
      .where('code', '=', api.report.code)
      .execute();
    await api.server.invalidate(tx, [`report:${api.report.slug}`]);
  });
  await expect
    .poll(
      async () =>
        (
          (await api.get(`/reports-detail/${api.report.slug}`)).body as {
            report: { sprice: number };
          }
        ).report.sprice,
    )
    .toBe(1234.5);
});

test('an unknown slug is 404', async () => {
  await expectGolden(await api.get('/reports-detail/nothing'), 'reports-detail-404');
});
