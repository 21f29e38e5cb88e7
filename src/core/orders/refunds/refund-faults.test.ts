import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test.each(['lose-answer', 'reset', '500'])(
  'a refund that meets "%s" is requested again and made once',
  async (fault) => {
    const { number, priceCents } = await buyer.buyReport();
    await buyer.planPaypalFaults({ refund: [fault] });
    expect(await buyer.refund(number, priceCents)).toMatchObject({
      ok: false,
      code: 'provider-failed',
    });
    buyer.advanceClock(10_000);
    await buyer.reconcile();
    expect(await buyer.getState(number)).toBe('refunded');
    expect(await buyer.countProviderRefunds()).toBe(1);
    expect(await buyer.countCreditNotes()).toBe(1);
  },
);

test('a refund that was refused does not block the next one', async () => {
  const { number } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  expect(await buyer.refund(number, 100)).toMatchObject({ ok: false, code: 'conflict' });
  expect((await buyer.refund(number, 100)).ok).toBe(true);
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 100 });
});

test('what a refused refund asked for can still be refunded, and the office says so', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  expect(await buyer.refund(number, 100)).toMatchObject({ ok: false, code: 'conflict' });
  const readRefundable = async () => {
    const order = await buyer.app.orders.staff.details.getOrder(testProgram, number);
    return order.ok && order.value.refundableCents;
  };
  expect(await readRefundable()).toBe(priceCents);
  expect((await buyer.refund(number, 100)).ok).toBe(true);
  expect(await readRefundable()).toBe(priceCents - 100);
});

test('a refund that is requested again while it is under way is made once', async () => {
  const { number } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  expect(await buyer.refund(number, 5000)).toMatchObject({ ok: false, code: 'provider-failed' });
  expect((await buyer.refund(number, 5000)).ok).toBe(true);
  expect(await buyer.countProviderRefunds()).toBe(1);
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 5000 });
});

test('a refund that was made stays so where PayPal refuses to make it once more', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['lose-answer', 'issue:CAPTURE_FULLY_REFUNDED'] });
  await buyer.refund(number, priceCents);
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.deps.db.selectFrom('refund').select('state').execute()).toEqual([
    { state: 'completed' },
  ]);
  const events = await buyer.deps.db.selectFrom('orderEvent').select('kind').execute();
  expect(events.map(({ kind }) => kind)).not.toContain('refund-refused');
});

test('two refunds that are mistaken for each other block nothing: each is made once', async () => {
  const { number, providerId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['reset', 'lose-answer'] });
  await buyer.refund(number, 5000, 'one');
  await buyer.refund(number, 5000, 'another');
  await buyer.callControlApi('resend', { orderId: providerId });
  await buyer.deliverWebhooks();
  const other = await buyer.placeApprovedOrder({ type: 'multiple-user' });
  await buyer.completeCheckout(other.providerId);
  for (let i = 0; i < 3; i++) {
    buyer.advanceClock(60_000);
    await buyer.reconcile();
  }
  expect(await buyer.countProviderRefunds()).toBe(2);
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 10_000 });
  expect(await buyer.countCreditNotes()).toBe(2);
  expect(await buyer.getState(other.number)).toBe('fulfilled');
});

test('a refund that the provider is still working on is not refused', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['issue:PREVIOUS_REQUEST_IN_PROGRESS'] });
  expect(await buyer.refund(number, priceCents)).toMatchObject({
    ok: false,
    code: 'provider-failed',
  });
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('refunded');
});

test('a refund that fails at the provider is refused, and may be requested again', async () => {
  const { number, priceCents } = await buyer.buyReport();
  const { payments } = buyer.deps;
  const { refundCapture } = payments;
  const failRefund: typeof refundCapture = () =>
    Promise.resolve({ kind: 'refunded', refundId: 'RF1', status: 'FAILED' });
  Object.assign(payments, { refundCapture: failRefund });
  expect(await buyer.refund(number, priceCents)).toMatchObject({ ok: false, code: 'conflict' });
  Object.assign(payments, { refundCapture });
  expect((await buyer.refund(number, priceCents)).ok).toBe(true);
  expect(await buyer.getState(number)).toBe('refunded');
});
