import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
let finance: StaffActor;
beforeEach(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
});
afterEach(() => buyer.close());

async function listReasons(): Promise<string[][]> {
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(finance);
  if (!attention.ok) throw new Error(attention.message);
  return attention.value.rows.map(({ number, reason }) => [number, reason]);
}

test('mismatches and payments that are not delivered need attention, oldest first', async () => {
  const mismatch = await buyer.placeMismatch();
  const paid = await buyer.placeApprovedOrder({ type: 'multiple-user' });
  await buyer.completeCheckout(paid.providerId);
  expect(await listReasons()).toEqual([[mismatch.number, 'mismatch']]);
  buyer.advanceClock(hours(1));
  expect(await listReasons()).toEqual([
    [mismatch.number, 'mismatch'],
    [paid.number, 'delivery'],
  ]);
});

test('a second payment that staff gave back themselves needs no attention any more', async () => {
  const { number } = await buyer.buyReport();
  const { id } = await buyer.getOrder(number);
  await buyer.deps.db
    .insertInto('orderEvent')
    .values({
      purchaseId: id,
      occurredAt: new Date(),
      kind: 'second-payment-not-refunded',
      detail: { captureId: 'C2' },
    })
    .execute();
  expect(await listReasons()).toEqual([[number, 'second-payment']]);
  const { staff } = buyer.app.orders;
  expect((await staff.attention.settleSecondPayment(finance, number)).ok).toBe(true);
  expect(await listReasons()).toEqual([]);
  expect(await staff.attention.settleSecondPayment(finance, number)).toMatchObject({
    code: 'conflict',
  });
});

test('asking the provider now captures what was approved and repeats a refund without an answer', async () => {
  const { number } = await buyer.placeApprovedOrder();
  const { staff } = buyer.app.orders;
  expect(await staff.sync.syncOrder(finance, number)).toMatchObject({ value: { state: 'paid' } });
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  await buyer.refund(number, 100);
  expect(await listReasons()).toEqual([[number, 'refund']]);
  expect((await staff.sync.syncOrder(finance, number)).ok).toBe(true);
  expect(await listReasons()).toEqual([]);
  expect(await buyer.countProviderRefunds()).toBe(1);
  await buyer.planPaypalFaults({ get: ['500', '500', '500'] });
  expect(await staff.sync.syncOrder(finance, number)).toMatchObject({ code: 'provider-failed' });
  expect(await staff.sync.syncOrder(finance, 'QI-0')).toMatchObject({ code: 'not-found' });
});
