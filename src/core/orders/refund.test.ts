import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';

let at: Buyer;
beforeEach(async () => {
  at = await openBuyer();
});
afterEach(() => at.close());

describe('a refund', () => {
  test('in part leaves the files, the rest closes them; each has a credit note and a letter, and numbers have no gap', async () => {
    const { number, price } = await at.bought();
    expect(await at.shop.orders.refund(number, price + 1, 'too much')).toMatchObject({
      ok: false,
      status: 422,
    });
    expect((await at.shop.orders.refund(number, 10_000, 'a discount came late')).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({
      state: 'partly-refunded',
      refundedCents: 10_000,
    });
    expect((await at.own(number))?.files).toHaveLength(2);
    expect((await at.shop.orders.refund(number, price - 10_000, 'given back')).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({ state: 'refunded', refundedCents: price });
    expect(await at.own(number)).toMatchObject({ state: 'refunded', files: [], certificate: null });
    expect(
      (await at.world.db.selectFrom('deliveryGrant').select('suspended').execute()).every(
        ({ suspended }) => suspended,
      ),
    ).toBe(true);
    expect((await at.papers()).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual([
      'invoice 1',
      'credit-note 1',
      'credit-note 2',
    ]);
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(2);
    expect(await at.shop.orders.refund(number, 1, 'more')).toMatchObject({
      ok: false,
      status: 409,
    });
  });

  test.each(['lose-answer', 'reset', '500'])(
    'that meets "%s" is asked for again and given once',
    async (fault) => {
      const { number, price } = await at.bought();
      await at.fault({ refund: [fault] });
      expect(await at.shop.orders.refund(number, price, 'given back')).toMatchObject({
        ok: false,
        status: 502,
      });
      at.pass(10_000);
      await at.shop.orders.jobs['orders.reconcile']();
      expect((await at.orderOf(number)).state).toBe('refunded');
      const { refunds } = (await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as {
        refunds: unknown[];
      };
      expect(refunds).toHaveLength(1);
      expect((await at.papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
    },
  );

  test("that was made on the provider's own pages is taken up by its webhook, however often it comes", async () => {
    const { number, captureId } = await at.bought();
    await at.sim('webhooks', { mode: 'duplicate' });
    await at.sim('refund', { captureId });
    await at.hearAll((all) => [...all, ...all]);
    expect((await at.orderOf(number)).state).toBe('refunded');
    expect((await at.papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test.each(['reverse', 'dispute'])(
    'a payment that is in dispute (%s) suspends the downloads at once',
    async (how) => {
      const { number, captureId } = await at.bought();
      const [file] = (await at.own(number))?.files ?? [];
      await at.sim(how, { captureId });
      await at.hearAll();
      expect((await at.orderOf(number)).state).toBe('reversed');
      expect(
        await at.shop.orders.openDownload(String(file?.token), { browser }, 'whole', 'x'),
      ).toMatchObject({ ok: false, status: 403 });
    },
  );

  test('a dispute that ends for the seller opens them again, whichever webhook comes first; one that ends for the payer does not', async () => {
    const won = await at.bought();
    await at.sim('dispute', { captureId: won.captureId });
    await at.sim('dispute', { captureId: won.captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
    await at.hearAll((all) => all.toReversed());
    expect((await at.orderOf(won.number)).state).toBe('fulfilled');
    const lost = await at.bought('corporate-user');
    await at.sim('dispute', { captureId: lost.captureId });
    await at.sim('dispute', { captureId: lost.captureId, outcome: 'RESOLVED_BUYER_FAVOUR' });
    await at.hearAll();
    expect((await at.orderOf(lost.number)).state).toBe('reversed');
    await at.sim('refund', { captureId: lost.captureId });
    await at.hearAll();
    expect((await at.orderOf(lost.number)).state).toBe('refunded');
  });
});

const stateOf = async (number: string) => (await at.orderOf(number)).state;
const reconcile = () => at.shop.orders.jobs['orders.reconcile']();
const finish = (providerId: string) => at.shop.orders.finish(providerId, browser);
const refund = (number: string, cents: number, why = 'why') =>
  at.shop.orders.refund(number, cents, why);
const refundsThere = async () =>
  ((await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as { refunds: unknown[] }).refunds
    .length;
const creditNotes = async () =>
  (await at.papers()).filter(({ kind }) => kind === 'credit-note').length;

describe('a refund that meets a fault', () => {
  test('that was refused does not stand in the way of the next one', async () => {
    const { number } = await at.bought();
    await at.fault({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
    expect(await refund(number, 100)).toMatchObject({ ok: false, status: 409 });
    expect((await refund(number, 100)).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({ refundedCents: 100 });
  });

  test('that is asked for again while it is under way is one', async () => {
    const { number } = await at.bought();
    await at.fault({ refund: ['lose-answer'] });
    expect(await refund(number, 5000)).toMatchObject({ ok: false, status: 502 });
    expect((await refund(number, 5000)).ok).toBe(true);
    expect(await refundsThere()).toBe(1);
    expect(await at.orderOf(number)).toMatchObject({ refundedCents: 5000 });
  });

  test('whose twin was taken for it holds nothing up: both are made, each once', async () => {
    const { number, providerId } = await at.bought();
    await at.hearAll();
    await at.fault({ refund: ['reset', 'lose-answer'] });
    await refund(number, 5000, 'one');
    await refund(number, 5000, 'another');
    await at.sim('resend', { orderId: providerId });
    await at.hearAll();
    const other = await at.approved({ type: 'multiple-user' });
    await finish(other.providerId);
    for (let i = 0; i < 3; i++) {
      at.pass(60_000);
      await reconcile();
    }
    expect(await refundsThere()).toBe(2);
    expect(await at.orderOf(number)).toMatchObject({ refundedCents: 10_000 });
    expect(await creditNotes()).toBe(2);
    expect(await stateOf(other.number)).toBe('fulfilled');
  });

  test('that the provider is still at is not refused', async () => {
    const { number, price } = await at.bought();
    await at.fault({ refund: ['issue:PREVIOUS_REQUEST_IN_PROGRESS'] });
    expect(await refund(number, price)).toMatchObject({ ok: false, status: 502 });
    at.pass(10_000);
    await reconcile();
    expect(await stateOf(number)).toBe('refunded');
  });

  test('that fails at the provider is refused, and may be asked for again', async () => {
    const { number, price } = await at.bought();
    const { payments } = at.world;
    const real = payments.refund.bind(payments);
    payments.refund = () => Promise.resolve({ kind: 'done', refundId: 'RF1', status: 'FAILED' });
    expect(await refund(number, price)).toMatchObject({ ok: false, status: 409 });
    payments.refund = real;
    expect((await refund(number, price)).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
  });

  test('that was made at the provider, with its webhook lost, is found by the books and by who asks for it', async () => {
    const { number, captureId } = await at.bought();
    const other = await at.bought('multiple-user');
    for (const one of [captureId, other.captureId]) await at.sim('refund', { captureId: one });
    await new Promise((resolve) => setTimeout(resolve, 200));
    at.webhooks.splice(0);
    await refund(other.number, other.price);
    expect(await stateOf(other.number)).toBe('refunded');
    await at.shop.orders.compareBooks();
    expect(await stateOf(number)).toBe('refunded');
    expect(await creditNotes()).toBe(2);
  });

  test('of a dispute that was lost is booked by staff as what it is', async () => {
    const { number, captureId, price } = await at.bought();
    await at.hearAll();
    await at.sim('reverse', { captureId });
    await at.hearAll();
    await at.fault({ refund: ['issue:CAPTURE_FULLY_REFUNDED'] });
    expect((await refund(number, price, 'The dispute was lost.')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect(await creditNotes()).toBe(1);
  });
});
