import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment, billing } from '../../../../test/support/test-buyer.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { claimLeaseMs } from './timing.model.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester({ paypalTimeoutMs: 2000 });
});
afterEach(() => buyer.close());

test('an approved order is charged once, however often the buyer comes back at once', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => buyer.completeCheckout(providerId)),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
  expect(await buyer.deps.db.selectFrom('downloadGrant').selectAll().execute()).toHaveLength(2);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'paid', order: { isOwn: true, email: billing.email } },
  });
});

test.each([
  'reset',
  'hang',
  '500',
  '503',
  '429',
  'html-502',
  'truncated',
  'wrong-type',
  'drip',
  'slow-2300',
  'later-2500',
  'issue:ORDER_COMPLETION_IN_PROGRESS',
])('F-06 a capture that meets "%s" is resumed, and charged once', async (fault) => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: [fault] });
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'checking' },
  });
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('a process that was held up for longer than its claim lasts takes nothing; the next one does', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset'] });
  await buyer.completeCheckout(providerId);
  buyer.advanceClock(61_000);
  const { payments } = buyer.deps;
  const { getProviderOrder } = payments;
  const askForLong: typeof getProviderOrder = async (id) => {
    const found = await getProviderOrder(id);
    buyer.advanceClock(claimLeaseMs + 1000);
    return found;
  };
  Object.assign(payments, { getProviderOrder: askForLong });
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ value: { state: 'checking' } });
  expect(await buyer.getPaypalCharges()).toEqual([]);
  Object.assign(payments, { getProviderOrder });
  await buyer.completeCheckout(providerId);
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test.each([
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACTION_REQUIRED',
  'TRANSACTION_REFUSED',
  'PAYEE_BLOCKED_TRANSACTION',
  'INVALID_ACCOUNT_STATUS',
  'AN_ISSUE_THAT_NOBODY_KNOWS',
])(
  'F-09 after a capture that is refused with %s nothing is captured until the buyer approves again',
  async (issue) => {
    const { providerId, number } = await buyer.placeApprovedOrder();
    await buyer.planPaypalFaults({ capture: [`issue:${issue}`, `issue:${issue}`] });
    const refused = { ok: false, code: 'conflict' };
    expect(await buyer.completeCheckout(providerId)).toMatchObject(refused);
    expect(await buyer.getState(number)).toBe('awaiting-approval');
    await buyer.planPaypalFaults({});
    expect(await buyer.completeCheckout(providerId)).toMatchObject(refused);
    await buyer.deliverWebhooks();
    buyer.advanceClock(60_000);
    await buyer.reconcile();
    await buyer.app.orders.staff.sync.syncOrder(testProgram, number);
    expect(await buyer.getPaypalCharges()).toHaveLength(0);
    const again = await buyer.placeOrder();
    expect(again.providerId).not.toBe(providerId);
    await buyer.payOrder(again);
    expect(await buyer.getPaypalCharges()).toHaveLength(1);
  },
);

test('F-09 a declined card is paid with another one at the same PayPal order, whatever is heard between', async () => {
  const { providerId, approvalUrl, number } = await buyer.placeOrder();
  await approvePayment(approvalUrl, 'decline');
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ code: 'conflict' });
  // The webhook of the approval that was declined arrives only now.
  await buyer.deliverWebhooks();
  buyer.advanceClock(60_000);
  await buyer.reconcile();
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ code: 'conflict' });
  expect(await buyer.getPaypalCharges()).toHaveLength(0);
  await approvePayment(approvalUrl);
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('F-09 who asks for a capture while it is declined captures nothing after it', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['issue:INSTRUMENT_DECLINED'] });
  const { captureProviderOrder } = buyer.deps.payments;
  let webhooks: Promise<void> | undefined;
  Object.assign(buyer.deps.payments, {
    captureProviderOrder: async (id: string, requestId: string) => {
      const answer = await captureProviderOrder(id, requestId);
      // The webhook's job has read the attempt and waits for the claim of the buyer's return.
      webhooks ??= buyer.deliverWebhooks();
      return answer;
    },
  });
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ code: 'conflict' });
  await webhooks;
  expect(await buyer.getPaypalCharges()).toHaveLength(0);
  expect(await buyer.getState(number)).toBe('awaiting-approval');
});

