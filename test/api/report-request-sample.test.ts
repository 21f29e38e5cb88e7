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

test('GET /report-request-sample/{slug or report_id} answers the same report for both', async () => {
  const bySlug = await at.get(`/report-request-sample/${at.report.slug}`);
  expect((await at.get(`/report-request-sample/${at.report.code}`)).body).toEqual(bySlug.body);
  expect(
    ((await at.get(`/reports-detail/${at.report.slug}`)).body as { report: object }).report,
  ).toEqual((bySlug.body as { report: object }).report);
  await expectCacheableRead(at, `/report-request-sample/${at.report.code}`);
});

test('an unknown one is 404', async () => {
  await expectGolden(await at.get('/report-request-sample/QM-NONE'), 'report-request-sample-404');
});
