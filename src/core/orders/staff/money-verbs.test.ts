import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
let finance: StaffActor;
beforeEach(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
});
afterEach(() => buyer.close());

const refund = (number: string, amountCents: number, place?: number, actor = finance) =>
  buyer.app.orders.refunds.refundOrder(actor, number, {
    amountCents,
    reason: 'Goodwill',
    ...(place === undefined ? {} : { place }),
  });
const getOrder = async (number: string) => {
  const order = await buyer.app.orders.staff.details.getOrder(finance, number);
  if (!order.ok) throw new Error(order.message);
  return order.value;
};
const listAudit = async (number: string) =>
  (
    await buyer.deps.db
      .selectFrom('auditEntry')
      .select(['actorName', 'verb', 'outcome'])
      .where('thingId', '=', number)
      .orderBy('id')
      .execute()
  ).map(({ actorName, verb, outcome }) => `${actorName}: ${verb} ${outcome}`);

test('F5: an editor’s refund is forbidden and audited, and the provider hears nothing', async () => {
  const { number } = await buyer.buyReport();
  const editor = await addTestStaff(buyer.deps.db, 'editor');
  const callsBefore = (await getOrder(number)).timeline.filter(
    ({ source }) => source === 'provider',
  );
  expect(await refund(number, 100, 1, editor)).toMatchObject({ ok: false, code: 'forbidden' });
  expect(await buyer.countProviderRefunds()).toBe(0);
  const calls = (await getOrder(number)).timeline.filter(({ source }) => source === 'provider');
  expect(calls).toHaveLength(callsBefore.length);
  expect(await listAudit(number)).toEqual(['Test editor: order.refund refused']);
});

test('F13: a refund eleven minutes after proof asks for it again, and then goes through', async () => {
  const { number } = await buyer.buyReport();
  buyer.advanceClock(11 * 60_000);
  expect(await refund(number, 100, 1)).toMatchObject({ ok: false, code: 'proof-needed' });
  expect(await buyer.countProviderRefunds()).toBe(0);
  const proved = { ...finance, provedAt: buyer.deps.clock() };
  expect((await refund(number, 100, 1, proved)).ok).toBe(true);
  expect(await buyer.countProviderRefunds()).toBe(1);
});

test('F14: a refund sent from two tabs at once is one refund with one credit note', async () => {
  const { number } = await buyer.buyReport();
  const { nextRefundPlace } = await getOrder(number);
  const tabs = await Promise.all([
    refund(number, 5000, nextRefundPlace),
    refund(number, 5000, nextRefundPlace),
  ]);
  expect(tabs.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await buyer.countProviderRefunds()).toBe(1);
  expect(await buyer.countCreditNotes()).toBe(1);
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 5000 });
});

test.each(['card', 'bank'])(
  'F14: a refund by %s sent again from another tab after it was completed makes no second one',
  async (method) => {
    const { number } = method === 'card' ? await buyer.buyReport() : await payTransfer();
    const { priceCents } = await buyer.getOrder(number);
    expect((await refund(number, 5000, 1)).ok).toBe(true);
    expect((await refund(number, 5000, 1)).ok).toBe(true);
    expect(await refund(number, 6000, 1)).toMatchObject({ ok: false, code: 'conflict' });
    expect(await buyer.countCreditNotes()).toBe(1);
    expect((await getOrder(number)).nextRefundPlace).toBe(2);
    expect((await refund(number, priceCents - 5000, 2)).ok).toBe(true);
    expect((await refund(number, priceCents - 5000, 2)).ok).toBe(true);
    expect(await buyer.countCreditNotes()).toBe(2);
    expect(await buyer.getState(number)).toBe('refunded');
  },
);

test('a refund made on the provider’s pages meanwhile is no answer to the open form', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('refund', { captureId, value: '50.00' });
  await buyer.deliverWebhooks();
  expect(await refund(number, 5000, 1)).toMatchObject({ ok: false, code: 'conflict' });
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 5000 });
});

test('F15: a refund above what is left is refused and names what is left', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await refund(number, priceCents - 12_345, 1);
  expect(await refund(number, 12_346, 2)).toMatchObject({
    ok: false,
    code: 'invalid',
    errors: { amount: [expect.stringContaining('$123.45')] },
  });
  expect((await getOrder(number)).refundableCents).toBe(12_345);
});

