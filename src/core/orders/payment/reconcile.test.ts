import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  approvePayment,
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

const stateOf = async (number: string) => (await at.getOrder(number)).state;
const reconcile = () => at.app.orders.jobs['orders.reconcile']();
const finish = (providerId: string) =>
  at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
const refund = (number: string, cents: number, why = 'why') =>
  at.app.orders.refunds.refundOrder(number, cents, why);
/** Both clocks go on: ours and the provider's. */
const passTime = async (ms: number) => {
  at.advanceClock(ms);
  await at.callControlApi('clock', { pass: ms });
};
const hours = (many: number) => many * 3_600_000;
const countProviderRefunds = async () =>
  ((await (await fetch(`${at.paypalUrl}/__sim/ledger`)).json()) as { refunds: unknown[] }).refunds
    .length;
const captureOf = async (providerId: string) => {
  const seen = await at.deps.payments.getProviderOrder(providerId);
  return seen.kind === 'seen' ? seen.captures[0]?.id : undefined;
};
const countCreditNotes = async () =>
  (await at.listDocuments()).filter(({ kind }) => kind === 'credit-note').length;

test.each(['refund', 'dispute'])(
  'a %s that came before we saw the payment is followed: nothing is delivered',
  async (what) => {
    const { number, providerId } = await at.placeApprovedOrder();
    await at.planPaypalFaults({ capture: ['lose-answer'] });
    await finish(providerId);
    await at.callControlApi(what, { captureId: await captureOf(providerId) });
    await at.deliverWebhooks((all) =>
      all.filter(({ rawBody }) => /CAPTURE.REFUNDED|DISPUTE/.test(Buffer.from(rawBody).toString())),
    );
    at.advanceClock(61_000);
    await reconcile();
    expect(await stateOf(number)).toBe(what === 'refund' ? 'refunded' : 'suspended');
    expect((await at.viewOwnOrder(number))?.files).toEqual([]);
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) =>
        subject.startsWith('Your report'),
      ),
    ).toEqual([]);
    expect(await countCreditNotes()).toBe(what === 'refund' ? 1 : 0);
  },
);

test('the difference is not asked for where its first try got no answer and the order before was closed', async () => {
  const base = await at.buyReport();
  const upgrade = await at.app.orders.own.placeUpgrade(
    base.number,
    { browser: buyerSecret },
    'multiple-user',
  );
  if (!upgrade.ok) throw new Error(upgrade.message);
  await approvePayment(upgrade.value.approvalUrl);
  await at.planPaypalFaults({ capture: ['reset'] });
  await finish(upgrade.value.providerId);
  await refund(base.number, base.priceCents);
  for (let i = 0; i < 4; i++) {
    at.advanceClock(5 * 60_000);
    await reconcile();
  }
  expect(await at.getPaypalCharges()).toHaveLength(1);
  expect(await stateOf(upgrade.value.number)).toBe('awaiting-approval');
});

test('an old approval that lapses leaves the order to the new one', async () => {
  const first = await at.placeOrder();
  await passTime(hours(2.8));
  const second = await at.placeOrder();
  await passTime(hours(0.3));
  await reconcile();
  expect(await stateOf(first.number)).toBe('awaiting-approval');
  expect((await at.placeOrder()).providerId).toBe(second.providerId);
});

test.each(['a line that was cut', 'a kill after the claim'])(
  'an order that was being captured when its approval lapsed is over, and its buyer hears it (%s)',
  async (what) => {
    const { number, providerId } = await at.placeApprovedOrder();
    if (what === 'a line that was cut') {
      await at.planPaypalFaults({ capture: ['reset'] });
      await finish(providerId);
    } else
      await at.deps.db
        .updateTable('purchase')
        .set({ state: 'capturing', claimedBy: 'dead', claimedUntil: at.deps.clock() })
        .where('number', '=', number)
        .execute();
    await passTime(hours(8));
    for (let i = 0; i < 3; i++) {
      await reconcile();
      at.advanceClock(hours(1));
    }
    expect(await stateOf(number)).toBe('expired');
    expect(await at.emailSubjectsTo(billing.email)).toEqual([`Your order ${number} is not paid`]);
  },
);

test('a payment that the provider declined in the end leads to another order there, and is not asked for again', async () => {
  await at.planPaypalFaults({ 'capture-outcome': ['pending'] });
  const { number, providerId } = await at.placeApprovedOrder();
  await finish(providerId);
  await at.callControlApi('settle', { captureId: await captureOf(providerId), status: 'DECLINED' });
  await at.deliverWebhooks();
  for (let i = 0; i < 3; i++) {
    at.advanceClock(hours(0.3));
    await reconcile();
  }
  const { id } = await at.getOrder(number);
  expect(
    await at.deps.db
      .selectFrom('orderEvent')
      .select('kind')
      .where('purchaseId', '=', id)
      .where('kind', '=', 'payment-declined')
      .execute(),
  ).toHaveLength(1);
  const again = await at.placeOrder();
  expect(again.number).toBe(number);
  expect(again.providerId).not.toBe(providerId);
  expect((await at.payOrder(again)).number).toBe(number);
});

