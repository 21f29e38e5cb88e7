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

test('GET /industries answers industries by name', async () => {
  await expectGolden(await at.get('/industries'), 'industries');
  await expectCacheableRead(at, '/industries');
});
