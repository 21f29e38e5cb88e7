import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment, billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('an upgrade is not charged once its base order is refunded', async () => {
  const base = await buyer.buyReport();
  const upgrade = await buyer.placeUpgrade(base.number);
  await approvePayment(upgrade.approvalUrl);
  await buyer.refund(base.number, base.priceCents);
  expect(await buyer.completeCheckout(upgrade.providerId)).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('an upgrade whose base order is refunded while it is charged is not delivered', async () => {
  const base = await buyer.buyReport();
  const upgrade = await buyer.placeUpgrade(base.number);
  await approvePayment(upgrade.approvalUrl);
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.completeCheckout(upgrade.providerId);
  await buyer.refund(base.number, base.priceCents);
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(upgrade.number)).toBe('suspended');
  expect((await buyer.viewOwnOrder(upgrade.number))?.files).toEqual([]);
  const subjects = await buyer.emailSubjectsTo(billing.email);
  expect(subjects.filter((subject) => subject.includes(upgrade.number))).toEqual([]);
});

test('an upgrade without an answer is not charged once its base order is refunded', async () => {
  const base = await buyer.buyReport();
  const upgrade = await buyer.placeUpgrade(base.number);
  await approvePayment(upgrade.approvalUrl);
  await buyer.planPaypalFaults({ capture: ['reset'] });
  await buyer.completeCheckout(upgrade.providerId);
  await buyer.refund(base.number, base.priceCents);
  for (let i = 0; i < 4; i++) {
    buyer.advanceClock(5 * 60_000);
    await buyer.reconcile();
  }
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
  expect(await buyer.getState(upgrade.number)).toBe('cancelled');
  expect(await buyer.emailSubjectsTo(billing.email)).toContain(
    `We did not take your payment for order ${upgrade.number}`,
  );
});

test('of two upgrades that are approved at once the second is not charged', async () => {
  const base = await buyer.buyReport();
  const first = await buyer.placeUpgrade(base.number, 'multiple-user');
  const second = await buyer.placeUpgrade(base.number, 'corporate-user');
  for (const { approvalUrl } of [first, second]) await approvePayment(approvalUrl);
  expect(await buyer.completeCheckout(first.providerId)).toMatchObject({ ok: true });
  expect(await buyer.completeCheckout(second.providerId)).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(2);
});
