import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /blog-detail/{slug} finds a post, however its slug is encoded', async () => {
  await expectGolden(await api.get('/blog-detail/output-in-dollars-is-not-output'), 'blog-detail');
  await expectCacheableRead(api, '/blog-detail/output-in-dollars-is-not-output');
  expect((await api.get('/blog-detail/output%2Din-dollars-is-not-output')).status).toBe(200);
});

test.each(['nothing', '%00', '%E0%A4%A', '..%2f..%2fetc', "' or 1=1 --"])(
  'GET /blog-detail/%s is 404',
  async (slug) => {
    await expectGolden(
      await api.get(`/blog-detail/${encodeURI(slug).replaceAll('%25', '%')}`),
      'blog-detail-404',
    );
  },
);
