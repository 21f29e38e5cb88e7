import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /country-with-phone-code answers countries with digits as phone codes', async () => {
  await expectGolden(await api.get('/country-with-phone-code'), 'country-with-phone-code');
  await expectCacheableRead(api, '/country-with-phone-code');
});
