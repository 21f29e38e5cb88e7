import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /company answers logos of clients', async () => {
  await golden(await at.get('/company'), 'company');
  await readsWell(at, '/company');
});
