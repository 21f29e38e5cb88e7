import { afterEach, beforeEach, expect, test } from 'vitest';
import { App } from '#core/app.ts';
import { getStoreId } from '#core/kernel/store-identity.store.ts';
import { billing } from '../../../../test/support/billing.ts';
import { approvePayment } from '../../../../test/support/paypal.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { createTestDeps } from '../../../../test/support/test-deps.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const compare = () => buyer.app.orders.reconciliation.reconcileTransactions();

/** Another program takes a payment on our account. */
async function payForeign(customId: string, invoiceId: string, amountCents = 100_000) {
  const { payments } = buyer.deps;
  const created = await payments.createProviderOrder({
    requestId: `foreign-${customId}-${invoiceId}`,
    customId,
    invoiceId,
    description: 'Other',
    item: { name: 'Other', description: 'Other' },
    amountCents,
    taxCents: 0,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  await approvePayment(created.approvalUrl);
  await payments.captureProviderOrder(created.providerId, `k-${invoiceId}`);
}

test.each([
  ['9120', 'SHOP-9120'],
  ['1073741000', 'QI-1073741000'],
  ['9999999999', 'QI-9999999999'],
  ['0', 'QI-000000'],
  ['', ''],
  ['e'.repeat(127), 'QI-000002'],
])(
  'F-55 a foreign payment with custom id "%s" and invoice "%s" moves no number of ours',
  async (customId, invoiceId) => {
    const { number } = await buyer.buyReport();
    await payForeign(customId || 'x', invoiceId || 'y');
    expect(await compare()).toMatchObject({ captures: 2, repaired: 0 });
    const next = await buyer.buyReport('corporate-user');
    expect([number, next.number]).toEqual(['QI-000001', 'QI-000002']);
    expect(await compare()).toMatchObject({ captures: 3 });
    expect(await buyer.getState(next.number)).toBe('fulfilled');
  },
);

test('F-55 a foreign payment that has our number and our amount is named as foreign, not as a second payment', async () => {
  const { number, priceCents } = await buyer.buyReport();
  const { id, paymentKey } = await buyer.getOrder(number);
  const storeId = await getStoreId(buyer.deps.db);
  const otherStore = storeId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await payForeign(String(id), number, priceCents);
  await payForeign(`${otherStore}-${id}-${paymentKey}`, `${number}-aaaaaa`, priceCents);
  expect(await compare()).toMatchObject({
    captures: 3,
    foreign: 2,
    differences: [],
    namesakes: [{ orderNumber: number }],
  });
  expect(await buyer.countProviderRefunds()).toBe(0);
  expect(await buyer.getState(number)).toBe('fulfilled');
  expect(await buyer.app.orders.staff.attention.listNeedsAttention(testProgram)).toMatchObject({
    value: { rows: [], differences: [], readings: [{ list: 'transactions', foreignEntries: 2 }] },
  });
});

test('F-55 two stores on one account sell side by side, and neither sees the other’s payments', async () => {
  const database = await createTestDatabase('small');
  const folder = createTemporaryFolder('second-store');
  const deps = createTestDeps({
    database,
    paypalUrl: buyer.paypalUrl,
    filesFolder: folder.path,
    email: { send: async () => {} },
  });
  const { orders } = new App(deps);
  try {
    const secret = 'c'.repeat(64);
    const form = { ...billing, report_id: buyer.reportCode, type: 'single-user' };
    for (const [index, licence] of ['single-user', 'corporate-user'].entries()) {
      const ours = await buyer.buyReport(licence);
      const theirs = await orders.placement.placeOrder({ ...form, type: licence }, secret);
      if (!theirs.ok) throw new Error(theirs.message);
      expect(theirs.value.number).toBe(ours.number);
      expect(theirs.value.number).toBe(`QI-00000${index + 1}`);
      await approvePayment(theirs.value.approvalUrl);
      expect(
        await orders.checkoutReturn.completeCheckout(theirs.value.providerId, secret),
      ).toMatchObject({ value: { state: 'paid' } });
    }
    expect(await compare()).toMatchObject({ captures: 4, foreign: 2, differences: [] });
    expect(await orders.reconciliation.reconcileTransactions()).toMatchObject({
      captures: 4,
      foreign: 2,
      differences: [],
    });
    for (const { rawBody, headers } of await buyer.collectWebhooks())
      await orders.webhooks.receiveWebhook(rawBody, headers);
    const events = await deps.db.selectFrom('webhookEvent').select('id').execute();
    for (const { id } of events) await orders.jobs['orders.handleWebhook']({ id });
    await buyer.deliverWebhooks();
    const states = await deps.db.selectFrom('purchase').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(await buyer.getPaypalCharges()).toHaveLength(4);
    expect(await buyer.countProviderRefunds()).toBe(0);
  } finally {
    await database.drop();
    folder.remove();
  }
});
