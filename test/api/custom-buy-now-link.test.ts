import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

type Link = { reportId: number; price: number };

test('GET /custom-buy-now-link/{id} has one stable link for each licence', async () => {
  const path = `/custom-buy-now-link/${api.report.code}`;
  const single = (await api.get(path)).body as Link;
  expect((await api.get(path)).body).toEqual(single);
  const corporate = (await api.get(`${path}?type=corporate-user`)).body as Link;
  expect(corporate.reportId).not.toBe(single.reportId);
  expect(corporate.price).toBeGreaterThan(single.price);
  expect((await api.get(`/custom-buy-now-link/${corporate.reportId}`)).body).toEqual(corporate);
});

test('an unknown report is 404, and an unknown licence 422', async () => {
  await expectGolden(await api.get('/custom-buy-now-link/QM-NONE'), 'custom-buy-now-link-404');
  expect((await api.get('/custom-buy-now-link/999999')).status).toBe(404);
  await expectGolden(
    await api.get(`/custom-buy-now-link/${api.report.code}?type=free`),
    'custom-buy-now-link-422',
  );
  expect(
    (
      await api.request('POST', `/custom-buy-now-link/${api.report.code}`, { body: {} })
    ).headers.get('allow'),
  ).toBe('GET, HEAD');
});
