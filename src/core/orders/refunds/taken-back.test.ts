import { formatMoney } from '#core/kernel/money.model.ts';
import { addDays, toDay } from '#core/kernel/time-zone.model.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listEmailTexts } from '../../../../test/support/test-accounts.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { readPdfTexts } from '../../../../test/support/read-goods.ts';
import { removeSpaces } from '../../../../test/support/read-pdf.ts';
import { addTestStaff, testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const listRefunds = () => buyer.deps.db.selectFrom('refund').selectAll().orderBy('id').execute();
const settleRefund = async (status: string, reason?: string, index = -1): Promise<void> => {
  const refundId = (await listRefunds()).at(index)?.providerRefundId;
  await buyer.callControlApi('settlerefund', { refundId, status, ...(reason && { reason }) });
};
const listReasons = async () => {
  const found = await buyer.app.orders.staff.attention.listNeedsAttention(testProgram);
  return found.ok ? found.value.rows.map(({ reason }) => reason) : found.message;
};
const listLedger = async () =>
  (await buyer.app.orders.ledger.listRows({})).map(
    ({ kind, total }) => [kind, Number(total) * 100] as const,
  );
const sumLedger = async () => (await listLedger()).reduce((sum, [, cents]) => sum + cents, 0);
const getRefundedRevenue = async () => {
  const today = toDay(buyer.deps.clock(), 'UTC');
  const span = { from: addDays(today, -3), until: addDays(today, 3) };
  const revenue = await buyer.app.orders.staff.revenue.getRevenue(testProgram, {
    ...span,
    step: 'day',
  });
  return revenue.ok ? revenue.value.refundedCents : revenue.message;
};
const listRefundEmails = async () =>
  (await listEmailTexts(buyer, billing.email))
    .map((text) => text.split('\n')[0] ?? '')
    .filter((subject) => subject.toLowerCase().includes('refund'));

const refundPending = async () => {
  const order = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ 'refund-outcome': ['pending:ECHECK'] });
  expect((await buyer.refund(order.number, order.priceCents)).ok).toBe(true);
  return order;
};

test('a refund that is pending is on its way: reserved, with no credit note, and the files stay', async () => {
  const { number, priceCents } = await refundPending();
  expect(await listRefunds()).toMatchObject([{ state: 'pending', amountCents: priceCents }]);
  expect(await buyer.getState(number)).toBe('fulfilled');
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    pendingRefundCents: priceCents,
    refundedCents: 0,
  });
  expect(await buyer.countCreditNotes()).toBe(0);
  expect(await listRefundEmails()).toEqual([
    expect.stringMatching(/^Your refund of .+ is on its way$/),
  ]);
  expect(await buyer.refund(number, 1)).toMatchObject({ ok: false, code: 'invalid' });
  expect(await listReasons()).toEqual(['refund']);
  expect(await buyer.countProviderRefunds()).toBe(1);
});

test.each(['webhook', 'reconciler', 'staff', 'list', 'night'])(
  'its end is heard of by %s, once',
  async (way) => {
    const { number, priceCents } = await refundPending();
    await settleRefund('COMPLETED');
    if (way === 'webhook') await buyer.deliverWebhooks((all) => [...all, ...all]);
    else await buyer.loseWebhooks();
    if (way === 'reconciler') buyer.advanceClock(hours(1));
    if (way === 'reconciler') await buyer.reconcile();
    if (way === 'staff') await buyer.app.orders.staff.sync.syncOrder(testProgram, number);
    // PayPal lists a refund up to three hours late.
    if (way === 'list') await buyer.passTime(hours(4));
    if (way === 'list') await buyer.app.orders.jobs['orders.findMissedEvents']();
    if (way === 'night') await buyer.app.orders.reconciliation.reconcileTransactions();
    expect(await listRefunds()).toMatchObject([{ state: 'completed' }]);
    await buyer.reconcile();
    expect(await buyer.getState(number)).toBe('refunded');
    expect(await buyer.countCreditNotes()).toBe(1);
    expect(await sumLedger()).toBe(0);
    expect(await getRefundedRevenue()).toBe(priceCents);
    expect(await listReasons()).toEqual([]);
  },
);

