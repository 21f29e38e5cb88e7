import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /blog-detail/{slug} answers one, whatever way its slug is encoded', async () => {
  await golden(await at.get('/blog-detail/output-in-dollars-is-not-output'), 'blog-detail');
  await readsWell(at, '/blog-detail/output-in-dollars-is-not-output');
  expect((await at.get('/blog-detail/output%2Din-dollars-is-not-output')).status).toBe(200);
});

test.each(['nothing', '%00', '%E0%A4%A', '..%2f..%2fetc', "' or 1=1 --"])(
  'GET /blog-detail/%s is 404',
  async (slug) => {
    await golden(
      await at.get(`/blog-detail/${encodeURI(slug).replaceAll('%25', '%')}`),
      'blog-detail-404',
    );
  },
);
