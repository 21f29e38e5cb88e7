import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approve, billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';

let at: Buyer;
beforeEach(async () => {
  at = await openBuyer();
});
afterEach(() => at.close());

const stateOf = async (number: string) => (await at.orderOf(number)).state;
const reconcile = () => at.shop.orders.jobs['orders.reconcile']();
const finish = (providerId: string) => at.shop.orders.finish(providerId, browser);
const refund = (number: string, cents: number, why = 'why') =>
  at.shop.orders.refund(number, cents, why);
/** Both clocks go on: ours and the provider's. */
const pass = async (ms: number) => {
  at.pass(ms);
  await at.sim('clock', { pass: ms });
};
const hours = (many: number) => many * 3_600_000;
const refundsThere = async () =>
  ((await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as { refunds: unknown[] }).refunds
    .length;
const captureOf = async (providerId: string) => {
  const seen = await at.world.payments.look(providerId);
  return seen.kind === 'seen' ? seen.captures[0]?.id : undefined;
};
const creditNotes = async () =>
  (await at.papers()).filter(({ kind }) => kind === 'credit-note').length;

test.each(['refund', 'dispute'])(
  'a %s that came before we saw the payment is followed: nothing is delivered',
  async (what) => {
    const { number, providerId } = await at.approved();
    await at.fault({ capture: ['lose-answer'] });
    await finish(providerId);
    await at.sim(what, { captureId: await captureOf(providerId) });
    await at.hearAll((all) =>
      all.filter(({ raw }) => /CAPTURE.REFUNDED|DISPUTE/.test(Buffer.from(raw).toString())),
    );
    at.pass(61_000);
    await reconcile();
    expect(await stateOf(number)).toBe(what === 'refund' ? 'refunded' : 'reversed');
    expect((await at.own(number))?.files).toEqual([]);
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Your report')),
    ).toEqual([]);
    expect(await creditNotes()).toBe(what === 'refund' ? 1 : 0);
  },
);

test('the difference is not asked for where its first try got no answer and the order before was closed', async () => {
  const base = await at.bought();
  const upgrade = await at.shop.orders.upgrade(base.number, { browser }, 'multiple-user');
  if (!upgrade.ok) throw new Error(upgrade.message);
  await approve(upgrade.value.approvalUrl);
  await at.fault({ capture: ['reset'] });
  await finish(upgrade.value.providerId);
  await refund(base.number, base.price);
  for (let i = 0; i < 4; i++) {
    at.pass(5 * 60_000);
    await reconcile();
  }
  expect(await at.charges()).toHaveLength(1);
  expect(await stateOf(upgrade.value.number)).toBe('awaiting-approval');
});

test('an old approval that lapses leaves the order to the new one', async () => {
  const first = await at.place();
  await pass(hours(2.8));
  const second = await at.place();
  await pass(hours(0.3));
  await reconcile();
  expect(await stateOf(first.number)).toBe('awaiting-approval');
  expect((await at.place()).providerId).toBe(second.providerId);
});

test.each(['a line that was cut', 'a kill after the claim'])(
  'an order that was being captured when its approval lapsed is over, and its buyer hears it (%s)',
  async (what) => {
    const { number, providerId } = await at.approved();
    if (what === 'a line that was cut') {
      await at.fault({ capture: ['reset'] });
      await finish(providerId);
    } else
      await at.world.db
        .updateTable('purchase')
        .set({ state: 'capturing', claim: 'dead', claimedUntil: at.world.clock() })
        .where('number', '=', number)
        .execute();
    await pass(hours(8));
    for (let i = 0; i < 3; i++) {
      await reconcile();
      at.pass(hours(1));
    }
    expect(await stateOf(number)).toBe('expired');
    expect(await at.lettersTo(billing.email)).toEqual([`Your order ${number} is not paid`]);
  },
);

test('a payment that the provider declined in the end leads to another order there, and is not asked for again', async () => {
  await at.fault({ 'capture-outcome': ['pending'] });
  const { number, providerId } = await at.approved();
  await finish(providerId);
  await at.sim('settle', { captureId: await captureOf(providerId), status: 'DECLINED' });
  await at.hearAll();
  for (let i = 0; i < 3; i++) {
    at.pass(hours(0.3));
    await reconcile();
  }
  const { id } = await at.orderOf(number);
  expect(
    await at.world.db
      .selectFrom('orderEvent')
      .select('kind')
      .where('purchaseId', '=', id)
      .where('kind', '=', 'declined')
      .execute(),
  ).toHaveLength(1);
  const again = await at.place();
  expect(again.number).toBe(number);
  expect(again.providerId).not.toBe(providerId);
  expect((await at.pay(again)).number).toBe(number);
});

