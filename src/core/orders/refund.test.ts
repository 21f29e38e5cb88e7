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
    expect(await at.shop.orders.refund(number, price + 1, 'too much')).toMatchObject({ ok: false, status: 422 });
    expect((await at.shop.orders.refund(number, 10_000, 'a discount came late')).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({ state: 'partly-refunded', refundedCents: 10_000 });
    expect((await at.own(number))?.files).toHaveLength(2);
    expect((await at.shop.orders.refund(number, price - 10_000, 'given back')).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({ state: 'refunded', refundedCents: price });
    expect(await at.own(number)).toMatchObject({ state: 'refunded', files: [], certificate: null });
    expect((await at.world.db.selectFrom('deliveryGrant').select('suspended').execute()).every(({ suspended }) => suspended)).toBe(true);
    expect((await at.papers()).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(['invoice 1', 'credit-note 1', 'credit-note 2']);
    expect((await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Refund'))).toHaveLength(2);
    expect(await at.shop.orders.refund(number, 1, 'more')).toMatchObject({ ok: false, status: 409 });
  });

  test.each(['lose-answer', 'reset', '500'])('that meets "%s" is asked for again and given once', async (fault) => {
    const { number, price } = await at.bought();
    await at.fault({ refund: [fault] });
    expect(await at.shop.orders.refund(number, price, 'given back')).toMatchObject({ ok: false, status: 502 });
    at.pass(10_000);
    await at.shop.orders.jobs['orders.reconcile']();
    expect((await at.orderOf(number)).state).toBe('refunded');
    const { refunds } = (await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as { refunds: unknown[] };
    expect(refunds).toHaveLength(1);
    expect((await at.papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test('that was made on the provider\'s own pages is taken up by its webhook, however often it comes', async () => {
    const { number, captureId } = await at.bought();
    await at.sim('webhooks', { mode: 'duplicate' });
    await at.sim('refund', { captureId });
    await at.hearAll((all) => [...all, ...all]);
    expect((await at.orderOf(number)).state).toBe('refunded');
    expect((await at.papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test.each(['reverse', 'dispute'])('a payment that is in dispute (%s) suspends the downloads at once', async (how) => {
    const { number, captureId } = await at.bought();
    const [file] = (await at.own(number))?.files ?? [];
    await at.sim(how, { captureId });
    await at.hearAll();
    expect((await at.orderOf(number)).state).toBe('reversed');
    expect(await at.shop.orders.openDownload(String(file?.token), { browser }, 'whole', 'x')).toMatchObject({ ok: false, status: 403 });
  });

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
