import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('a lost answer does not count as failed: the reconciler finds the one charge', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'checking' },
  });
  expect(await buyer.getState(number)).toBe('capturing');
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('where the buyer closed the tab the order is captured, and both links emailed', async () => {
  const { number } = await buyer.placeApprovedOrder();
  buyer.advanceClock(60_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
  const { id } = await buyer.getOrder(number);
  await buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
  await buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
  expect(await buyer.getState(number)).toBe('fulfilled');
  await buyer.sendDueEmails();
  expect(buyer.emails).toHaveLength(1);
  expect(buyer.emails[0]?.text.match(/\/download\//g)).toHaveLength(2);
});

test.each(['refund', 'dispute'])(
  'a %s that arrives before we know of the payment takes effect: nothing is delivered',
  async (event) => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    await buyer.planPaypalFaults({ capture: ['lose-answer'] });
    await buyer.completeCheckout(providerId);
    await buyer.callControlApi(event, { captureId: await buyer.getCaptureId(providerId) });
    await buyer.deliverWebhooks((all) =>
      all.filter(({ rawBody }) => /CAPTURE.REFUNDED|DISPUTE/.test(Buffer.from(rawBody).toString())),
    );
    buyer.advanceClock(61_000);
    await buyer.reconcile();
    expect(await buyer.getState(number)).toBe(event === 'refund' ? 'refunded' : 'suspended');
    expect((await buyer.viewOwnOrder(number))?.files).toEqual([]);
    expect(await buyer.countEmails(billing.email, 'Your receipt')).toBe(0);
    expect(await buyer.countCreditNotes()).toBe(event === 'refund' ? 1 : 0);
  },
);

test('an old approval that lapses does not expire an order that has a newer one', async () => {
  const first = await buyer.placeOrder();
  await buyer.passTime(hours(2.8));
  const second = await buyer.placeOrder();
  await buyer.passTime(hours(0.3));
  await buyer.reconcile();
  expect(await buyer.getState(first.number)).toBe('awaiting-approval');
  expect((await buyer.placeOrder()).providerId).toBe(second.providerId);
});

test.each(['a connection that was cut', 'a kill after the claim'])(
  'an order that was being captured when its approval lapsed expires, with an email (%s)',
  async (fault) => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    if (fault === 'a connection that was cut') {
      await buyer.planPaypalFaults({ capture: ['reset'] });
      await buyer.completeCheckout(providerId);
    } else
      await buyer.deps.db
        .updateTable('purchase')
        .set({ state: 'capturing', claimedBy: 'dead', claimedUntil: buyer.deps.clock() })
        .where('number', '=', number)
        .execute();
    await buyer.passTime(hours(8));
    for (let i = 0; i < 3; i++) {
      await buyer.reconcile();
      buyer.advanceClock(hours(1));
    }
    expect(await buyer.getState(number)).toBe('expired');
    expect(await buyer.emailSubjectsTo(billing.email)).toEqual([
      `Payment failed for order ${number}`,
    ]);
  },
);
