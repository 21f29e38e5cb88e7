import { afterAll, beforeAll, test } from 'vitest';
import { expectCacheableRead, expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('GET /press-release answers press releases, newest first', async () => {
  await expectGolden(await api.get('/press-release'), 'press-release');
  await expectCacheableRead(api, '/press-release');
});
