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

test('GET /reports-detail/{slug} answers the report and its questions', async () => {
  const slug = String((await at.server.app.catalogue.getReportByCode('QM-SFM-1001'))?.slug);
  await expectGolden(await at.get(`/reports-detail/${slug}`), 'reports-detail');
  await expectCacheableRead(at, `/reports-detail/${slug}`);
});

test('it is new as soon as the report has changed', async () => {
  await at.get(`/reports-detail/${at.report.slug}`);
  await at.server.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('report')
      .set({ singleCents: 123_450 })
      .where('code', '=', at.report.code)
      .execute();
    await at.server.invalidate(tx, [`report:${at.report.slug}`]);
  });
  await expect
    .poll(
      async () =>
        ((await at.get(`/reports-detail/${at.report.slug}`)).body as { report: { sprice: number } })
          .report.sprice,
    )
    .toBe(1234.5);
});

test('an unknown slug is 404', async () => {
  await expectGolden(await at.get('/reports-detail/nothing'), 'reports-detail-404');
});
