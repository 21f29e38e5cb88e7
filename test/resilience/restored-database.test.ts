import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { approvePayment, getPaypalLedger } from '../support/paypal.ts';
import { backUpDatabase } from '../support/database-backup.ts';
import { openOrderTester, type OrderTester } from '../support/test-orders.ts';
import { testProgram } from '../support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const compare = () => buyer.app.orders.reconciliation.reconcileTransactions();

async function listDifferences() {
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(testProgram);
  return attention.ok ? attention.value.differences : [];
}

/** An order that is in the backup and paid after it, and one that is placed and paid after it. */
async function losePurchases() {
  const before = await buyer.buyReport();
  const known = await buyer.placeApprovedOrder({ type: 'multiple-user' });
  const backup = await backUpDatabase(buyer.deps.db);
  await buyer.completeCheckout(known.providerId);
  const lost = await buyer.buyReport('corporate-user');
  const abandoned = await buyer.placeOrder();
  await buyer.loseWebhooks();
  await backup.restore();
  return { before, known, lost, abandoned };
}

test.each(['is compared with PayPal at once', 'sells before it is compared'])(
  'F-54 a restored database that %s: nobody is led to another’s payment, and every payment is found',
  async (order) => {
    const { before, known, lost, abandoned } = await losePurchases();
    if (order.startsWith('is compared')) await compare();
    // The next buyer takes the place of the lost one: same id, same number, same attempt.
    const next = await buyer.placeOrder({ email: 'next@company.example', type: 'corporate-user' });
    expect([lost.providerId, abandoned.providerId]).not.toContain(next.providerId);
    const paidNext = await buyer.payOrder(next);
    expect(paidNext.captureId).not.toBe(lost.captureId);
    await compare();
    expect(await buyer.getState(before.number)).toBe('fulfilled');
    expect(await buyer.getState(known.number)).toBe('paid');
    expect(await listDifferences()).toMatchObject([
      { kind: 'unknown order', captureId: lost.captureId, orderNumber: null },
    ]);
    const recreated = await buyer.app.orders.staff.lostPayments.recreateOrder(
      testProgram,
      lost.captureId,
    );
    if (!recreated.ok) throw new Error(recreated.message);
    const { number } = recreated.value;
    expect(number === lost.number).toBe(order.startsWith('is compared'));
    expect(await buyer.getOrder(number)).toMatchObject({
      state: 'paid',
      priceCents: lost.priceCents,
      licence: 'corporate-user',
      reportCode: buyer.reportCode,
      email: 'payer@example.com',
    });
    expect(await listDifferences()).toEqual([]);
    expect((await compare()).differences).toEqual([]);
    const orders = await buyer.deps.db.selectFrom('purchase').select('paidAt').execute();
    expect(orders.filter(({ paidAt }) => paidAt)).toHaveLength(4);
    expect(await buyer.getPaypalCharges()).toHaveLength(4);
  },
);

test('F-54 order numbers and invoice numbers of the lost time are passed over', async () => {
  const { lost } = await losePurchases();
  const lostInvoices = 2;
  await compare();
  const next = await buyer.buyReport('single-user', { email: 'next@company.example' });
  expect(next.number > lost.number).toBe(true);
  const documents = await buyer.listDocuments();
  const sequences = documents.map(({ sequence }) => sequence);
  // The first invoice was issued before the backup, the next two in the lost time.
  expect(sequences[0]).toBe(1);
  expect(Math.min(...sequences.slice(1))).toBeGreaterThan(1 + lostInvoices);
});

test('a lost payment stands in needs attention once, is logged once, and can be sent back', async () => {
  const { lost } = await losePurchases();
  const logged = vi.spyOn(buyer.deps.log, 'error');
  await compare();
  await compare();
  await compare();
  expect(logged.mock.calls.filter(([, text]) => text.includes('differs'))).toHaveLength(1);
  const { staff } = buyer.app.orders;
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  expect(await staff.lostPayments.refundLostPayment(testProgram, lost.captureId)).toMatchObject({
    code: 'provider-failed',
  });
  expect(await staff.lostPayments.refundLostPayment(testProgram, lost.captureId)).toMatchObject({
    ok: true,
  });
  expect(await buyer.countProviderRefunds()).toBe(1);
  expect(await listDifferences()).toEqual([]);
  expect(await staff.lostPayments.refundLostPayment(testProgram, lost.captureId)).toMatchObject({
    code: 'not-found',
  });
  const audited = await buyer.deps.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome'])
    .execute();
  expect(audited).toContainEqual({ verb: 'order.refund', outcome: 'done' });
});

