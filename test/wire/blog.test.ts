import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /blog answers blog posts, newest first', async () => {
  await golden(await at.get('/blog'), 'blog');
  await readsWell(at, '/blog');
});
