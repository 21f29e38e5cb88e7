import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /country-with-phone-code answers countries with digits as phone codes', async () => {
  await golden(await at.get('/country-with-phone-code'), 'country-with-phone-code');
  await readsWell(at, '/country-with-phone-code');
});