test.each([
  ['FAILED', 'webhook'],
  ['CANCELLED', 'webhook'],
  ['FAILED', 'reconciler'],
])(
  'a pending refund that ends %s, by %s, was none: staff and buyer hear it',
  async (status, way) => {
    const { number, priceCents } = await refundPending();
    await settleRefund(status, 'ECHECK');
    if (way === 'webhook') await buyer.deliverWebhooks((all) => [...all, ...all]);
    else {
      await buyer.loseWebhooks();
      buyer.advanceClock(hours(1));
      await buyer.reconcile();
    }
    await buyer.reconcile();
    expect(await listRefunds()).toMatchObject([
      { state: 'reversed', reversalReason: `${status}, ECHECK` },
    ]);
    expect(await buyer.getOrder(number)).toMatchObject({ state: 'fulfilled', refundedCents: 0 });
    expect(await listLedger()).toEqual([['invoice', priceCents]]);
    expect(await listReasons()).toEqual(['refund-failed']);
    expect((await listRefundEmails()).at(-1)).toMatch(/^Your refund of .+ did not arrive$/);
    // It may be refunded again, which ends the case.
    expect((await buyer.refund(number, priceCents)).ok).toBe(true);
    expect(await buyer.getState(number)).toBe('refunded');
    expect(await listReasons()).toEqual([]);
    expect(await sumLedger()).toBe(0);
  },
);

test('a completed refund that is taken back: its credit note is reversed, and the files open again', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.refund(number, 10_000);
  await buyer.refund(number, priceCents - 10_000, 'the rest');
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('refunded');
  await settleRefund('FAILED');
  await buyer.deliverWebhooks((all) => [...all, ...all]);
  await buyer.app.orders.reconciliation.reconcileTransactions();
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 10_000,
  });
  expect((await buyer.viewOwnOrder(number))?.files.every(({ isUsable }) => isUsable)).toBe(true);
  const documents = await buyer.listDocuments();
  expect(documents.map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual([
    'invoice 1',
    'credit-note 1',
    'credit-note 2',
    'credit-note-reversal 3',
  ]);
  const [, , note, reversal] = documents;
  expect(reversal?.body).toMatchObject({
    refersTo: note?.number,
    total: note?.body.total,
    lines: note?.body.lines,
  });
  expect(reversal?.body.notes[0]).toContain(`takes credit note ${note?.number} back`);
  const own = await buyer.viewOwnOrder(number);
  expect(own?.documents.find((one) => one.number === note?.number)).toMatchObject({
    reversedBy: reversal?.number,
  });
  expect(await listLedger()).toEqual([
    ['invoice', priceCents],
    ['credit-note', -10_000],
    ['credit-note', 10_000 - priceCents],
    ['credit-note-reversal', priceCents - 10_000],
  ]);
  expect(await getRefundedRevenue()).toBe(10_000);
  expect(await buyer.countEmails(billing.email, 'Your refund of')).toBe(1);
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  const sales = await addTestStaff(buyer.deps.db, 'sales');
  const { staff } = buyer.app.orders;
  expect(await staff.attention.settleFailedRefunds(sales, number)).toMatchObject({
    code: 'forbidden',
  });
  expect((await staff.attention.settleFailedRefunds(finance, number)).ok).toBe(true);
  expect(await staff.attention.settleFailedRefunds(finance, number)).toMatchObject({
    code: 'conflict',
  });
  expect(await listReasons()).toEqual([]);
});

test('taken back, and completed after all: one more credit note, and the order is refunded', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.refund(number, priceCents);
  await settleRefund('CANCELLED');
  await buyer.deliverWebhooks();
  await settleRefund('COMPLETED');
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('refunded');
  expect((await listLedger()).map(([kind]) => kind)).toEqual([
    'invoice',
    'credit-note',
    'credit-note-reversal',
    'credit-note',
  ]);
  expect(await sumLedger()).toBe(0);
  expect(await listReasons()).toEqual([]);
});

test('the events of a refund arrive in any order and again: its end counts', async () => {
  const { number, priceCents } = await refundPending();
  await settleRefund('COMPLETED');
  await settleRefund('FAILED');
  await buyer.deliverWebhooks((all) => [...all.toReversed(), ...all]);
  expect(await listRefunds()).toMatchObject([{ state: 'reversed' }]);
  expect(await sumLedger()).toBe(priceCents);
  expect(await buyer.getState(number)).toBe('fulfilled');
});

