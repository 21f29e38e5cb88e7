import { afterAll, beforeAll, test } from 'vitest';
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

test('GET /blog answers blog posts, newest first', async () => {
  await expectGolden(await at.get('/blog'), 'blog');
  await expectCacheableRead(at, '/blog');
});
