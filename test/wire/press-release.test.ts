import { afterAll, beforeAll, test } from 'vitest';
import { type Contract, golden, openContract, readsWell } from './support.ts';

let at: Contract;
beforeAll(async () => {
  at = await openContract();
});
afterAll(() => at?.close());

test('GET /press-release answers press releases, newest first', async () => {
  await golden(await at.get('/press-release'), 'press-release');
  await readsWell(at, '/press-release');
});
