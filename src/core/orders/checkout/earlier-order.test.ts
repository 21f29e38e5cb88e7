import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#core/accounts/model.ts';
import { approvePayment, billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { createCustomer } from '../../../../test/support/test-licences.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

type Orderer = { readonly browser?: string; readonly customer?: Customer };

/** Posts the checkout form as it is, without the confirmation that test buyers give. */
const order = (changes: object = {}, { browser = buyerSecret, customer }: Orderer = {}) =>
  buyer.app.orders.placement.placeOrder(
    { ...billing, report_id: buyer.reportCode, type: 'single-user', ...changes },
    browser,
    { customer },
  );

const countOrders = async (): Promise<number> =>
  (await buyer.deps.db.selectFrom('purchase').select('id').execute()).length;

/** Brings an order to each state that a second one must not be placed beside. */
const bringTo = {
  'its payment is approved, and the tab closed': async () =>
    (await buyer.placeApprovedOrder()).number,
  'its payment got no clear answer': async () => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    await buyer.planPaypalFaults({ capture: ['lose-answer'] });
    expect(await buyer.completeCheckout(providerId)).toMatchObject({
      value: { state: 'checking' },
    });
    return number;
  },
  'PayPal reviews its payment': async () => {
    await buyer.planPaypalFaults({ 'capture-outcome': ['pending'] });
    const { number, providerId } = await buyer.placeApprovedOrder();
    await buyer.completeCheckout(providerId);
    return number;
  },
  'its payment differs from it': async () => (await buyer.placeMismatch()).number,
  'it is paid': async () => (await buyer.buyReport()).number,
  'its transfer is awaited': async () => (await buyer.placeOrder({ method: 'bank' })).number,
} as const;

test.each(Object.entries(bringTo))(
  'F-35 a second order is refused, and leads to the first one, where %s',
  async (_, bring) => {
    const number = await bring();
    const second = await order();
    expect(second).toMatchObject({ ok: false, code: 'conflict', earlierOrder: { number } });
    expect(second).toMatchObject({ errors: { another: [expect.any(String)] } });
    expect(!second.ok && second.message).toContain(number);
    expect(await countOrders()).toBe(1);
    expect(await order({ another: number })).toMatchObject({ ok: true });
    expect(await countOrders()).toBe(2);
  },
);

test('F-35 an approved payment is captured before another price or method is ordered', async () => {
  const { number } = await buyer.placeApprovedOrder();
  expect(await order({ method: 'bank' })).toMatchObject({
    code: 'conflict',
    earlierOrder: { number, progress: 'paid' },
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('F-35 a confirmation covers the orders that its buyer saw, not later ones', async () => {
  const first = await buyer.buyReport();
  const second = await order({ another: first.number });
  if (!second.ok) throw new Error(second.message);
  const repeated = await order({ another: first.number });
  expect(repeated).toMatchObject({ ok: true, value: { number: second.value.number } });
  await buyer.payOrder(second.value);
  expect(await order({ another: first.number })).toMatchObject({
    code: 'conflict',
    earlierOrder: { number: second.value.number },
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(2);
});

test('F-35 who confirms beside a payment that was not taken is charged, though the paid order is newer', async () => {
  const early = await order();
  const late = await order({}, { browser: 'e'.repeat(64) });
  if (!early.ok || !late.ok) throw new Error('not placed');
  await buyer.payOrder(late.value);
  await approvePayment(early.value.approvalUrl);
  expect(await buyer.completeCheckout(early.value.providerId)).toMatchObject({ code: 'conflict' });
  const { number } = early.value;
  expect(await order()).toMatchObject({ earlierOrder: { number, progress: 'not-taken' } });
  const confirmed = await order({ another: number });
  if (!confirmed.ok) throw new Error(confirmed.message);
  await buyer.payOrder(confirmed.value);
  expect(await buyer.getPaypalCharges()).toHaveLength(2);
});

test.each(['browser', 'account'])(
  'F-35 of ten posts at once by one %s, one becomes an order beside the first',
  async (owner) => {
    const customer = await insertCustomer(billing.email, true);
    const orderer = (i: number): Orderer =>
      owner === 'browser' ? {} : { customer, browser: String(i).repeat(64) };
    const tenPosts = (changes: object) =>
      Promise.all(Array.from({ length: 10 }, (_, i) => order(changes, orderer(i))));
    const placed = await tenPosts({ method: 'bank' });
    const isRefused = owner === 'browser' ? 0 : 9;
    expect(placed.filter(({ ok }) => !ok)).toHaveLength(isRefused);
    expect(await countOrders()).toBe(1);
    const again = await tenPosts({ method: 'card' });
    expect(again.every((refused) => !refused.ok && refused.code === 'conflict')).toBe(true);
  },
);

const insertCustomer = async (email: string, isConfirmed: boolean): Promise<Customer> => {
  const { id } = await buyer.deps.db
    .insertInto('customer')
    .values({
      name: billing.name,
      email,
      mobileNo: billing.mobile_no,
      address: billing.address,
      passwordHash: 'none',
      createdAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...createCustomer(id, email), confirmed: isConfirmed };
};

test('F-35 an order is found by account and confirmed address, never by a typed one', async () => {
  const { number } = await buyer.buyReport();
  const otherBrowser = 'e'.repeat(64);
  const typed = await order({}, { browser: otherBrowser });
  expect(typed).toMatchObject({ ok: true });
  const unconfirmed = await insertCustomer(billing.email, false);
  const stranger = { browser: 'f'.repeat(64), customer: unconfirmed };
  expect(await order({}, stranger)).toMatchObject({ ok: true });
  const confirmed = { ...stranger, customer: { ...unconfirmed, confirmed: true } };
  expect(await order({}, confirmed)).toMatchObject({ code: 'conflict', earlierOrder: { number } });
});

test.each(['cancelled', 'refunded', 'unpaid'])(
  'an order that is %s does not stand in the way of the next one',
  async (state) => {
    if (state === 'refunded') {
      const { number, priceCents } = await buyer.buyReport();
      await buyer.refund(number, priceCents);
    } else {
      const { providerId } = await buyer.placeOrder();
      if (state === 'cancelled') await buyer.app.orders.paymentAttempts.cancelOrder(providerId);
    }
    expect(await order()).toMatchObject({ ok: true });
    expect(await countOrders()).toBe(state === 'refunded' ? 2 : 1);
  },
);

test('another licence or report of the same buyer is ordered as ever', async () => {
  await buyer.buyReport();
  expect(await order({ type: 'multiple-user' })).toMatchObject({ ok: true });
});

test('the buyer alone sees that an order is not paid, or that its payment is being checked', async () => {
  const { number, providerId } = await buyer.placeApprovedOrder();
  const { resumeCheckout } = buyer.app.orders;
  const see = (browser: string) => resumeCheckout.getUnpaidOrderByNumber(number, { browser });
  expect(await see(buyerSecret)).toMatchObject({ number, isInCheck: false, isDeclined: false });
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.completeCheckout(providerId);
  expect(await see(buyerSecret)).toMatchObject({ number, isInCheck: true });
  expect(await see('e'.repeat(64))).toBeUndefined();
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await see(buyerSecret)).toBeUndefined();
  await approvePayment((await buyer.placeOrder()).approvalUrl);
});
