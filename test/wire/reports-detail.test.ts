import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /reports-detail/{slug} answers the report and its questions', async () => {
  const slug = String((await at.store.shop.catalogue.reportByCode('QM-SFM-1001'))?.slug);
  await golden(await at.get(`/reports-detail/${slug}`), 'reports-detail');
  await readsWell(at, `/reports-detail/${slug}`);
});

test('it is new as soon as the report has changed', async () => {
  await at.get(`/reports-detail/${at.report.slug}`);
  await at.store.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('report')
      .set({ singleCents: 123_450 })
      .where('code', '=', at.report.code)
      .execute();
    await at.store.changed(tx, [`report:${at.report.slug}`]);
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
  await golden(await at.get('/reports-detail/nothing'), 'reports-detail-404');
});
