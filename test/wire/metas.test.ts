import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /metas answers page metas by type', async () => {
  await golden(await at.get('/metas'), 'metas');
  await readsWell(at, '/metas');
});
