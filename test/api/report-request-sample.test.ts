import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /report-request-sample/{id} has the same report by slug and by code', async () => {
  const bySlug = await api.get(`/report-request-sample/${api.report.slug}`);
  expect((await api.get(`/report-request-sample/${api.report.code}`)).body).toEqual(bySlug.body);
  expect(
    ((await api.get(`/reports-detail/${api.report.slug}`)).body as { report: object }).report,
  ).toEqual((bySlug.body as { report: object }).report);
  await expectCacheableRead(api, `/report-request-sample/${api.report.code}`);
});

test('an unknown report is 404', async () => {
  await expectGolden(await api.get('/report-request-sample/QM-NONE'), 'report-request-sample-404');
});
