import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment, billing, type PlacedOrder } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import type { OrderState } from '../order-states.model.ts';
import { findPurchaseByNumber, type Purchase } from '../purchase.store.ts';
import { judgeCapture } from './capture-rules.ts';
import { releaseAfterUnknownMs } from './timing.model.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

type Changes = Partial<Pick<Purchase, 'state' | 'closedReason' | 'claimedBy' | 'claimedUntil'>>;

const change = ({ number }: PlacedOrder, values: Changes) =>
  buyer.deps.db.updateTable('purchase').set(values).where('number', '=', number).execute();

/** Takes the order through states, as the database allows them. */
async function moveTo(order: PlacedOrder, ...states: readonly OrderState[]): Promise<void> {
  for (const state of states) await change(order, { state });
}

/** Another order of the same buyer for the same licence, from another device. */
const placeFromElsewhere = async (): Promise<PlacedOrder> => {
  const placed = await buyer.app.orders.placement.placeOrder(
    { ...billing, report_id: buyer.reportCode, type: 'single-user' },
    'e'.repeat(64),
  );
  if (!placed.ok) throw new Error(placed.message);
  return placed.value;
};

async function placePair(): Promise<[PlacedOrder, PlacedOrder]> {
  const pair: [PlacedOrder, PlacedOrder] = [await buyer.placeOrder(), await placeFromElsewhere()];
  for (const { approvalUrl } of pair) await approvePayment(approvalUrl);
  await buyer.loseWebhooks();
  return pair;
}

const captureElsewhere = async ({ providerId }: PlacedOrder): Promise<void> => {
  await buyer.deps.payments.captureProviderOrder(providerId, 'somebody else captured it');
  await buyer.deliverWebhooks();
};

/** Counts the captures that we send from now on. */
function countCaptures(): () => number {
  let count = 0;
  const { captureProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    captureProviderOrder: (id: string, requestId: string) => {
      count++;
      return captureProviderOrder(id, requestId);
    },
  });
  return () => count;
}

const listSubjects = (): Promise<string[]> => buyer.emailSubjectsTo(billing.email);

test('of two orders whose payments are being taken the older one goes first', async () => {
  const [first, second] = await placePair();
  for (const order of [first, second]) await moveTo(order, 'capturing');
  const judge = (number: string) =>
    buyer.deps.db.transaction().execute(async (tx) => {
      const order = await findPurchaseByNumber(tx, number);
      return order && judgeCapture(tx, order);
    });
  const older = await buyer.getOrder(first.number);
  expect(await judge(first.number)).toEqual({ kind: 'free' });
  expect(await judge(second.number)).toEqual({ kind: 'wait', forOrder: older.id });
});

test('a replaced order that somebody captured all the same is paid, and the newer one is not charged', async () => {
  const [first, second] = await placePair();
  await change(first, { closedReason: 'replaced' });
  await captureElsewhere(first);
  expect(await buyer.getState(first.number)).toBe('paid');
  expect(await buyer.completeCheckout(second.providerId)).toMatchObject({ code: 'conflict' });
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('a payment is not called the second one because of an order whose payment differs', async () => {
  const [first, second] = await placePair();
  await moveTo(first, 'capturing', 'mismatch');
  await captureElsewhere(second);
  expect(await buyer.getState(second.number)).toBe('paid');
  expect(await buyer.countProviderRefunds()).toBe(0);
});

test('money that comes for an attempt that is over pays its order', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['issue:TRANSACTION_REFUSED'] });
  expect(await buyer.completeCheckout(order.providerId)).toMatchObject({ code: 'conflict' });
  await captureElsewhere(order);
  expect(await buyer.getState(order.number)).toBe('paid');
});

test('an order that expired is paid where its buyer approves it in the end', async () => {
  const order = await buyer.placeApprovedOrder();
  await moveTo(order, 'expired');
  expect(await buyer.completeCheckout(order.providerId)).toMatchObject({
    value: { state: 'paid' },
  });
});

test('after a decline nothing is captured before another approval, whoever asks', async () => {
  const order = await buyer.placeOrder();
  await approvePayment(order.approvalUrl, 'decline');
  await buyer.completeCheckout(order.providerId);
  const captures = countCaptures();
  await buyer.deliverWebhooks();
  await buyer.completeCheckout(order.providerId);
  expect(captures()).toBe(0);
});

test('a payment that may still be carried out is not called untaken, though its order is closed', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset'] });
  await buyer.completeCheckout(order.providerId);
  await change(order, { closedReason: 'replaced' });
  buyer.advanceClock(61_000);
  expect(await buyer.completeCheckout(order.providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  expect(await listSubjects()).toEqual([]);
  buyer.advanceClock(releaseAfterUnknownMs + 61_000);
  await buyer.completeCheckout(order.providerId);
  expect(await listSubjects()).toEqual([`We did not take your payment for order ${order.number}`]);
});

test('a refusal after an unclear answer does not call the payment failed', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset', 'issue:PERMISSION_DENIED'] });
  await buyer.completeCheckout(order.providerId);
  buyer.advanceClock(61_000);
  expect(await buyer.completeCheckout(order.providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  expect(await listSubjects()).toEqual([]);
});

test('a payment that PayPal does not know any more is checked until its unclear request is over', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset'] });
  await buyer.completeCheckout(order.providerId);
  buyer.advanceClock(61_000);
  Object.assign(buyer.deps.payments, { getProviderOrder: () => ({ kind: 'missing' }) });
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ nextPollAt: buyer.deps.clock() })
    .execute();
  await buyer.reconcile();
  expect(await buyer.getState(order.number)).toBe('capturing');
  expect(await listSubjects()).toEqual([]);
});

test('a process that lost its claim while it asked PayPal withholds nothing', async () => {
  const order = await buyer.placeApprovedOrder();
  await change(order, { closedReason: 'replaced' });
  const { getProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      const answer = await getProviderOrder(id);
      await change(order, { claimedBy: 'another process' });
      return answer;
    },
  });
  expect(await buyer.completeCheckout(order.providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  expect(await buyer.getState(order.number)).toBe('capturing');
  expect(await listSubjects()).toEqual([]);
});

test('a capture that got no clear answer is asked for again under its own request id', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset'] });
  const requestIds: string[] = [];
  const { captureProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    captureProviderOrder: (id: string, requestId: string) => {
      requestIds.push(requestId);
      return captureProviderOrder(id, requestId);
    },
  });
  await buyer.completeCheckout(order.providerId);
  buyer.advanceClock(61_000);
  await buyer.completeCheckout(order.providerId);
  expect(await buyer.getState(order.number)).toBe('paid');
  expect(requestIds).toHaveLength(2);
  expect(new Set(requestIds).size).toBe(1);
});

test('a webhook of money that another process is recording is tried again until it is recorded', async () => {
  const order = await buyer.placeApprovedOrder();
  await buyer.deps.payments.captureProviderOrder(order.providerId, 'somebody else captured it');
  await moveTo(order, 'capturing');
  const claimedUntil = new Date(buyer.deps.clock().getTime() + 45_000);
  await change(order, { claimedBy: 'another process', claimedUntil });
  await expect(buyer.deliverWebhooks()).rejects.toThrow('could not be recorded yet');
});
