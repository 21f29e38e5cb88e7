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

test('GET /country-with-phone-code answers countries with digits as phone codes', async () => {
  await expectGolden(await at.get('/country-with-phone-code'), 'country-with-phone-code');
  await expectCacheableRead(at, '/country-with-phone-code');
});
