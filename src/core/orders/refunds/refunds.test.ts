import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';

let at: TestBuyer;
beforeEach(async () => {
  at = await openTestBuyer();
});
afterEach(() => at.close());

describe('a refund', () => {
  test('in part leaves the files, the rest closes them; each has a credit note and a letter, and numbers have no gap', async () => {
    const { number, priceCents } = await at.buyReport();
    expect(
      await at.app.orders.refunds.refundOrder(number, priceCents + 1, 'too much'),
    ).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect(
      (await at.app.orders.refunds.refundOrder(number, 10_000, 'a discount came late')).ok,
    ).toBe(true);
    expect(await at.getOrder(number)).toMatchObject({
      state: 'partly-refunded',
      refundedCents: 10_000,
    });
    expect((await at.viewOwnOrder(number))?.files).toHaveLength(2);
    expect(
      (await at.app.orders.refunds.refundOrder(number, priceCents - 10_000, 'given back')).ok,
    ).toBe(true);
    expect(await at.getOrder(number)).toMatchObject({
      state: 'refunded',
      refundedCents: priceCents,
    });
    expect(await at.viewOwnOrder(number)).toMatchObject({
      state: 'refunded',
      files: [],
      certificateToken: null,
    });
    expect(
      (await at.deps.db.selectFrom('downloadGrant').select('isSuspended').execute()).every(
        ({ isSuspended: suspended }) => suspended,
      ),
    ).toBe(true);
    expect((await at.listDocuments()).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual([
      'invoice 1',
      'credit-note 1',
      'credit-note 2',
    ]);
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(2);
    expect(await at.app.orders.refunds.refundOrder(number, 1, 'more')).toMatchObject({
      ok: false,
      code: 'conflict',
    });
  });

  test.each(['lose-answer', 'reset', '500'])(
    'that meets "%s" is asked for again and given once',
    async (fault) => {
      const { number, priceCents } = await at.buyReport();
      await at.planPaypalFaults({ refund: [fault] });
      expect(
        await at.app.orders.refunds.refundOrder(number, priceCents, 'given back'),
      ).toMatchObject({
        ok: false,
        code: 'provider-failed',
      });
      at.advanceClock(10_000);
      await at.app.orders.jobs['orders.reconcile']();
      expect((await at.getOrder(number)).state).toBe('refunded');
      const { refunds } = (await (await fetch(`${at.paypalUrl}/__sim/ledger`)).json()) as {
        refunds: unknown[];
      };
      expect(refunds).toHaveLength(1);
      expect((await at.listDocuments()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(
        1,
      );
    },
  );

  test("that was made on the provider's own pages is taken up by its webhook, however often it comes", async () => {
    const { number, captureId } = await at.buyReport();
    await at.callControlApi('webhooks', { mode: 'duplicate' });
    await at.callControlApi('refund', { captureId });
    await at.deliverWebhooks((all) => [...all, ...all]);
    expect((await at.getOrder(number)).state).toBe('refunded');
    expect((await at.listDocuments()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test.each(['reverse', 'dispute'])(
    'a payment that is in dispute (%s) suspends the downloads at once',
    async (how) => {
      const { number, captureId } = await at.buyReport();
      const [file] = (await at.viewOwnOrder(number))?.files ?? [];
      await at.callControlApi(how, { captureId });
      await at.deliverWebhooks();
      expect((await at.getOrder(number)).state).toBe('suspended');
      expect(
        await at.app.orders.downloads.openDownload(
          String(file?.token),
          { browser: buyerSecret },
          'whole',
          'x',
        ),
      ).toMatchObject({ ok: false, code: 'forbidden' });
    },
  );

  test('a dispute that ends for the seller opens them again, whichever webhook comes first; one that ends for the payer does not', async () => {
    const won = await at.buyReport();
    await at.callControlApi('dispute', { captureId: won.captureId });
    await at.callControlApi('dispute', {
      captureId: won.captureId,
      outcome: 'RESOLVED_SELLER_FAVOUR',
    });
    await at.deliverWebhooks((all) => all.toReversed());
    expect((await at.getOrder(won.number)).state).toBe('fulfilled');
    const lost = await at.buyReport('corporate-user');
    await at.callControlApi('dispute', { captureId: lost.captureId });
    await at.callControlApi('dispute', {
      captureId: lost.captureId,
      outcome: 'RESOLVED_BUYER_FAVOUR',
    });
    await at.deliverWebhooks();
    expect((await at.getOrder(lost.number)).state).toBe('suspended');
    await at.callControlApi('refund', { captureId: lost.captureId });
    await at.deliverWebhooks();
    expect((await at.getOrder(lost.number)).state).toBe('refunded');
  });
});

const stateOf = async (number: string) => (await at.getOrder(number)).state;
const reconcile = () => at.app.orders.jobs['orders.reconcile']();
const finish = (providerId: string) =>
  at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
const refund = (number: string, cents: number, why = 'why') =>
  at.app.orders.refunds.refundOrder(number, cents, why);
const countProviderRefunds = async () =>
  ((await (await fetch(`${at.paypalUrl}/__sim/ledger`)).json()) as { refunds: unknown[] }).refunds
    .length;
const countCreditNotes = async () =>
  (await at.listDocuments()).filter(({ kind }) => kind === 'credit-note').length;

describe('a refund that meets a fault', () => {
  test('that was refused does not stand in the way of the next one', async () => {
    const { number } = await at.buyReport();
    await at.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
    expect(await refund(number, 100)).toMatchObject({ ok: false, code: 'conflict' });
    expect((await refund(number, 100)).ok).toBe(true);
    expect(await at.getOrder(number)).toMatchObject({ refundedCents: 100 });
  });

  test('that is asked for again while it is under way is one', async () => {
    const { number } = await at.buyReport();
    await at.planPaypalFaults({ refund: ['lose-answer'] });
    expect(await refund(number, 5000)).toMatchObject({ ok: false, code: 'provider-failed' });
    expect((await refund(number, 5000)).ok).toBe(true);
    expect(await countProviderRefunds()).toBe(1);
    expect(await at.getOrder(number)).toMatchObject({ refundedCents: 5000 });
  });

  test('whose twin was taken for it holds nothing up: both are made, each once', async () => {
    const { number, providerId } = await at.buyReport();
    await at.deliverWebhooks();
    await at.planPaypalFaults({ refund: ['reset', 'lose-answer'] });
    await refund(number, 5000, 'one');
    await refund(number, 5000, 'another');
    await at.callControlApi('resend', { orderId: providerId });
    await at.deliverWebhooks();
    const other = await at.placeApprovedOrder({ type: 'multiple-user' });
    await finish(other.providerId);
    for (let i = 0; i < 3; i++) {
      at.advanceClock(60_000);
      await reconcile();
    }
    expect(await countProviderRefunds()).toBe(2);
    expect(await at.getOrder(number)).toMatchObject({ refundedCents: 10_000 });
    expect(await countCreditNotes()).toBe(2);
    expect(await stateOf(other.number)).toBe('fulfilled');
  });

  test('that the provider is still at is not refused', async () => {
    const { number, priceCents } = await at.buyReport();
    await at.planPaypalFaults({ refund: ['issue:PREVIOUS_REQUEST_IN_PROGRESS'] });
    expect(await refund(number, priceCents)).toMatchObject({ ok: false, code: 'provider-failed' });
    at.advanceClock(10_000);
    await reconcile();
    expect(await stateOf(number)).toBe('refunded');
  });

  test('that fails at the provider is refused, and may be asked for again', async () => {
    const { number, priceCents } = await at.buyReport();
    const { payments } = at.deps;
    const real = payments.refundCapture.bind(payments);
    payments.refundCapture = () =>
      Promise.resolve({ kind: 'done', refundId: 'RF1', status: 'FAILED' });
    expect(await refund(number, priceCents)).toMatchObject({ ok: false, code: 'conflict' });
    payments.refundCapture = real;
    expect((await refund(number, priceCents)).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
  });

  test('that was made at the provider, with its webhook lost, is found by the books and by who asks for it', async () => {
    const { number, captureId } = await at.buyReport();
    const other = await at.buyReport('multiple-user');
    for (const one of [captureId, other.captureId])
      await at.callControlApi('refund', { captureId: one });
    await at.waitForWebhooks();
    at.pendingWebhooks.splice(0);
    await refund(other.number, other.priceCents);
    expect(await stateOf(other.number)).toBe('refunded');
    await at.app.orders.reconciliation.reconcileTransactions();
    expect(await stateOf(number)).toBe('refunded');
    expect(await countCreditNotes()).toBe(2);
  });

  test('of a dispute that was lost is booked by staff as what it is', async () => {
    const { number, captureId, priceCents } = await at.buyReport();
    await at.deliverWebhooks();
    await at.callControlApi('reverse', { captureId });
    await at.deliverWebhooks();
    await at.planPaypalFaults({ refund: ['issue:CAPTURE_FULLY_REFUNDED'] });
    expect((await refund(number, priceCents, 'The dispute was lost.')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect(await countCreditNotes()).toBe(1);
  });
});
