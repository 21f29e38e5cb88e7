import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /industries answers industries by name', async () => {
  await golden(await at.get('/industries'), 'industries');
  await readsWell(at, '/industries');
});