test('a refund with two faults names both', async () => {
  const { number } = await buyer.buyReport();
  const wanted = { amountCents: Number.NaN, reason: ' ' };
  expect(await buyer.app.orders.refunds.refundOrder(finance, number, wanted)).toMatchObject({
    code: 'invalid',
    errors: {
      amount: [expect.any(String)],
      reason: [expect.stringContaining('Please give a reason')],
    },
  });
});

test('the audit log has the amount of a refund with its currency', async () => {
  const { number } = await buyer.buyReport();
  expect((await refund(number, 14_900)).ok).toBe(true);
  const { after } = await buyer.deps.db
    .selectFrom('auditEntry')
    .select('after')
    .where('verb', '=', 'order.refund')
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ amount: '$149.00', isRepeated: false });
});

test('F16: a refund that the provider fails is in needs attention, and is completed once later', async () => {
  const { number } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  expect(await refund(number, 5000, 1)).toMatchObject({ ok: false, code: 'provider-failed' });
  const { staff } = buyer.app.orders;
  expect(await staff.attention.listNeedsAttention(finance)).toMatchObject({
    value: { rows: [{ number, reason: 'refund', amountCents: 5000 }] },
  });
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  expect(await buyer.countProviderRefunds()).toBe(1);
  expect(await buyer.countCreditNotes()).toBe(1);
  expect(await staff.attention.listNeedsAttention(finance)).toMatchObject({ value: { rows: [] } });
});

async function payTransfer(): Promise<{ number: string }> {
  const { number } = await buyer.placeOrder({ method: 'bank' });
  expect((await buyer.app.orders.bankTransfers.confirmTransfer(finance, number)).ok).toBe(true);
  return { number };
}

test('F17: a transfer marked paid twice has one invoice; both are audited', async () => {
  const { number } = await payTransfer();
  const again = await buyer.app.orders.bankTransfers.confirmTransfer(finance, number);
  expect(again).toMatchObject({ ok: false, code: 'conflict' });
  const kinds = (await buyer.listDocuments()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'invoice')).toHaveLength(1);
  expect(await listAudit(number)).toEqual([
    'Test finance: order.mark-paid done',
    'Test finance: order.mark-paid refused',
  ]);
});

test('every verb of money and addresses is refused to whoever may not do it', async () => {
  const { number } = await buyer.buyReport();
  const { orders } = buyer.app;
  const sales = await addTestStaff(buyer.deps.db, 'sales');
  const viewer = await addTestStaff(buyer.deps.db, 'viewer');
  const attempts = [
    orders.bankTransfers.confirmTransfer(sales, number),
    orders.bankTransfers.cancelTransfer(sales, number),
    orders.emailChange.changeOrderEmail(sales, number, 'b@company.example'),
    // Who may not do it hears nothing of what their form lacks.
    orders.emailChange.changeOrderEmail(sales, number, ''),
    orders.refunds.refundOrder(sales, number, { amountCents: 0, reason: '' }),
    orders.staff.sync.syncOrder(sales, number),
    orders.staff.sync.reconcileTransactions(sales),
    orders.staff.documents.issueDocument(sales, number),
    orders.staff.lists.exportOrders(sales, {}),
    orders.staff.attention.settleSecondPayment(sales, number),
    orders.resendLinks.resendLinksForStaff(viewer, number),
    orders.staff.emails.resendEmail(viewer, number, 1),
  ];
  for (const outcome of await Promise.all<{ readonly ok: boolean }>(attempts))
    expect(outcome).toMatchObject({ ok: false, code: 'forbidden' });
  const editor = await addTestStaff(buyer.deps.db, 'editor');
  const period = { from: '2026-11-01', until: '2026-11-30', step: 'week' } as const;
  for (const outcome of [
    await orders.staff.lists.listOrders(editor, {}),
    await orders.staff.details.getOrder(editor, number),
    await orders.staff.attention.listNeedsAttention(editor),
    await orders.staff.revenue.getRevenue(editor, period),
  ])
    expect(outcome).toMatchObject({ ok: false, code: 'forbidden' });
});
