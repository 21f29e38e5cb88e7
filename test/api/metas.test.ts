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

test('GET /metas answers page metas by type', async () => {
  await expectGolden(await at.get('/metas'), 'metas');
  await expectCacheableRead(at, '/metas');
});
