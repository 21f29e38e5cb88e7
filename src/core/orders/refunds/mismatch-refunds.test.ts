import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatMoney } from '#core/kernel/money.model.ts';
import { toPublisher } from '#core/store/model.ts';
import { billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';
import { getPaypalLedger } from '../../../../test/support/paypal.ts';
import type { OrderDeps } from '../deps.ts';
import { PaymentMismatches } from './payment-mismatch.ts';
import { OrderParts } from '../parts.ts';
import { addTestStaff, testProgram } from '../../../../test/support/test-staff.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

const getState = async (number: string) => (await tester.getOrder(number)).state;
const refund = (number: string, cents: number, reason: string) =>
  tester.app.orders.refunds.refundOrder(testProgram, number, { amountCents: cents, reason });

/** An order for which the provider captured a dollar less than was ordered. */
async function placeMismatch() {
  const placed = await tester.placeApprovedOrder();
  const { number, providerId } = placed;
  const { id, priceCents } = await tester.getOrder(number);
  await tester.deps.db
    .updateTable('purchase')
    .set({ priceCents: priceCents + 100 })
    .where('id', '=', id)
    .execute();
  await tester.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
  expect(await getState(number)).toBe('mismatch');
  const providerOrder = await tester.deps.payments.getProviderOrder(providerId);
  const captureId = String(providerOrder.kind === 'found' && providerOrder.captures[0]?.id);
  return { id, number, paidCents: priceCents, captureId };
}

async function expectRefundEmail(cents: number): Promise<void> {
  const text = `We have refunded ${formatMoney(cents, 'USD')} for your order`;
  expect(await tester.listEmailTexts('Refund')).toEqual([expect.stringContaining(text)]);
}

test('a mismatched payment that was refunded at the provider already: the email says what was refunded', async () => {
  const { number, paidCents, captureId } = await placeMismatch();
  await tester.callControlApi('refund', { captureId });
  expect((await refund(number, paidCents, 'it differed')).ok).toBe(true);
  await expectRefundEmail(paidCents);
});

test('a refund of it that is accepted and then fails is asked for anew, and arrives', async () => {
  const { number, paidCents } = await placeMismatch();
  await tester.planPaypalFaults({ 'refund-outcome': ['pending'] });
  expect((await refund(number, paidCents, 'it differed')).ok).toBe(true);
  // Asked for again while it is on its way, nothing more is sent.
  expect(await refund(number, paidCents, 'it differed')).toMatchObject({ value: 'pending' });
  const [pending] = (await getPaypalLedger(tester.paypalUrl)).refunds as { readonly id: string }[];
  await tester.callControlApi('settlerefund', { refundId: pending?.id, status: 'FAILED' });
  expect(await getState(number)).toBe('mismatch');
  expect((await refund(number, paidCents, 'it differed')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
  const { refunds } = await getPaypalLedger(tester.paypalUrl);
  expect(refunds).toMatchObject([{ status: 'FAILED' }, { status: 'COMPLETED' }]);
});

test('the webhook of such a refund closes the order: it is no unknown payment', async () => {
  const { number, captureId } = await placeMismatch();
  await tester.callControlApi('refund', { captureId });
  await tester.deliverWebhooks();
  expect(await getState(number)).toBe('refunded');
  const { belongsToOrder } = await tester.deps.db
    .selectFrom('webhookEvent')
    .select('belongsToOrder')
    .where('type', '=', 'PAYMENT.CAPTURE.REFUNDED')
    .executeTakeFirstOrThrow();
  expect(belongsToOrder).toBe(true);
});

test('a mismatched payment whose refund lost its answer: asking again closes the order, and the email says what was refunded', async () => {
  const { number, paidCents } = await placeMismatch();
  await tester.planPaypalFaults({ refund: ['lose-answer'] });
  expect(await refund(number, paidCents, 'it differed')).toMatchObject({
    ok: false,
    code: 'provider-failed',
  });
  expect((await refund(number, paidCents, 'it differed')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
  await expectRefundEmail(paidCents);
});

test('a mismatched payment that was refunded in part at the provider: the rest is refunded, and the email gives the total', async () => {
  const { number, paidCents, captureId } = await placeMismatch();
  expect(await refund(number, paidCents - 100, 'in part')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  await tester.callControlApi('refund', { captureId, value: '1.00' });
  expect(await refund(number, paidCents, 'more than is left')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  expect((await refund(number, paidCents - 100, 'the rest')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
  const ledger = await fetch(`${tester.paypalUrl}/__sim/ledger`);
  const { refunds } = (await ledger.json()) as { refunds: { value: string }[] };
  expect(refunds.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0)).toBe(
    paidCents,
  );
  await expectRefundEmail(paidCents);
});

test('a refund of it that has two faults names both, and the role comes before them', async () => {
  const { number } = await placeMismatch();
  expect(await refund(number, 1, ' ')).toMatchObject({
    code: 'invalid',
    errors: { amount: [expect.stringContaining('all of it')], reason: [expect.any(String)] },
  });
  const viewer = await addTestStaff(tester.deps.db, 'viewer');
  const wanted = { amountCents: 1, reason: '' };
  expect(await tester.app.orders.refunds.refundOrder(viewer, number, wanted)).toMatchObject({
    code: 'forbidden',
  });
});

test('a mismatched payment that was declined after all: the history says so, and no email is about a refund', async () => {
  const { number, providerId } = await tester.placeApprovedOrder();
  await tester.planPaypalFaults({ 'capture-outcome': ['declined'] });
  await tester.deps.payments.captureProviderOrder(providerId, 'k-by-hand');
  for (const state of ['capturing', 'mismatch'] as const)
    await tester.deps.db
      .updateTable('purchase')
      .set({ state })
      .where('number', '=', number)
      .execute();
  expect((await refund(number, 100, 'nothing to refund')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
  const order = await tester.app.orders.staff.details.getOrder(testProgram, number);
  const history = order.ok ? order.value.timeline.filter(({ source }) => source === 'order') : [];
  expect(history.at(-1)).toMatchObject({
    kind: 'refunded',
    facts: { reason: 'nothing was ever taken' },
  });
  expect(await tester.emailSubjectsTo(billing.email)).toEqual([]);
});

function getOrderDeps(): OrderDeps {
  const { catalogue, content, store } = tester.app;
  return {
    ...tester.deps,
    catalogue,
    findCountry: (id) => content.findCountry(id),
    getPublisher: async () => toPublisher(await store.getSettings()),
    isStoreSetUp: () => store.isSetUp(),
    getTermsInForce: () => content.getTermsInForce(),
  };
}

test('a mismatched payment that the provider no longer knows is left to a member of staff', async () => {
  const { id, number, paidCents } = await placeMismatch();
  Object.assign(tester.deps.payments, { getProviderOrder: async () => ({ kind: 'missing' }) });
  await new PaymentMismatches(getOrderDeps()).closeMismatch(id);
  expect(await getState(number)).toBe('mismatch');
  expect((await refund(number, paidCents, 'checked by hand')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
});

test('an order whose differing payment went back stays refunded when its state is looked at again', async () => {
  const { number, paidCents } = await placeMismatch();
  await refund(number, paidCents, 'it differed');
  const { id } = await tester.getOrder(number);
  const states = new OrderParts(getOrderDeps()).orderStateSync;
  await tester.deps.db.transaction().execute((tx) => states.syncOrderState(tx, id));
  expect(await getState(number)).toBe('refunded');
});

test('a refund that names no payment counts for the one that was taken', async () => {
  const { number, paidCents, captureId } = await placeMismatch();
  await tester.callControlApi('refund', { captureId, value: '100.00' });
  const { getProviderOrder } = tester.deps.payments;
  Object.assign(tester.deps.payments, {
    getProviderOrder: async (id: string) => {
      const found = await getProviderOrder(id);
      if (found.kind !== 'found') return found;
      return { ...found, refunds: found.refunds.map((one) => ({ ...one, captureId: undefined })) };
    },
  });
  expect(await refund(number, paidCents, 'it differed')).toMatchObject({ code: 'invalid' });
  expect((await refund(number, paidCents - 10_000, 'it differed')).ok).toBe(true);
  expect(await getState(number)).toBe('refunded');
});
