import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment } from '../../../../test/support/test-buyer.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const reconcileTransactions = () => buyer.app.orders.reconciliation.reconcileTransactions();

/** Two approvals of one order, on an account where the provider captures both. */
async function approveTwice() {
  const first = await buyer.placeOrder();
  await buyer.passTime(hours(2.8));
  const second = await buyer.placeOrder();
  for (const { approvalUrl } of [first, second]) await approvePayment(approvalUrl);
  await buyer.callControlApi('account', { blockDuplicateInvoices: false });
  return { first, second };
}

test('a second payment is found and refunded', async () => {
  const { first, second } = await approveTwice();
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.completeCheckout(first.providerId);
  buyer.advanceClock(61_000);
  await buyer.completeCheckout(second.providerId);
  await buyer.loseWebhooks();
  expect(await reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'second payment' }],
  });
  expect(await buyer.countProviderRefunds()).toBe(1);
});

test('webhooks of a second payment and its refund are of the order that it was made for', async () => {
  const { first, second } = await approveTwice();
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.completeCheckout(first.providerId);
  buyer.advanceClock(61_000);
  await buyer.completeCheckout(second.providerId);
  await buyer.deliverWebhooks();
  await buyer.deliverWebhooks();
  const heard = await buyer.deps.db
    .selectFrom('webhookEvent')
    .select(['type', 'belongsToOrder'])
    .execute();
  expect(heard).toContainEqual({ type: 'PAYMENT.CAPTURE.REFUNDED', belongsToOrder: true });
  expect(heard.filter(({ belongsToOrder }) => belongsToOrder !== true)).toEqual([]);
});

test.each(['failed', 'pending'])(
  'a second payment whose refund is %s, and does not arrive, needs attention',
  async (outcome) => {
    const { first, second } = await approveTwice();
    await buyer.planPaypalFaults({ capture: ['lose-answer'], 'refund-outcome': [outcome] });
    await buyer.completeCheckout(first.providerId);
    buyer.advanceClock(61_000);
    await buyer.completeCheckout(second.providerId);
    await buyer.deliverWebhooks();
    await buyer.deliverWebhooks();
    if (outcome === 'pending') {
      const ledger = await fetch(`${buyer.paypalUrl}/__sim/ledger`);
      const { refunds } = (await ledger.json()) as { refunds: { id: string }[] };
      await buyer.callControlApi('settlerefund', { refundId: refunds[0]?.id, status: 'FAILED' });
      await buyer.deliverWebhooks();
    }
    const { staff } = buyer.app.orders;
    const listReasons = async () => {
      const found = await staff.attention.listNeedsAttention(testProgram);
      return found.ok ? found.value.rows.map(({ reason }) => reason) : found.message;
    };
    expect(await listReasons()).toEqual(['second-payment']);
    await staff.attention.settleSecondPayment(testProgram, first.number);
    await reconcileTransactions();
    expect(await listReasons()).toEqual([]);
    expect(await buyer.countProviderRefunds()).toBe(1);
  },
);

test("a second payment that can't be refunded needs attention", async () => {
  const { first, second } = await approveTwice();
  await buyer.planPaypalFaults({
    capture: ['lose-answer'],
    refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'],
  });
  await buyer.completeCheckout(first.providerId);
  buyer.advanceClock(61_000);
  await buyer.completeCheckout(second.providerId);
  await buyer.deliverWebhooks();
  expect(await buyer.app.orders.staff.attention.listNeedsAttention(testProgram)).toMatchObject({
    value: { rows: [{ number: first.number, reason: 'second-payment' }] },
  });
  const events = await buyer.deps.db.selectFrom('orderEvent').select('kind').execute();
  expect(events.map(({ kind }) => kind)).not.toContain('second-payment-refunded');
});

test("other shops' transactions leave our order numbers alone; a seventh digit stays", async () => {
  const { payments, db } = buyer.deps;
  const foreign = await payments.createProviderOrder({
    requestId: 'z',
    customId: '20251121',
    invoiceId: 'SHOP-77',
    description: 'Other',
    item: { name: 'Other', description: 'Other' },
    amountCents: 100_000,
    taxCents: 0,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (foreign.kind !== 'created') throw new Error('not created');
  await approvePayment(foreign.approvalUrl);
  await payments.captureProviderOrder(foreign.providerId, 'k-foreign');
  await reconcileTransactions();
  expect((await buyer.placeOrder()).number).toBe('QI-000001');
  await db.updateTable('purchase').set({ state: 'cancelled' }).execute();
  await sql`select setval('purchase_id_seq', 1234566)`.execute(db);
  expect((await buyer.placeOrder({ type: 'multiple-user' })).number).toBe('QI-1234567');
});
