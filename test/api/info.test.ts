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

test('GET /info answers the site and the policy texts', async () => {
  await expectGolden(await at.get('/info'), 'info');
  await expectCacheableRead(at, '/info');
});
