import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment, billing, type PlacedOrder } from '../../../../test/support/test-buyer.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { attentionActions, attentionReasons } from './attention.model.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const minutes = (count: number): number => count * 60_000;

async function listRows() {
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(testProgram);
  if (!attention.ok) throw new Error(attention.message);
  return attention.value.rows.map(({ number, reason, amountCents, since }) => ({
    number,
    reason,
    amountCents,
    since,
  }));
}

const listReasons = async (): Promise<string[][]> =>
  (await listRows()).map(({ number, reason }) => [number, reason]);

/** PayPal answers nothing of this kind for as long as anybody asks here. */
const never = (fault: string): string[] => Array.from({ length: 50 }, () => fault);

/** The buyer pays for one licence from two browsers; what they paid second is to go back. */
async function payTwice(): Promise<{ readonly first: PlacedOrder; readonly second: PlacedOrder }> {
  const second = await buyer.placeApprovedOrder();
  const first = await buyer.app.orders.placement.placeOrder(
    { ...billing, report_id: buyer.reportCode, type: 'single-user' },
    'e'.repeat(64),
  );
  if (!first.ok) throw new Error(first.message);
  await buyer.loseWebhooks();
  await approvePayment(first.value.approvalUrl);
  await buyer.app.orders.checkoutReturn.completeCheckout(first.value.providerId, 'e'.repeat(64));
  await buyer.deps.payments.captureProviderOrder(second.providerId, 'somebody else captured it');
  return { first: first.value, second };
}

test('a capture without a clear answer stands there a quarter of an hour after it began', async () => {
  const placed = await buyer.placeOrder();
  await buyer.passTime(hours(1));
  await approvePayment(placed.approvalUrl);
  await buyer.loseWebhooks();
  await buyer.planPaypalFaults({ capture: ['lose-answer'], get: never('500') });
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  const began = buyer.deps.clock().getTime();
  await buyer.reconcile();
  buyer.advanceClock(minutes(14));
  await buyer.reconcile();
  expect(await listReasons()).toEqual([]);
  buyer.advanceClock(minutes(2));
  const [row, ...others] = await listRows();
  expect(row).toMatchObject({ number: placed.number, reason: 'capture' });
  expect(others).toEqual([]);
  expect(Math.abs(Number(row?.since) - began)).toBeLessThan(minutes(1));
  await buyer.planPaypalFaults({});
  expect((await buyer.app.orders.staff.sync.syncOrder(testProgram, placed.number)).ok).toBe(true);
  expect(await buyer.getState(placed.number)).toBe('paid');
  expect(await listReasons()).toEqual([]);
});

test('a payment that PayPal holds back stands there at once', async () => {
  await buyer.planPaypalFaults({ 'capture-outcome': ['pending:ECHECK'] });
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  expect(await listReasons()).toEqual([[number, 'review']]);
});

test('a payment in dispute stands there until the dispute ends', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('dispute', { captureId });
  await buyer.deliverWebhooks();
  expect(await listReasons()).toEqual([[number, 'suspended']]);
  await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await buyer.deliverWebhooks();
  expect(await listReasons()).toEqual([]);
});

test('a webhook that could not be dealt with stands there after a quarter of an hour', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ get: never('503') });
  await buyer.callControlApi('dispute', { captureId });
  await expect(buyer.deliverWebhooks()).rejects.toThrow('no clear answer');
  buyer.advanceClock(minutes(14));
  expect(await listReasons()).toEqual([]);
  buyer.advanceClock(minutes(2));
  expect(await listReasons()).toEqual([[number, 'webhook']]);
  await buyer.planPaypalFaults({});
  await buyer.reconcile();
  expect(await listReasons()).toEqual([[number, 'suspended']]);
});

test('a webhook about several payments stands there for each of our orders', async () => {
  const one = await buyer.buyReport();
  const two = await buyer.payOrder(await buyer.placeOrder({ type: 'multiple-user' }));
  await buyer.deliverWebhooks();
  const event = { type: 'CUSTOMER.DISPUTE.CREATED', receivedAt: buyer.deps.clock() };
  await buyer.deps.db
    .insertInto('webhookEvent')
    .values({ id: 'WH-1', ...event, occurredAt: event.receivedAt, captureId: one.captureId })
    .execute();
  await buyer.deps.db
    .insertInto('webhookPayment')
    .values([one, two].map(({ captureId }) => ({ eventId: 'WH-1', captureId })))
    .execute();
  buyer.advanceClock(minutes(16));
  expect(await listReasons()).toEqual([
    [one.number, 'webhook'],
    [two.number, 'webhook'],
  ]);
});

test('a webhook that names our id of the order alone stands there for it', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  const attempt = await buyer.deps.db
    .selectFrom('paymentAttempt')
    .select('providerOrderId')
    .where('captureId', '=', captureId)
    .executeTakeFirstOrThrow();
  const found = await buyer.deps.payments.getProviderOrder(String(attempt.providerOrderId));
  const customId = found.kind === 'found' ? (found.customId ?? null) : null;
  const event = { type: 'CUSTOMER.DISPUTE.CREATED', receivedAt: buyer.deps.clock() };
  await buyer.deps.db
    .insertInto('webhookEvent')
    .values({ id: 'WH-2', ...event, occurredAt: event.receivedAt })
    .execute();
  await buyer.deps.db.insertInto('webhookPayment').values({ eventId: 'WH-2', customId }).execute();
  buyer.advanceClock(minutes(16));
  expect(await listReasons()).toEqual([[number, 'webhook']]);
});