test.each([true, false])(
  'two approvals of one order charge once; a second payment, where allowed (%s), is refunded',
  async (isAllowed) => {
    const first = await buyer.placeOrder();
    await buyer.deps.db
      .updateTable('paymentAttempt')
      .set({ createdAt: new Date(Date.now() - hours(3)) })
      .execute();
    const second = await buyer.placeOrder();
    expect(second.providerId).not.toBe(first.providerId);
    await Promise.all([approvePayment(first.approvalUrl), approvePayment(second.approvalUrl)]);
    for (const { providerId } of [second, first])
      expect(await buyer.completeCheckout(providerId)).toMatchObject({ value: { state: 'paid' } });
    if (isAllowed) {
      await buyer.callControlApi('account', { blockDuplicateInvoices: false });
      await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
      await buyer.deliverWebhooks();
    }
    const charges = await buyer.getPaypalCharges();
    expect([charges.length, await buyer.countProviderRefunds()]).toEqual(
      isAllowed ? [2, 1] : [1, 0],
    );
    expect(await buyer.deps.db.selectFrom('purchase').select('state').execute()).toEqual([
      { state: 'paid' },
    ]);
  },
);

test('a claim whose holder died is taken over when its lease has ended, not before', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.deps.db
    .updateTable('purchase')
    .set({
      state: 'capturing',
      claimedBy: 'a dead process',
      claimedUntil: new Date(buyer.deps.clock().getTime() + 60_000),
    })
    .where('number', '=', number)
    .execute();
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(0);
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
});

test('a process that lost its claim while it asked the provider sends no capture', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['reset'] });
  await buyer.completeCheckout(providerId);
  buyer.advanceClock(61_000);
  const { getProviderOrder, captureProviderOrder } = buyer.deps.payments;
  let questions = 0;
  let sentCaptures = 0;
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      const answer = await getProviderOrder(id);
      // The first process stops here until its lease has ended and another one has captured.
      if (++questions === 1) {
        buyer.advanceClock(61_000);
        await buyer.completeCheckout(providerId);
      }
      return answer;
    },
    captureProviderOrder: async (id: string, requestId: string) => {
      sentCaptures++;
      return captureProviderOrder(id, requestId);
    },
  });
  await buyer.completeCheckout(providerId);
  expect(await buyer.getState(number)).toBe('paid');
  expect(sentCaptures).toBe(1);
});

test('a buyer whose payment was being checked gets one email where it failed', async () => {
  await buyer.planPaypalFaults({ 'capture-outcome': ['pending'] });
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const captureId = await buyer.getCaptureId(providerId);
  await buyer.callControlApi('settle', { captureId, status: 'DECLINED' });
  await buyer.deliverWebhooks((all) => [...all, ...all]);
  expect(await buyer.getState(number)).toBe('awaiting-approval');
  expect(await buyer.emailSubjectsTo(billing.email)).toEqual([
    `Payment failed for order ${number}`,
  ]);
});

test('after a pending payment is declined the next try has another provider order', async () => {
  await buyer.planPaypalFaults({ 'capture-outcome': ['pending'] });
  const { number, providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const captureId = await buyer.getCaptureId(providerId);
  await buyer.callControlApi('settle', { captureId, status: 'DECLINED' });
  await buyer.deliverWebhooks();
  for (let i = 0; i < 3; i++) {
    buyer.advanceClock(hours(0.3));
    await buyer.reconcile();
  }
  const { id } = await buyer.getOrder(number);
  expect(
    await buyer.deps.db
      .selectFrom('orderEvent')
      .select('kind')
      .where('purchaseId', '=', id)
      .where('kind', '=', 'payment-declined')
      .execute(),
  ).toHaveLength(1);
  const again = await buyer.placeOrder();
  expect(again.number).toBe(number);
  expect(again.providerId).not.toBe(providerId);
  expect((await buyer.payOrder(again)).number).toBe(number);
});
