import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /metas answers page metas by type', async () => {
  await expectGolden(await api.get('/metas'), 'metas');
  await expectCacheableRead(api, '/metas');
});
