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

test('GET /blog-detail/{slug} answers one, whatever way its slug is encoded', async () => {
  await expectGolden(await at.get('/blog-detail/output-in-dollars-is-not-output'), 'blog-detail');
  await expectCacheableRead(at, '/blog-detail/output-in-dollars-is-not-output');
  expect((await at.get('/blog-detail/output%2Din-dollars-is-not-output')).status).toBe(200);
});

test.each(['nothing', '%00', '%E0%A4%A', '..%2f..%2fetc', "' or 1=1 --"])(
  'GET /blog-detail/%s is 404',
  async (slug) => {
    await expectGolden(
      await at.get(`/blog-detail/${encodeURI(slug).replaceAll('%25', '%')}`),
      'blog-detail-404',
    );
  },
);