test('a recreated order has the tax that was paid, though the rate is another one by now', async () => {
  const setRate = async (percent: number) => {
    const rates = [{ country: 'US', percent, from: '2007-01-01', source: 'law' }];
    const tax = { kind: 'vat', country: 'US', number: 'US1', prices: 'gross', rates };
    const { store } = buyer.app;
    const settings = await store.getSettings();
    expect(await store.replaceSettings({ ...settings, tax }, 'test')).toMatchObject({ ok: true });
  };
  await setRate(10);
  const countries = await buyer.app.content.listCountries();
  const country = String(countries.find(({ iso2 }) => iso2 === 'US')?.id);
  const backup = await backUpDatabase(buyer.deps.db);
  const lost = await buyer.buyReport('single-user', { country, tax_id: '' });
  const { priceCents, taxCents } = await buyer.getOrder(lost.number);
  expect(taxCents).toBe(Math.round(priceCents / 11));
  await buyer.loseWebhooks();
  await backup.restore();
  await setRate(5);
  await compare();
  const recreated = await buyer.app.orders.staff.lostPayments.recreateOrder(
    testProgram,
    lost.captureId,
  );
  if (!recreated.ok) throw new Error(recreated.message);
  expect(await buyer.getOrder(recreated.value.number)).toMatchObject({ priceCents, taxCents });
});

test('a lost payment goes back whole where a refund of a part of it had failed', async () => {
  const { lost } = await losePurchases();
  await compare();
  await buyer.planPaypalFaults({ 'refund-outcome': ['pending'] });
  await buyer.callControlApi('refund', { captureId: lost.captureId, value: '100.00' });
  const listRefunds = async () =>
    (await getPaypalLedger(buyer.paypalUrl)).refunds as { id: string; value: string }[];
  const [failed] = await listRefunds();
  await buyer.callControlApi('settlerefund', { refundId: failed?.id, status: 'FAILED' });
  const { staff } = buyer.app.orders;
  expect((await staff.lostPayments.refundLostPayment(testProgram, lost.captureId)).ok).toBe(true);
  const made = (await listRefunds()).at(-1);
  expect(Number(made?.value) * 100).toBe(lost.priceCents);
});

test('a difference that staff have settled, or that is gone, comes back to nobody', async () => {
  const { lost } = await losePurchases();
  await compare();
  const { staff } = buyer.app.orders;
  expect(
    await staff.lostPayments.settleDifference(testProgram, lost.captureId, 'unknown order'),
  ).toMatchObject({
    ok: true,
  });
  expect((await compare()).differences).toEqual([]);
  expect(await listDifferences()).toEqual([]);
});

test('an answer of PayPal with another custom id is never shown to a buyer', async () => {
  const other = await buyer.placeOrder({ type: 'corporate-user' });
  const { createProviderOrder } = buyer.deps.payments;
  const answers: string[] = [];
  Object.assign(buyer.deps.payments, {
    createProviderOrder: async (request: Parameters<typeof createProviderOrder>[0]) => {
      const answer = await createProviderOrder(request);
      answers.push(request.requestId);
      // PayPal repeats what it answered to the same request id before, whoever asks.
      return answers.length === 1 && answer.kind === 'created'
        ? { ...answer, providerId: other.providerId, customId: undefined }
        : answer;
    },
  });
  const placed = await buyer.placeOrder({ email: 'next@company.example' });
  expect(placed.providerId).not.toBe(other.providerId);
  expect(new Set(answers).size).toBe(2);
  await approvePayment(placed.approvalUrl);
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({
    value: { state: 'paid' },
  });
});

test('what was declined in the lost time is captured after it, under another request id', async () => {
  const placed = await buyer.placeOrder();
  await approvePayment(placed.approvalUrl);
  const backup = await backUpDatabase(buyer.deps.db);
  await buyer.planPaypalFaults({ capture: ['issue:TRANSACTION_REFUSED'] });
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({ ok: false });
  await buyer.loseWebhooks();
  await backup.restore();
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({
    value: { state: 'paid' },
  });
});

test('a refund after a restore is not answered with the refund of the lost time', async () => {
  const { number, priceCents } = await buyer.buyReport();
  const backup = await backUpDatabase(buyer.deps.db);
  expect((await buyer.refund(number, 10_000, 'lost')).ok).toBe(true);
  await buyer.loseWebhooks();
  await backup.restore();
  expect((await buyer.refund(number, 20_000, 'new')).ok).toBe(true);
  expect(await buyer.countProviderRefunds()).toBe(2);
  await compare();
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 30_000,
    priceCents,
  });
});
