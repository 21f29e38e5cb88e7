import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiTestClient, expectGolden, openApiTestClient } from './api-test-client.ts';

let at: ApiTestClient;
beforeAll(async () => {
  at = await openApiTestClient();
});
afterAll(() => at?.close());

type Link = { reportId: number; price: number };

test('GET /custom-buy-now-link/{id} answers a stable link for each licence, by code and by link', async () => {
  const path = `/custom-buy-now-link/${at.report.code}`;
  const single = (await at.get(path)).body as Link;
  expect((await at.get(path)).body).toEqual(single);
  const corporate = (await at.get(`${path}?type=corporate-user`)).body as Link;
  expect(corporate.reportId).not.toBe(single.reportId);
  expect(corporate.price).toBeGreaterThan(single.price);
  expect((await at.get(`/custom-buy-now-link/${corporate.reportId}`)).body).toEqual(corporate);
});

test('an unknown report is 404, and an unknown licence 422', async () => {
  await expectGolden(await at.get('/custom-buy-now-link/QM-NONE'), 'custom-buy-now-link-404');
  expect((await at.get('/custom-buy-now-link/999999')).status).toBe(404);
  await expectGolden(
    await at.get(`/custom-buy-now-link/${at.report.code}?type=free`),
    'custom-buy-now-link-422',
  );
  expect(
    (await at.request('POST', `/custom-buy-now-link/${at.report.code}`, { body: {} })).headers.get(
      'allow',
    ),
  ).toBe('GET, HEAD');
});
