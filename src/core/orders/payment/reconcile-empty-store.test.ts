import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';

let tester: TestApp;
beforeAll(async () => {
  tester = await openTestApp();
  await tester.deps.db.deleteFrom('storeSettings').execute();
});
afterAll(() => tester?.close());

test('a store that was never set up has nothing to compare, and asks nobody', async () => {
  expect(await tester.app.store.isSetUp()).toBe(false);
  await tester.app.jobs['orders.reconcileTransactions']({});
  const calls = await tester.deps.db.selectFrom('providerCall').selectAll().execute();
  expect(calls).toEqual([]);
});
