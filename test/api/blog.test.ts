import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /blog answers blog posts, newest first', async () => {
  await expectGolden(await api.get('/blog'), 'blog');
  await expectCacheableRead(api, '/blog');
});
