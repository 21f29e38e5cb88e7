import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('GET /press-release-detail/{slug} answers one, whatever way its slug is encoded', async () => {
  await expectGolden(
    await at.get('/press-release-detail/licences-in-one-sentence'),
    'press-release-detail',
  );
  await expectCacheableRead(at, '/press-release-detail/licences-in-one-sentence');
  expect((await at.get('/press-release-detail/licences%2Din-one-sentence')).status).toBe(200);
});

test.each(['nothing', '%00', '%E0%A4%A', '..%2f..%2fetc', "' or 1=1 --"])(
  'GET /press-release-detail/%s is 404',
  async (slug) => {
    await expectGolden(
      await at.get(`/press-release-detail/${encodeURI(slug).replaceAll('%25', '%')}`),
      'press-release-detail-404',
    );
  },
);
