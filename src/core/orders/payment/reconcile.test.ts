import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { App } from '#core/app.ts';
import type { PaymentProvider } from './provider.ts';
import { approvePayment, billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('a lost answer does not count as failed: the reconciler finds the one charge', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'checking' },
  });
  expect(await buyer.getState(number)).toBe('capturing');
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('where the buyer closed the tab the order is captured, and both links emailed', async () => {
  const { number } = await buyer.placeApprovedOrder();
  buyer.advanceClock(60_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('paid');
  const { id } = await buyer.getOrder(number);
  await buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
  await buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
  expect(await buyer.getState(number)).toBe('fulfilled');
  await buyer.sendDueEmails();
  expect(buyer.emails).toHaveLength(1);
  expect(buyer.emails[0]?.text.match(/\/download\//g)).toHaveLength(2);
});

test.each(['refund', 'dispute'])(
  'a %s that arrives before we know of the payment takes effect: nothing is delivered',
  async (event) => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    await buyer.planPaypalFaults({ capture: ['lose-answer'] });
    await buyer.completeCheckout(providerId);
    await buyer.callControlApi(event, { captureId: await buyer.getCaptureId(providerId) });
    await buyer.deliverWebhooks((all) =>
      all.filter(({ rawBody }) => /CAPTURE.REFUNDED|DISPUTE/.test(Buffer.from(rawBody).toString())),
    );
    buyer.advanceClock(61_000);
    await buyer.reconcile();
    expect(await buyer.getState(number)).toBe(event === 'refund' ? 'refunded' : 'suspended');
    expect((await buyer.viewOwnOrder(number))?.files).toEqual([]);
    expect(await buyer.countEmails(billing.email, 'Your receipt')).toBe(0);
    expect(await buyer.countCreditNotes()).toBe(event === 'refund' ? 1 : 0);
  },
);

test('an old approval that lapses does not expire an order that has a newer one', async () => {
  const first = await buyer.placeOrder();
  await buyer.passTime(hours(2.8));
  const second = await buyer.placeOrder();
  await buyer.passTime(hours(0.3));
  await buyer.reconcile();
  expect(await buyer.getState(first.number)).toBe('awaiting-approval');
  expect((await buyer.placeOrder()).providerId).toBe(second.providerId);
});

test.each(['a connection that was cut', 'a kill after the claim'])(
  'an order that was being captured when its approval lapsed expires, with an email (%s)',
  async (fault) => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    if (fault === 'a connection that was cut') {
      await buyer.planPaypalFaults({ capture: ['reset'] });
      await buyer.completeCheckout(providerId);
    } else
      await buyer.deps.db
        .updateTable('purchase')
        .set({ state: 'capturing', claimedBy: 'dead', claimedUntil: buyer.deps.clock() })
        .where('number', '=', number)
        .execute();
    await buyer.passTime(hours(8));
    for (let i = 0; i < 3; i++) {
      await buyer.reconcile();
      buyer.advanceClock(hours(1));
    }
    expect(await buyer.getState(number)).toBe('expired');
    expect(await buyer.emailSubjectsTo(billing.email)).toEqual([
      `Payment failed for order ${number}`,
    ]);
  },
);

const buyerCount = 40;

/** Approved orders of as many buyers, who all closed their tabs; the provider's ids. */
async function placeApprovedOrders(): Promise<string[]> {
  const form = { ...billing, report_id: buyer.reportCode, type: 'single-user' };
  return Promise.all(
    Array.from({ length: buyerCount }, async (_, i) => {
      const browser = String(i).padStart(64, '0');
      const email = `buyer${i}@company.example`;
      const placed = await buyer.app.orders.placement.placeOrder({ ...form, email }, browser);
      if (!placed.ok) throw new Error(placed.message);
      await approvePayment(placed.value.approvalUrl);
      return placed.value.providerId;
    }),
  );
}

const countPaidOrders = async (): Promise<number> =>
  (await buyer.deps.db.selectFrom('purchase').select('id').where('state', '=', 'paid').execute())
    .length;

test('F-37 any number of closed tabs is captured, and an answer that never comes delays none', async () => {
  const [hungId] = await placeApprovedOrders();
  await buyer.loseWebhooks();
  buyer.advanceClock(25_000);
  let answerHungCall = (): void => {};
  const hung = new Promise<void>((resolve) => (answerHungCall = resolve));
  let atOnce = 0;
  let mostAtOnce = 0;
  const getProviderOrder: PaymentProvider['getProviderOrder'] = async (providerId) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    if (providerId === hungId) await hung;
    return buyer.deps.payments.getProviderOrder(providerId).finally(() => void atOnce--);
  };
  const app = new App({
    ...buyer.deps,
    payments: { ...buyer.deps.payments, getProviderOrder },
  });
  const run = app.orders.jobs['orders.reconcile']();
  await waitUntil('all but one are paid', async () => (await countPaidOrders()) === buyerCount - 1);
  answerHungCall();
  await run;
  expect(await countPaidOrders()).toBe(buyerCount);
  expect(mostAtOnce).toBeGreaterThan(4);
  expect(mostAtOnce).toBeLessThanOrEqual(12);
  expect(await buyer.getPaypalCharges()).toHaveLength(buyerCount);
});

