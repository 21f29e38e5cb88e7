import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /industries answers industries by name', async () => {
  await expectGolden(await api.get('/industries'), 'industries');
  await expectCacheableRead(api, '/industries');
});