test('a refund that fails at once, unseen, needs attention; one that staff saw refused does not', async () => {
  const { number } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_NOT_ALLOWED'] });
  expect(await buyer.refund(number, 100)).toMatchObject({ ok: false, code: 'conflict' });
  expect(await listReasons()).toEqual([]);
  await buyer.planPaypalFaults({ refund: ['reset', 'issue:REFUND_NOT_ALLOWED'] });
  expect(await buyer.refund(number, 200)).toMatchObject({ code: 'provider-failed' });
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  expect(await listRefunds()).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
  expect(await listReasons()).toEqual(['refund-failed']);
});

test('two refunds of one amount at PayPal are two, and one of ours is told by what it was asked under', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  expect(await buyer.refund(number, 5000, 'ours')).toMatchObject({ code: 'provider-failed' });
  for (let i = 0; i < 2; i++) await buyer.callControlApi('refund', { captureId, value: '50.00' });
  await buyer.deliverWebhooks((all) => all.toReversed());
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  const refunds = await listRefunds();
  expect(refunds.map(({ reason, state }) => `${reason} ${state}`)).toEqual([
    'ours completed',
    'Refunded at the payment provider. completed',
    'Refunded at the payment provider. completed',
  ]);
  expect(new Set(refunds.map(({ providerRefundId }) => providerRefundId)).size).toBe(3);
  expect(await buyer.getOrder(number)).toMatchObject({ refundedCents: 15_000 });
  expect(await buyer.countCreditNotes()).toBe(3);
});

test('where PayPal does not say what a refund was asked under, its answer tells it apart', async () => {
  const { number } = await buyer.buyReport();
  const { payments } = buyer.deps;
  const { getProviderOrder } = payments;
  const withoutIds: typeof getProviderOrder = async (id) => {
    const found = await getProviderOrder(id);
    if (found.kind !== 'found') return found;
    return { ...found, refunds: found.refunds.map((one) => ({ ...one, customId: undefined })) };
  };
  Object.assign(payments, { getProviderOrder: withoutIds });
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  await buyer.refund(number, 5000, 'ours');
  await buyer.deliverWebhooks();
  expect(await listRefunds()).toMatchObject([{ state: 'requested' }]);
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  expect(await listRefunds()).toMatchObject([{ reason: 'ours', state: 'completed' }]);
  expect(await buyer.countCreditNotes()).toBe(1);
  Object.assign(payments, { getProviderOrder });
});

test('an upgrade opens again with its base order', async () => {
  const base = await buyer.buyReport();
  const upgrade = await buyer.payOrder(await buyer.placeUpgrade(base.number));
  await buyer.refund(base.number, base.priceCents);
  expect(await buyer.getState(upgrade.number)).toBe('suspended');
  await settleRefund('FAILED');
  await buyer.deliverWebhooks();
  expect(await buyer.getState(base.number)).toBe('fulfilled');
  expect(await buyer.getState(upgrade.number)).toBe('fulfilled');
});

test('the PDF of a credit note that was taken back names it, its sum and the order, as people read it', async () => {
  await buyer.close();
  buyer = await openOrderTester({ rendersDocuments: true });
  const { number, priceCents } = await buyer.buyReport();
  await buyer.refund(number, priceCents);
  await settleRefund('FAILED');
  await buyer.deliverWebhooks();
  const [, note, reversal] = await buyer.listDocuments();
  const opened = await buyer.app.orders.documents.openDocument(String(reversal?.token));
  const stream = await buyer.deps.files.read(String(opened?.fileKey));
  const text = (await readPdfTexts(Buffer.concat((await stream?.toArray()) ?? []))).join(' ');
  const shown = formatMoney(priceCents, 'USD');
  for (const words of [
    'Credit note reversal',
    String(reversal?.number),
    `takes credit note ${note?.number} back`,
    number,
    billing.company_name,
    shown,
  ])
    expect(removeSpaces(text)).toContain(removeSpaces(words));
  expect(text).not.toContain(`-${shown}`);
});
