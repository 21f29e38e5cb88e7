import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /service answers services by priority', async () => {
  await expectGolden(await api.get('/service'), 'service');
  await expectCacheableRead(api, '/service');
});
