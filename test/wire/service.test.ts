import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /service answers services by priority', async () => {
  await golden(await at.get('/service'), 'service');
  await readsWell(at, '/service');
});