describe('the books', () => {
  async function twice() {
    const first = await at.place();
    await pass(hours(2.8));
    const second = await at.place();
    for (const { approvalUrl } of [first, second]) await approve(approvalUrl);
    await at.sim('account', { blockDuplicateInvoices: false });
    return { first, second };
  }

  test('find a second payment, and it goes back', async () => {
    const { first, second } = await twice();
    await at.fault({ capture: ['lose-answer'] });
    await finish(first.providerId);
    at.pass(61_000);
    await finish(second.providerId);
    await new Promise((resolve) => setTimeout(resolve, 200));
    at.webhooks.splice(0);
    expect(await at.shop.orders.compareBooks()).toMatchObject({
      differences: [{ what: 'second payment' }],
    });
    expect(await refundsThere()).toBe(1);
  });

  test("a second payment that can't go back waits for a person, and is not said to be given back", async () => {
    const { first, second } = await twice();
    await at.fault({ capture: ['lose-answer'], refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
    await finish(first.providerId);
    at.pass(61_000);
    await finish(second.providerId);
    await at.hearAll();
    expect((await at.shop.orders.waiting()).orders).toMatchObject([{ number: first.number }]);
    expect(
      (await at.world.db.selectFrom('orderEvent').select('kind').execute()).map(({ kind }) => kind),
    ).not.toContain('second-payment-refunded');
  });

  test('of an account that others use too leave our numbers alone; a seventh digit is not cut', async () => {
    const foreign = await at.world.payments.create({
      requestId: 'z',
      customId: '20251121',
      invoiceId: 'SHOP-77',
      description: 'Other',
      amount: 100_000,
      currency: 'USD',
      brand: 'B',
      returnUrl: 'https://x.example/',
      cancelUrl: 'https://x.example/',
    });
    if (foreign.kind !== 'created') throw new Error('not created');
    await approve(foreign.approvalUrl);
    await at.world.payments.capture(foreign.providerId, 'k-foreign');
    await at.shop.orders.compareBooks();
    expect((await at.place()).number).toBe('QI-000001');
    await at.world.db.updateTable('purchase').set({ state: 'cancelled' }).execute();
    await at.world.db.executeQuery(
      (await import('kysely')).CompiledQuery.raw("select setval('purchase_id_seq', 1234566)"),
    );
    expect((await at.place({ type: 'multiple-user' })).number).toBe('QI-1234567');
  });
});

test('an invoice is printed for its own buyer, whatever number another had before', async () => {
  await at.bought();
  const [first] = await at.papers();
  const before = await at.shop.orders.openPaper(String(first?.token));
  await at.world.db
    .updateTable('paper')
    .set({ number: 'GONE', sequence: 999 })
    .where('id', '=', Number(first?.id))
    .execute();
  await at.world.db.updateTable('paperSeries').set({ last: 0 }).execute();
  await at.bought('multiple-user', { name: 'Other', email: 'other@else.example' });
  const after = await at.shop.orders.openPaper(String((await at.papers()).at(-1)?.token));
  expect(after?.fileKey).not.toBe(before?.fileKey);
});

test('an invoice says what the order says, also where it was typed anew while the money was taken', async () => {
  const { number } = await at.approved();
  const { payments } = at.world;
  const look = payments.look.bind(payments);
  let once = false;
  payments.look = async (id) => {
    const seen = await look(id);
    if (!once) await at.place({ company_name: 'New GmbH', tax_id: 'DE123' });
    once = true;
    return seen;
  };
  at.pass(31_000);
  await reconcile();
  payments.look = look;
  const [paper] = await at.papers();
  expect(JSON.stringify(paper?.body)).toContain((await at.orderOf(number)).companyName);
});

test("a card and a transfer for the same licence at once don't wait for each other for ever; the transfer that came second is refused", async () => {
  for (let i = 0; i < 3; i++) {
    const who = { email: `race${i}@company.example` };
    const transfer = await at.place({ ...who, method: 'bank' });
    const card = await at.approved(who);
    const [, marked] = await Promise.all([
      finish(card.providerId),
      at.shop.orders.markPaid(transfer.number, 'staff'),
    ]);
    const again = await at.shop.orders.markPaid(transfer.number, 'staff');
    expect(again).toMatchObject({ ok: false, status: 409 });
    if (!marked.ok) expect(marked.message).toContain(card.number);
    await at.world.db
      .updateTable('purchase')
      .set({ browser: `done${i}` })
      .execute();
  }
});

test('of two upgrades that were approved at once the second is not charged', async () => {
  const base = await at.bought();
  const first = await at.shop.orders.upgrade(base.number, { browser }, 'multiple-user');
  const second = await at.shop.orders.upgrade(base.number, { browser }, 'corporate-user');
  if (!first.ok || !second.ok) throw new Error('not placed');
  for (const { value } of [first, second]) await approve(value.approvalUrl);
  expect(await finish(first.value.providerId)).toMatchObject({ ok: true });
  expect(await finish(second.value.providerId)).toMatchObject({ ok: false, status: 409 });
  expect(await at.charges()).toHaveLength(2);
});