/** One order is paid by two approvals of its buyer. */
async function payOrderTwice(): Promise<{ readonly number: string; readonly secondId: string }> {
  const second = await buyer.placeOrder();
  // Its page at PayPal is too old to be shown again.
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ createdAt: new Date(Date.now() - hours(3)) })
    .execute();
  const paid = await buyer.placeOrder();
  expect(paid.number).toBe(second.number);
  for (const { approvalUrl } of [second, paid]) await approvePayment(approvalUrl);
  await buyer.loseWebhooks();
  expect(await buyer.completeCheckout(paid.providerId)).toMatchObject({ value: { state: 'paid' } });
  await buyer.callControlApi('account', { blockDuplicateInvoices: false });
  await buyer.deps.payments.captureProviderOrder(second.providerId, 'somebody else captured it');
  return { number: paid.number, secondId: second.providerId };
}

test('a second payment that does not go back stands there after a quarter of an hour', async () => {
  await buyer.planPaypalFaults({ refund: never('500') });
  const { number } = await payOrderTwice();
  await expect(buyer.deliverWebhooks()).rejects.toThrow('no clear answer');
  buyer.advanceClock(minutes(14));
  expect(await listReasons()).not.toContainEqual([number, 'second-payment']);
  buyer.advanceClock(minutes(2));
  expect(await listReasons()).toContainEqual([number, 'second-payment']);
  await buyer.planPaypalFaults({});
  await buyer.reconcile();
  expect(await listReasons()).toEqual([]);
  expect(await buyer.getState(number)).toBe('fulfilled');
  expect(await buyer.countProviderRefunds()).toBe(1);
});

test('a second payment that staff gave back themselves is never sent back beside that', async () => {
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  const { number, secondId } = await payOrderTwice();
  await buyer.deliverWebhooks();
  expect(await listReasons()).toEqual([[number, 'second-payment']]);
  expect((await buyer.app.orders.staff.attention.settleSecondPayment(testProgram, number)).ok).toBe(
    true,
  );
  await buyer.callControlApi('resend', { orderId: secondId });
  await buyer.deliverWebhooks();
  expect((await buyer.app.orders.staff.sync.syncOrder(testProgram, number)).ok).toBe(true);
  expect(await listReasons()).toEqual([]);
  expect(await buyer.countProviderRefunds()).toBe(0);
});

test('a licence that was paid twice stands there once its second payment does not go back', async () => {
  await buyer.planPaypalFaults({ refund: never('500') });
  const { second } = await payTwice();
  await buyer.deliverWebhooks();
  expect(await buyer.getState(second.number)).toBe('mismatch');
  expect(await listReasons()).not.toContainEqual([second.number, 'paid-twice']);
  buyer.advanceClock(minutes(16));
  expect(await listReasons()).toContainEqual([second.number, 'paid-twice']);
  await buyer.planPaypalFaults({});
  await buyer.reconcile();
  expect(await buyer.getState(second.number)).toBe('refunded');
  expect(await listReasons()).not.toContainEqual([second.number, 'paid-twice']);
});

test('a second payment of a licence that staff gave back in another way is over', async () => {
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  const { second } = await payTwice();
  await buyer.deliverWebhooks();
  expect(await listReasons()).toContainEqual([second.number, 'paid-twice']);
  const { staff } = buyer.app.orders;
  expect((await staff.attention.settleSecondPayment(testProgram, second.number)).ok).toBe(true);
  await buyer.reconcile();
  expect(await listReasons()).not.toContainEqual([second.number, 'paid-twice']);
  expect(await buyer.countProviderRefunds()).toBe(0);
});

test('checkouts that nobody finished and transfers that nobody paid stand there never', async () => {
  await buyer.placeOrder();
  const cancelled = await buyer.placeOrder({ type: 'multiple-user' });
  await buyer.app.orders.paymentAttempts.cancelOrder(cancelled.providerId);
  const transfer = await buyer.placeOrder({ method: 'bank', type: 'corporate-user' });
  await buyer.planPaypalFaults({ create: ['500', '500'] });
  await buyer.app.orders.placement.placeOrder(
    { ...billing, report_id: buyer.reportCode, type: 'single-user' },
    'd'.repeat(64),
  );
  expect(await listReasons()).toEqual([]);
  await buyer.passTime(hours(2));
  await buyer.reconcile();
  expect(await listReasons()).toEqual([]);
  await buyer.passTime(hours(24 * 70));
  await buyer.reconcile();
  expect(await buyer.getState(transfer.number)).toBe('expired');
  expect(await listReasons()).toEqual([]);
});

test('every reason has one action', () => {
  expect(Object.keys(attentionActions).toSorted()).toEqual([...attentionReasons].toSorted());
});
