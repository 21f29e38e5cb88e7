import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /info answers the site and the policy texts', async () => {
  await expectGolden(await api.get('/info'), 'info');
  await expectCacheableRead(api, '/info');
});