describe('the books', () => {
  async function twice() {
    const first = await at.placeOrder();
    await passTime(hours(2.8));
    const second = await at.placeOrder();
    for (const { approvalUrl } of [first, second]) await approvePayment(approvalUrl);
    await at.callControlApi('account', { blockDuplicateInvoices: false });
    return { first, second };
  }

  test('find a second payment, and it goes back', async () => {
    const { first, second } = await twice();
    await at.planPaypalFaults({ capture: ['lose-answer'] });
    await finish(first.providerId);
    at.advanceClock(61_000);
    await finish(second.providerId);
    await at.waitForWebhooks();
    at.pendingWebhooks.splice(0);
    expect(await at.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
      differences: [{ kind: 'second payment' }],
    });
    expect(await countProviderRefunds()).toBe(1);
  });

  test("a second payment that can't go back waits for a person, and is not said to be given back", async () => {
    const { first, second } = await twice();
    await at.planPaypalFaults({
      capture: ['lose-answer'],
      refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'],
    });
    await finish(first.providerId);
    at.advanceClock(61_000);
    await finish(second.providerId);
    await at.deliverWebhooks();
    expect((await at.app.orders.staff.listNeedsAttention()).orders).toMatchObject([
      { number: first.number },
    ]);
    expect(
      (await at.deps.db.selectFrom('orderEvent').select('kind').execute()).map(({ kind }) => kind),
    ).not.toContain('second-payment-refunded');
  });

  test('of an account that others use too leave our numbers alone; a seventh digit is not cut', async () => {
    const foreign = await at.deps.payments.createProviderOrder({
      requestId: 'z',
      customId: '20251121',
      invoiceId: 'SHOP-77',
      description: 'Other',
      amountCents: 100_000,
      currency: 'USD',
      brandName: 'B',
      returnUrl: 'https://x.example/',
      cancelUrl: 'https://x.example/',
    });
    if (foreign.kind !== 'created') throw new Error('not created');
    await approvePayment(foreign.approvalUrl);
    await at.deps.payments.captureProviderOrder(foreign.providerId, 'k-foreign');
    await at.app.orders.reconciliation.reconcileTransactions();
    expect((await at.placeOrder()).number).toBe('QI-000001');
    await at.deps.db.updateTable('purchase').set({ state: 'cancelled' }).execute();
    await at.deps.db.executeQuery(
      (await import('kysely')).CompiledQuery.raw("select setval('purchase_id_seq', 1234566)"),
    );
    expect((await at.placeOrder({ type: 'multiple-user' })).number).toBe('QI-1234567');
  });
});

test('an invoice is printed for its own buyer, whatever number another had before', async () => {
  await at.buyReport();
  const [first] = await at.listDocuments();
  const before = await at.app.orders.documents.openDocument(String(first?.token));
  await at.deps.db
    .updateTable('orderDocument')
    .set({ number: 'GONE', sequence: 999 })
    .where('id', '=', Number(first?.id))
    .execute();
  await at.deps.db.updateTable('orderDocumentSeries').set({ lastSequence: 0 }).execute();
  await at.buyReport('multiple-user', { name: 'Other', email: 'other@else.example' });
  const after = await at.app.orders.documents.openDocument(
    String((await at.listDocuments()).at(-1)?.token),
  );
  expect(after?.fileKey).not.toBe(before?.fileKey);
});

test('an invoice says what the order says, also where it was typed anew while the money was taken', async () => {
  const { number } = await at.placeApprovedOrder();
  const { payments } = at.deps;
  const look = payments.getProviderOrder.bind(payments);
  let once = false;
  payments.getProviderOrder = async (id) => {
    const seen = await look(id);
    if (!once) await at.placeOrder({ company_name: 'New GmbH', tax_id: 'DE123' });
    once = true;
    return seen;
  };
  at.advanceClock(31_000);
  await reconcile();
  payments.getProviderOrder = look;
  const [paper] = await at.listDocuments();
  expect(JSON.stringify(paper?.body)).toContain((await at.getOrder(number)).companyName);
});

test("a card and a transfer for the same licence at once don't wait for each other for ever; the transfer that came second is refused", async () => {
  for (let i = 0; i < 3; i++) {
    const who = { email: `race${i}@company.example` };
    const transfer = await at.placeOrder({ ...who, method: 'bank' });
    const card = await at.placeApprovedOrder(who);
    const [, marked] = await Promise.all([
      finish(card.providerId),
      at.app.orders.bankTransfers.confirmTransfer(transfer.number, 'staff'),
    ]);
    const again = await at.app.orders.bankTransfers.confirmTransfer(transfer.number, 'staff');
    expect(again).toMatchObject({ ok: false, code: 'conflict' });
    if (!marked.ok) expect(marked.message).toContain(card.number);
    await at.deps.db
      .updateTable('purchase')
      .set({ buyerSecretHash: `done${i}` })
      .execute();
  }
});

test('of two upgrades that were approved at once the second is not charged', async () => {
  const base = await at.buyReport();
  const first = await at.app.orders.own.placeUpgrade(
    base.number,
    { browser: buyerSecret },
    'multiple-user',
  );
  const second = await at.app.orders.own.placeUpgrade(
    base.number,
    { browser: buyerSecret },
    'corporate-user',
  );
  if (!first.ok || !second.ok) throw new Error('not placed');
  for (const { value } of [first, second]) await approvePayment(value.approvalUrl);
  expect(await finish(first.value.providerId)).toMatchObject({ ok: true });
  expect(await finish(second.value.providerId)).toMatchObject({ ok: false, code: 'conflict' });
  expect(await at.getPaypalCharges()).toHaveLength(2);
});
