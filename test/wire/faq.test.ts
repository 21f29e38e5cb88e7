import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /faq answers general questions', async () => {
  await golden(await at.get('/faq'), 'faq');
  await readsWell(at, '/faq');
});
