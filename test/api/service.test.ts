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

test('GET /service answers services by priority', async () => {
  await expectGolden(await at.get('/service'), 'service');
  await expectCacheableRead(at, '/service');
});
