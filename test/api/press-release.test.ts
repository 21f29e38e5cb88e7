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

test('GET /press-release answers press releases, newest first', async () => {
  await expectGolden(await at.get('/press-release'), 'press-release');
  await expectCacheableRead(at, '/press-release');
});
