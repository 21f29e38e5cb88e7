import { transitions } from './order-states.model.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('the database has the same table of transitions, and refuses every other one', async () => {
  const rows = await buyer.deps.db.selectFrom('orderStateTransition').selectAll().execute();
  const inDatabase = new Set(rows.map(({ fromState, toState }) => `${fromState} ${toState}`));
  const inModel = new Set(
    Object.entries(transitions).flatMap(([from, states]) => states.map((to) => `${from} ${to}`)),
  );
  expect(inDatabase).toEqual(inModel);
  const { number } = await buyer.placeOrder();
  await expect(
    buyer.deps.db
      .updateTable('purchase')
      .set({ state: 'paid' })
      .where('number', '=', number)
      .execute(),
  ).rejects.toThrow('can not go from awaiting-approval to paid');
});