test('F-37 the next run is queued with the end of each, so that no buyer waits for the minute', async () => {
  await buyer.reconcile();
  await buyer.reconcile();
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs
      where task_identifier = 'orders.reconcile'`.execute(buyer.deps.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(15);
});

test.each(['paid', 'partly refunded'])(
  'F-38 a refund of a %s order whose webhook is lost closes its files, with one credit note',
  async (state) => {
    const { number, captureId, priceCents } = await buyer.buyReport();
    if (state === 'partly refunded') await buyer.refund(number, 100);
    const left = ((priceCents - (state === 'paid' ? 0 : 100)) / 100).toFixed(2);
    await buyer.callControlApi('refund', { captureId, value: left });
    await buyer.loseWebhooks();
    buyer.advanceClock(61_000);
    await buyer.reconcile();
    await buyer.reconcile();
    expect(await buyer.getState(number)).toBe('refunded');
    expect((await buyer.viewOwnOrder(number))?.files).toEqual([]);
    expect(await buyer.countCreditNotes()).toBe(state === 'paid' ? 1 : 2);
  },
);

test('F-38 a refund while the payment is captured is found, whatever is lost', async () => {
  const { number, providerId } = await buyer.placeApprovedOrder();
  const refundOnce = async (): Promise<void> => {
    if ((await buyer.countProviderRefunds()) > 0) return;
    await buyer.callControlApi('refund', { captureId: await buyer.getCaptureId(providerId) });
  };
  const app = new App({
    ...buyer.deps,
    payments: {
      ...buyer.deps.payments,
      getProviderOrder: async (id) => {
        const providerOrder = await buyer.deps.payments.getProviderOrder(id);
        if (providerOrder.kind === 'found' && providerOrder.captures.length > 0) await refundOnce();
        return providerOrder;
      },
    },
  });
  await app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
  await buyer.loseWebhooks();
  expect(await buyer.getState(number)).toBe('paid');
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('refunded');
});

test('F-38 old payments are not asked about one by one', async () => {
  await buyer.buyReport();
  await buyer.loseWebhooks();
  buyer.advanceClock(hours(5));
  let calls = 0;
  const countCall: PaymentProvider['getProviderOrder'] = (id) => {
    calls++;
    return buyer.deps.payments.getProviderOrder(id);
  };
  const payments = { ...buyer.deps.payments, getProviderOrder: countCall };
  await new App({ ...buyer.deps, payments }).orders.jobs['orders.reconcile']();
  expect(calls).toBe(0);
});

test('a claim of a clock that was ahead ends after one lease from now', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  const ahead = new Date(buyer.deps.clock().getTime() + hours(48));
  await buyer.deps.db
    .updateTable('purchase')
    .set({ state: 'capturing', claimedBy: 'a dead process', claimedUntil: ahead })
    .execute();
  await buyer.reconcile();
  buyer.advanceClock(61_000);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ value: { state: 'paid' } });
  expect(await buyer.getState(number)).toBe('paid');
});

test('an order that PayPal was not asked about yet waits for a day, then it expires', async () => {
  const { number } = await buyer.placeOrder();
  await buyer.deps.db.deleteFrom('paymentAttempt').execute();
  // As it is while PayPal is asked: no order goes back to that state by itself.
  await buyer.deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.updateTable('purchase').set({ state: 'pending' }).execute();
  });
  buyer.advanceClock(hours(23));
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('pending');
  buyer.advanceClock(hours(2));
  await buyer.reconcile();
  expect(await buyer.getState(number)).toBe('expired');
});

test('an approval that lapsed does not end an order that has a newer one', async () => {
  const first = await buyer.placeOrder();
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ createdAt: new Date(Date.now() - hours(3)) })
    .execute();
  const second = await buyer.placeOrder();
  expect(second.number).toBe(first.number);
  const { getProviderOrder } = buyer.deps.payments;
  const asked: string[] = [];
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      asked.push(id);
      return id === first.providerId ? { kind: 'missing' } : getProviderOrder(id);
    },
  });
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ nextPollAt: buyer.deps.clock() })
    .execute();
  await buyer.reconcile();
  expect(asked).toContain(first.providerId);
  expect(await buyer.getState(first.number)).toBe('awaiting-approval');
  const ends = buyer.deps.db.selectFrom('orderEvent').where('kind', '=', 'expired');
  expect(await ends.select('id').execute()).toEqual([]);
});
