import { afterEach, beforeEach, expect, test } from 'vitest';
import { listEmailTexts } from '../../../../test/support/test-accounts.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';

let tester: OrderTester;
beforeEach(async () => {
  tester = await openOrderTester();
});
afterEach(() => tester.close());

const day = (shift = 0): string =>
  toDay(new Date(tester.deps.clock().getTime() + hours(24 * shift)), 'UTC');
const send = (number: string, amountCents: number, sent: object = {}, wanted = {}) =>
  tester.app.orders.refunds.refundOrder(testProgram, number, {
    amountCents,
    reason: 'goodwill',
    outside: { way: 'bank-transfer', sentOn: day(), reference: '', ...sent },
    ...wanted,
  });
const listRefunds = () => tester.deps.db.selectFrom('refund').selectAll().orderBy('id').execute();

test('money that was sent by hand has its credit note and email, and PayPal is not asked', async () => {
  const { number, priceCents } = await tester.buyReport();
  const sent = { way: 'cheque', reference: 'No. 4711' };
  expect(await send(number, 5000, sent)).toEqual({ ok: true, value: 'completed' });
  expect(await tester.countProviderRefunds()).toBe(0);
  expect(await listRefunds()).toMatchObject([
    { state: 'completed', way: 'cheque', sentOn: day(), reference: 'No. 4711' },
  ]);
  const note = (await tester.listDocuments()).at(-1);
  expect(note).toMatchObject({ kind: 'credit-note', body: { total: 5000 } });
  expect(note?.body.notes[0]).toMatch(
    /^Sent back by cheque on \d+ \w+ \d{4}, reference No\. 4711\.$/,
  );
  expect(await tester.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 5000,
  });
  expect((await send(number, priceCents - 5000, { way: 'other' })).ok).toBe(true);
  expect(await tester.getState(number)).toBe('refunded');
  expect((await tester.viewOwnOrder(number))?.files).toEqual([]);
  const emails = (await listEmailTexts(tester, billing.email)).filter((text) =>
    text.startsWith('Refund'),
  );
  expect(emails).toHaveLength(2);
  expect(emails[0]).toContain('Sent: by cheque on ');
  expect(emails[0]).not.toContain('the account that you paid with');
  const rows = await tester.app.orders.ledger.listRows({});
  expect(rows.reduce((sum, { total }) => sum + Number(total), 0)).toBe(0);
});

test.each<[string, object, string, RegExp]>([
  ['a day to come', { sentOn: '2999-01-01' }, 'sent_on', /still to come/],
  ['a day before the payment', { sentOn: '2001-01-01' }, 'sent_on', /was paid on/],
  ['30 February', { sentOn: '2026-02-30' }, 'sent_on', /give the day/],
  ['no day', { sentOn: '' }, 'sent_on', /give the day/],
  ['no way that there is', { way: 'gold' }, 'way', /how the money was sent/],
  ['a reference of two lines', { reference: 'a\nb' }, 'reference', /line breaks/],
  ['a reference that is too long', { reference: 'x'.repeat(101) }, 'reference', /100/],
])('%s is refused at its field, beside the others', async (_, sent, field, message) => {
  const { number, priceCents } = await tester.buyReport();
  expect(await send(number, priceCents + 1, sent)).toMatchObject({
    code: 'invalid',
    errors: {
      amount: [expect.stringMatching(/^At most/)],
      [field]: [expect.stringMatching(message)],
    },
  });
  expect(await listRefunds()).toEqual([]);
});

test('a bank transfer goes back by hand in the same way, also where nothing is said of it', async () => {
  const { number } = await tester.placeOrder({ method: 'bank' });
  const paid = await tester.app.orders.bankTransfers.confirmTransfer(testProgram, number);
  expect(paid.ok).toBe(true);
  expect((await tester.refund(number, 100)).ok).toBe(true);
  expect((await send(number, 200, { reference: 'RF-1' })).ok).toBe(true);
  expect(await listRefunds()).toMatchObject([
    { state: 'completed', way: 'bank-transfer', sentOn: day(), reference: '' },
    { state: 'completed', way: 'bank-transfer', reference: 'RF-1' },
  ]);
  expect(await tester.countCreditNotes()).toBe(2);
});

test('where PayPal refunds no more, the refusal names who sends the money; then it is recorded', async () => {
  const { number, priceCents } = await tester.buyReport();
  await tester.passTime(hours(24 * 181));
  const refused = await tester.refund(number, priceCents);
  expect(refused).toMatchObject({
    code: 'conflict',
    errors: { sent: [expect.stringContaining('REFUND_TIME_LIMIT_EXCEEDED')] },
  });
  expect((await send(number, priceCents)).ok).toBe(true);
  expect(await tester.getState(number)).toBe('refunded');
  expect(await tester.countCreditNotes()).toBe(1);
});

test('a refund that staff made on PayPal’s pages and recorded counts once', async () => {
  const { number, captureId } = await tester.buyReport();
  expect((await send(number, 5000, { way: 'paypal' })).ok).toBe(true);
  await tester.callControlApi('refund', { captureId, value: '50.00' });
  await tester.deliverWebhooks();
  await tester.callControlApi('refund', { captureId, value: '50.00' });
  await tester.deliverWebhooks();
  const refunds = await listRefunds();
  expect(refunds.map(({ way, state }) => `${way} ${state}`)).toEqual([
    'paypal completed',
    'null completed',
  ]);
  expect(await tester.getOrder(number)).toMatchObject({ refundedCents: 10_000 });
});

test('money that differs from its order goes back by hand whole, and PayPal sends nothing then', async () => {
  const { number, capturedCents } = await tester.placeMismatch();
  await tester.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  expect(await tester.refund(number, capturedCents)).toMatchObject({
    errors: { sent: [expect.stringContaining('REFUND_TIME_LIMIT_EXCEEDED')] },
  });
  expect(await send(number, capturedCents - 1)).toMatchObject({ code: 'invalid' });
  expect((await send(number, capturedCents)).ok).toBe(true);
  expect(await tester.getState(number)).toBe('refunded');
  await tester.deliverWebhooks();
  await tester.app.orders.staff.sync.syncOrder(testProgram, number);
  await tester.app.orders.reconciliation.reconcileTransactions();
  await tester.reconcile();
  expect(await tester.countProviderRefunds()).toBe(0);
  expect(await tester.countEmails(billing.email, 'Refund')).toBe(1);
});
