import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /info answers the site and the policy texts', async () => {
  await golden(await at.get('/info'), 'info');
  await readsWell(at, '/info');
});
