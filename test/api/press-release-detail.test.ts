import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /press-release-detail/{slug} answers one, whatever way its slug is encoded', async () => {
  await expectGolden(
    await api.get('/press-release-detail/licences-in-one-sentence'),
    'press-release-detail',
  );
  await expectCacheableRead(api, '/press-release-detail/licences-in-one-sentence');
  expect((await api.get('/press-release-detail/licences%2Din-one-sentence')).status).toBe(200);
});

test.each(['nothing', '%00', '%E0%A4%A', '..%2f..%2fetc', "' or 1=1 --"])(
  'GET /press-release-detail/%s is 404',
  async (slug) => {
    await expectGolden(
      await api.get(`/press-release-detail/${encodeURI(slug).replaceAll('%25', '%')}`),
      'press-release-detail-404',
    );
  },
);
