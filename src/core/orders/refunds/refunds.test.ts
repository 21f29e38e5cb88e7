import { afterEach, beforeEach, expect, test } from 'vitest';
import { listEmailTexts } from '../../../../test/support/test-accounts.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('a partial refund leaves the files, the rest closes them; each has documents', async () => {
  const { number, priceCents } = await buyer.buyReport();
  expect(await buyer.refund(number, priceCents + 1)).toMatchObject({ ok: false, code: 'invalid' });
  expect((await buyer.refund(number, 10_000)).ok).toBe(true);
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 10_000,
  });
  expect((await buyer.viewOwnOrder(number))?.files).toHaveLength(2);
  expect((await buyer.refund(number, priceCents - 10_000)).ok).toBe(true);
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'refunded',
    refundedCents: priceCents,
  });
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    state: 'refunded',
    files: [],
    certificateToken: null,
  });
  const grants = await buyer.deps.db.selectFrom('downloadGrant').select('isSuspended').execute();
  expect(grants.every(({ isSuspended }) => isSuspended)).toBe(true);
  expect((await buyer.listDocuments()).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual([
    'invoice 1',
    'credit-note 1',
    'credit-note 2',
  ]);
  const emails = await listEmailTexts(buyer, billing.email);
  const [first, last] = emails.filter((text) => text.startsWith('Refund'));
  expect(first).toContain(`Refund of $100 for order ${number}\n`);
  expect(first).toContain('Refunded: $100 USD\n');
  expect(first).toContain('Your licence and your downloads stay as they are.');
  expect(last).toContain('The licence has ended, and the files can no longer be downloaded.');
  expect(await buyer.countEmails(billing.email, 'Refund')).toBe(2);
  expect(await buyer.refund(number, 1)).toMatchObject({ ok: false, code: 'conflict' });
});

test("a refund on the provider's own pages is recorded once by its webhooks", async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('webhooks', { mode: 'duplicate' });
  await buyer.callControlApi('refund', { captureId });
  await buyer.deliverWebhooks((all) => [...all, ...all]);
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.countCreditNotes()).toBe(1);
});

test('a refund whose webhook was lost is found by transactions or the next refund', async () => {
  const { number, captureId } = await buyer.buyReport();
  const other = await buyer.buyReport('multiple-user');
  for (const refunded of [captureId, other.captureId])
    await buyer.callControlApi('refund', { captureId: refunded });
  await buyer.loseWebhooks();
  await buyer.refund(other.number, other.priceCents);
  expect(await buyer.getState(other.number)).toBe('refunded');
  await buyer.app.orders.reconciliation.reconcileTransactions();
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.countCreditNotes()).toBe(2);
});

test('after a lost dispute only a refund of the whole rest is recorded as the reversal', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.callControlApi('reverse', { captureId });
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['issue:CAPTURE_FULLY_REFUNDED'] });
  expect((await buyer.refund(number, 100, 'A part')).ok).toBe(false);
  expect(await buyer.getState(number)).toBe('suspended');
  expect(await buyer.countCreditNotes()).toBe(0);
});

test('a refund by staff after a lost dispute records the reversal', async () => {
  const { number, captureId, priceCents } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.callControlApi('reverse', { captureId });
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['issue:CAPTURE_FULLY_REFUNDED'] });
  expect((await buyer.refund(number, priceCents, 'The dispute was lost.')).ok).toBe(true);
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.countCreditNotes()).toBe(1);
});

test('a refund of another capture is none of the order', async () => {
  const { number } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  const { getProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      const found = await getProviderOrder(id);
      const other = { id: 'R1', captureId: 'C1', value: '1.00', currency: 'USD' };
      return { ...found, refunds: [{ ...other, status: 'COMPLETED' }] };
    },
  });
  await buyer.app.orders.staff.sync.syncOrder(testProgram, number);
  expect(await buyer.countCreditNotes()).toBe(0);
});

test('a refund without an answer is recorded once, though PayPal names no request of it', async () => {
  const { number, providerId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['lose-answer'] });
  await buyer.refund(number, 100, 'A discount');
  const { getProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      const found = await getProviderOrder(id);
      if (found.kind !== 'found') return found;
      const refunds = found.refunds.map((refund) => ({ ...refund, customId: undefined }));
      return { ...found, refunds };
    },
  });
  await buyer.callControlApi('resend', { orderId: providerId });
  await buyer.deliverWebhooks();
  expect(await buyer.deps.db.selectFrom('refund').select('state').execute()).toEqual([
    { state: 'requested' },
  ]);
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.countProviderRefunds()).toBe(1);
  const credits = (await buyer.listDocuments()).filter(({ kind }) => kind === 'credit-note');
  expect(credits.map(({ body }) => body.lines[0]?.text)).toEqual([
    expect.stringContaining('A discount'),
  ]);
});
