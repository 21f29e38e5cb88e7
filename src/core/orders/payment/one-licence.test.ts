import { raisePrice as addToPrice } from '../../../../test/support/raise-price.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#core/accounts/model.ts';
import {
  approvePayment,
  billing,
  buyerSecret,
  type PlacedOrder,
} from '../../../../test/support/test-buyer.ts';
import { createCustomer } from '../../../../test/support/test-licences.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff, testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
let countryIds: Record<string, string>;
beforeEach(async () => {
  buyer = await openOrderTester();
  const settings = await buyer.app.store.getSettings();
  const tax = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'net' };
  const replaced = await buyer.app.store.replaceSettings(
    { ...settings, currency: 'EUR', tax },
    'test',
  );
  expect(replaced).toMatchObject({ ok: true });
  const countries = await buyer.app.content.listCountries();
  countryIds = Object.fromEntries(countries.map(({ iso2, id }) => [iso2, String(id)]));
});
afterEach(() => buyer.close());

type Orderer = { readonly browser?: string; readonly customer?: Customer };
const otherBrowser = 'e'.repeat(64);

const tryToPlace = (changes: object = {}, { browser = buyerSecret, customer }: Orderer = {}) =>
  buyer.app.orders.placement.placeOrder(
    {
      ...billing,
      tax_id: '',
      country: countryIds['FR'],
      report_id: buyer.reportCode,
      type: 'single-user',
      ...changes,
    },
    browser,
    { customer },
  );

async function place(changes?: object, orderer?: Orderer): Promise<PlacedOrder> {
  const placed = await tryToPlace(changes, orderer);
  if (!placed.ok) throw new Error(placed.message);
  return placed.value;
}

/** The customer with this address, who is added where there is none. */
async function ensureCustomer(email: string): Promise<Customer> {
  const found = await buyer.deps.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (found) return createCustomer(found.id, email);
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
  return createCustomer(id, email);
}

const raisePrice = (): Promise<unknown> =>
  buyer.deps.db
    .updateTable('report')
    .set({ prices: addToPrice('single', 10_000) })
    .execute();

/**
 * Two orders of one buyer for one licence; the second one corrects the first, or knows nothing of
 * it.
 */
const pairs: Readonly<Record<string, () => Promise<[PlacedOrder, PlacedOrder]>>> = {
  'a VAT number was added': async () => [await place(), await place({ tax_id: 'FR 12 345678901' })],
  'another country was chosen': async () => [
    await place(),
    await place({ country: countryIds['DE'] }),
  ],
  'the price changed between': async () => {
    const first = await place();
    await raisePrice();
    return [first, await place()];
  },
  'one account orders on two devices': async () => {
    const customer = await ensureCustomer('ada@company.example');
    return [
      await place({}, { customer }),
      await place({ country: countryIds['DE'] }, { customer, browser: otherBrowser }),
    ];
  },
  'a guest orders once more with the account of the address': async () => {
    const first = await place();
    const customer = await ensureCustomer(billing.email.toUpperCase());
    const email = 'purchasing@company.example';
    return [first, await place({ email }, { customer, browser: otherBrowser })];
  },
};

const strangers: typeof pairs = {
  'a guest orders on two devices, the address in capitals': async () => [
    await place(),
    await place({ email: billing.email.toUpperCase() }, { browser: otherBrowser }),
  ],
};

/** What causes a capture. */
const causes = {
  return: ({ providerId }: PlacedOrder) => buyer.completeCheckout(providerId),
  webhook: async ({ providerId }: PlacedOrder) => {
    await buyer.callControlApi('resend', { orderId: providerId });
    await buyer.deliverWebhooks((all) =>
      all.filter(({ rawBody }) => Buffer.from(rawBody).toString().includes(providerId)),
    );
  },
  reconciler: async ({ providerId }: PlacedOrder) => {
    await buyer.deps.db
      .updateTable('paymentAttempt')
      .set({ nextPollAt: buyer.deps.clock() })
      .where('providerOrderId', '=', providerId)
      .execute();
    await buyer.reconcile();
  },
  staff: ({ number }: PlacedOrder) => buyer.app.orders.staff.sync.syncOrder(testProgram, number),
} as const;
const causeNames = Object.keys(causes) as (keyof typeof causes)[];

/** Every cause for the first payment and for the second one, in both orders. */
const sequences = causeNames.flatMap((forFirst) =>
  causeNames.flatMap((forSecond) => [
    [forFirst, forSecond, 'first'] as const,
    [forFirst, forSecond, 'second'] as const,
  ]),
);

const getWithheldEmails = async (): Promise<string[]> => {
  const emails = await buyer.deps.db
    .selectFrom('outboxEmail')
    .select(['subject', 'purchaseId'])
    .where('subject', 'like', 'We did not take your payment%')
    .execute();
  return emails.map(({ subject }) => subject);
};

async function approveBoth(orders: readonly PlacedOrder[]): Promise<void> {
  for (const { approvalUrl } of orders) await approvePayment(approvalUrl);
  await buyer.loseWebhooks();
}

describe.each(Object.entries({ ...pairs, ...strangers }))('%s', (name, placePair) => {
  test('F-59 of two approved orders one is charged, whoever comes first, and both sides hear it', async () => {
    for (const [forFirst, forSecond, start] of name in pairs ? sequences : sequences.slice(0, 8)) {
      const [first, second] = await placePair();
      expect(first.number).not.toBe(second.number);
      await approveBoth([first, second]);
      const before = (await buyer.getPaypalCharges()).length;
      const events = [() => causes[forFirst](first), () => causes[forSecond](second)];
      for (const cause of start === 'first' ? events : events.toReversed()) await cause();
      const states = [await buyer.getState(first.number), await buyer.getState(second.number)];
      const isFirstPaid = !(name in pairs) && start === 'first';
      expect([forFirst, forSecond, start, ...states]).toEqual([
        forFirst,
        forSecond,
        start,
        ...(isFirstPaid ? ['paid', 'cancelled'] : ['cancelled', 'paid']),
      ]);
      expect((await buyer.getPaypalCharges()).length - before).toBe(1);
      const [taken, withheld] = isFirstPaid ? [first, second] : [second, first];
      const kinds = (await readTimeline(withheld.number)).filter(
        (kind) => kind === 'payment-withheld',
      );
      expect(kinds).toEqual(['payment-withheld']);
      expect(await getWithheldEmails()).toContain(
        `We did not take your payment for order ${withheld.number}`,
      );
      // Nothing changes when all is heard once more.
      for (const cause of events) await cause();
      expect((await buyer.getPaypalCharges()).length - before).toBe(1);
      await buyer.refund(taken.number, (await buyer.getOrder(taken.number)).priceCents);
      expect(await buyer.getState(taken.number)).toBe('refunded');
    }
  });
});

async function readTimeline(number: string): Promise<string[]> {
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  const order = await buyer.app.orders.staff.details.getOrder(finance, number);
  if (!order.ok) throw new Error(order.message);
  return order.value.timeline.flatMap((entry) => (entry.source === 'order' ? [entry.kind] : []));
}

test.each(Object.entries({ ...pairs, ...strangers }))(
  'two payments that are taken at the same moment charge once (%s)',
  async (_, placePair) => {
    const both = await placePair();
    await approveBoth(both);
    await Promise.all(both.map(({ providerId }) => buyer.completeCheckout(providerId)));
    await buyer.reconcile();
    expect(await buyer.getPaypalCharges()).toHaveLength(1);
  },
);

test.each(Object.entries({ ...pairs, ...strangers }))(
  'a second payment that was captured all the same goes back by itself (%s)',
  async (_, placePair) => {
    const [first, second] = await placePair();
    await approveBoth([first, second]);
    await buyer.completeCheckout(second.providerId);
    await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
    await buyer.deliverWebhooks();
    expect(await buyer.countProviderRefunds()).toBe(1);
    expect(await buyer.getState(second.number)).toMatch(/paid|fulfilled/);
    expect(await buyer.getState(first.number)).toBe('refunded');
    expect(await readTimeline(first.number)).toContain('second-payment-refunded');
    expect(await countSecondPaymentEmails()).toBe(1);
    await buyer.deliverWebhooks((all) => [...all, ...all]);
    await buyer.reconcile();
    expect([await buyer.countProviderRefunds(), await countSecondPaymentEmails()]).toEqual([1, 1]);
  },
);

const countSecondPaymentEmails = async (): Promise<number> =>
  (
    await buyer.deps.db
      .selectFrom('outboxEmail')
      .select('id')
      .where('subject', 'like', 'Your second payment%')
      .execute()
  ).length;

test('a capture without an answer holds up the other order, which is told how it ended', async () => {
  const first = await place();
  const second = await place({}, { browser: otherBrowser });
  await approveBoth([first, second]);
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.completeCheckout(first.providerId);
  expect(await buyer.completeCheckout(second.providerId)).toMatchObject({
    value: { state: 'checking' },
  });
  buyer.advanceClock(61_000);
  await buyer.reconcile();
  await causes.reconciler(second);
  expect(await buyer.getState(first.number)).toBe('paid');
  expect(await buyer.getState(second.number)).toBe('cancelled');
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

/** An approved order whose buyer has paid for the licence with another one. */
async function placeBesidePaid(): Promise<PlacedOrder> {
  const first = await place();
  const second = await place({}, { browser: otherBrowser });
  await approveBoth([first, second]);
  await buyer.completeCheckout(second.providerId);
  return first;
}

test('a refund of the second payment that PayPal refuses stands in Needs attention', async () => {
  const first = await placeBesidePaid();
  await buyer.planPaypalFaults({ refund: ['issue:REFUND_NOT_ALLOWED'] });
  await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
  await buyer.deliverWebhooks();
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(finance);
  expect(attention).toMatchObject({
    value: { rows: [{ number: first.number, reason: 'paid-twice' }] },
  });
  const { priceCents } = await buyer.getOrder(first.number);
  expect((await buyer.refund(first.number, priceCents)).ok).toBe(true);
  expect(await buyer.getState(first.number)).toBe('refunded');
});

test('a second payment whose refund gets no clear answer stands in Needs attention after 15 minutes', async () => {
  const first = await placeBesidePaid();
  const { refundCapture } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    refundCapture: () => ({ kind: 'unknown', reason: 'no answer' }),
  });
  await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
  await buyer.deliverWebhooks().catch(() => undefined);
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  const listNumbers = async () => {
    const attention = await buyer.app.orders.staff.attention.listNeedsAttention(finance);
    return attention.ok ? attention.value.rows.map(({ number }) => number) : [];
  };
  expect(await listNumbers()).toEqual([]);
  buyer.advanceClock(16 * 60_000);
  expect(await listNumbers()).toContain(first.number);
  Object.assign(buyer.deps.payments, { refundCapture });
  for (let times = 0; times < 2; times++) await buyer.reconcile();
  expect(await buyer.getState(first.number)).toBe('refunded');
  expect(await listNumbers()).toEqual([]);
});

test('a second payment that somebody else sends back at the same moment went back, and waits for nobody', async () => {
  const first = await placeBesidePaid();
  const { refundCapture } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    refundCapture: async (request: Parameters<typeof refundCapture>[0]) => {
      await buyer.callControlApi('refund', { captureId: request.captureId });
      return refundCapture(request);
    },
  });
  await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
  for (let times = 0; times < 2; times++) await buyer.deliverWebhooks();
  await buyer.reconcile();
  expect(await buyer.countProviderRefunds()).toBe(1);
  expect(await buyer.getState(first.number)).toBe('refunded');
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  expect(await buyer.app.orders.staff.attention.listNeedsAttention(finance)).toMatchObject({
    value: { rows: [] },
  });
});

test('who confirms another copy pays for both, also where only the address is the same', async () => {
  const first = await place();
  await buyer.payOrder(first);
  const another = await place({ another: first.number });
  await buyer.payOrder(another);
  expect(await buyer.getPaypalCharges()).toHaveLength(2);
  const byAddress = await place({}, { browser: otherBrowser });
  await approvePayment(byAddress.approvalUrl);
  expect(await buyer.completeCheckout(byAddress.providerId)).toMatchObject({ code: 'conflict' });
  const refused = await tryToPlace({}, { browser: otherBrowser });
  expect(refused).toMatchObject({
    code: 'conflict',
    earlierOrder: { number: byAddress.number, progress: 'not-taken' },
  });
  const confirmed = await place({ another: byAddress.number }, { browser: otherBrowser });
  await buyer.payOrder(confirmed);
  expect(await buyer.getPaypalCharges()).toHaveLength(3);
});

test('an order whose number PayPal has another payment under is over: the next one has its own', async () => {
  const first = await place();
  await approvePayment(first.approvalUrl);
  await buyer.planPaypalFaults({ capture: ['issue:DUPLICATE_INVOICE_ID'] });
  expect(await buyer.completeCheckout(first.providerId)).toMatchObject({ code: 'conflict' });
  expect(await buyer.getState(first.number)).toBe('cancelled');
  expect(await buyer.emailSubjectsTo(billing.email)).toEqual([
    `Payment failed for order ${first.number}`,
  ]);
  const next = await place();
  expect(next.number).not.toBe(first.number);
  await buyer.payOrder(next);
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('two copies that are upgraded to the same licence are both paid; one that is bought between is not', async () => {
  const one = await buyer.payOrder(await place());
  const two = await buyer.payOrder(await place({ another: one.number }));
  const upgrades = [await buyer.placeUpgrade(one.number), await buyer.placeUpgrade(two.number)];
  const plain = await place({ type: 'multiple-user' });
  for (const upgrade of upgrades) await buyer.payOrder(upgrade);
  await approvePayment(plain.approvalUrl);
  expect(await buyer.completeCheckout(plain.providerId)).toMatchObject({ code: 'conflict' });
  expect(await buyer.getPaypalCharges()).toHaveLength(4);
});

test('of an upgrade whose price changed the newer order is paid', async () => {
  const base = await buyer.payOrder(await place());
  const first = await buyer.placeUpgrade(base.number);
  await buyer.deps.db
    .updateTable('report')
    .set({ prices: addToPrice('multiple', 10_000) })
    .execute();
  const second = await buyer.placeUpgrade(base.number);
  expect(second.number).not.toBe(first.number);
  await approveBoth([first, second]);
  await buyer.completeCheckout(first.providerId);
  await buyer.completeCheckout(second.providerId);
  expect(await buyer.getState(first.number)).toBe('cancelled');
  expect(await buyer.getState(second.number)).toBe('paid');
  expect(await buyer.getPaypalCharges()).toHaveLength(2);
});

test('an order that PayPal does not create, since something is paid under its number, is over', async () => {
  await buyer.planPaypalFaults({ create: ['issue:DUPLICATE_INVOICE_ID'] });
  expect(await tryToPlace()).toMatchObject({
    code: 'provider-failed',
    message: 'Failed to initiate PayPal checkout',
  });
  const next = await place();
  await buyer.payOrder(next);
  const orders = buyer.deps.db
    .selectFrom('purchase')
    .select(['state', 'closedReason'])
    .orderBy('id');
  expect(await orders.execute()).toEqual([
    { state: 'cancelled', closedReason: 'number-taken' },
    { state: 'fulfilled', closedReason: null },
  ]);
});

test('the buyer reads on their page which order stands, and goes there; a stranger reads nothing', async () => {
  const [first, second] = await pairs['another country was chosen']!();
  const see = (number: string, browser: string) =>
    buyer.app.orders.resumeCheckout.getUnpaidOrderByNumber(number, { browser });
  expect(await see(first.number, buyerSecret)).toMatchObject({
    closedReason: 'replaced',
    insteadNumber: second.number,
    approvalUrl: undefined,
  });
  expect(await see(first.number, otherBrowser)).toBeUndefined();
  expect(await see(second.number, buyerSecret)).toMatchObject({
    closedReason: undefined,
    approvalUrl: second.approvalUrl,
  });
});

test('a paid order that was made elsewhere with the same address is named in the email alone', async () => {
  const first = await place();
  const second = await place({}, { browser: otherBrowser });
  await buyer.payOrder(first);
  await approvePayment(second.approvalUrl);
  await causes.webhook(second);
  const { resumeCheckout } = buyer.app.orders;
  expect(
    await resumeCheckout.getUnpaidOrderByNumber(second.number, { browser: otherBrowser }),
  ).toMatchObject({ closedReason: 'already-paid', insteadNumber: undefined });
  await buyer.sendDueEmails();
  const email = buyer.emails.find(({ subject }) => subject.startsWith('We did not take'));
  expect(email?.text).toContain(`This licence is paid already, with order ${first.number}.`);
  expect(email?.text).toContain('nothing was charged');
});

test('a buyer who chose a transfer instead is not charged by the approval of before', async () => {
  const card = await place();
  const transfer = await place({ method: 'bank' });
  await approvePayment(card.approvalUrl);
  await causes.webhook(card);
  expect(await buyer.getPaypalCharges()).toHaveLength(0);
  expect(await buyer.getState(card.number)).toBe('cancelled');
  expect(await buyer.getState(transfer.number)).toBe('awaiting-transfer');
});

test('a transfer that comes after its buyer paid by card elsewhere is not confirmed', async () => {
  const transfer = await place({ method: 'bank' });
  const card = await place({}, { browser: otherBrowser });
  await buyer.payOrder(card);
  const { bankTransfers } = buyer.app.orders;
  expect(await bankTransfers.confirmTransfer(testProgram, transfer.number)).toMatchObject({
    code: 'conflict',
    message: `Order ${card.number} was paid instead: refund this transfer.`,
  });
});

test('an order whose tax changed while its total stayed is another one', async () => {
  const country = countryIds['DE'];
  const setRate = async (percent: number) => {
    const rates = [{ country: 'DE', percent, from: '2007-01-01', source: 'law' }];
    const tax = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'gross', rates };
    const settings = await buyer.app.store.getSettings();
    expect(await buyer.app.store.replaceSettings({ ...settings, tax }, 'test')).toMatchObject({
      ok: true,
    });
  };
  await setRate(19);
  const first = await place({ country });
  await setRate(16);
  const second = await place({ country });
  expect(second.number).not.toBe(first.number);
  expect((await buyer.getOrder(second.number)).priceCents).toBe(
    (await buyer.getOrder(first.number)).priceCents,
  );
});

test("an order of somebody else's that PayPal answers with is not shown: another one is asked for", async () => {
  const requestIds: string[] = [];
  const { createProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    createProviderOrder: async (request: Parameters<typeof createProviderOrder>[0]) => {
      requestIds.push(request.requestId);
      const answer = await createProviderOrder(request);
      return requestIds.length === 1 ? { ...answer, customId: '777' } : answer;
    },
  });
  const placed = await place();
  expect(requestIds).toHaveLength(2);
  expect(new Set(requestIds).size).toBe(2);
  await buyer.payOrder(placed);
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});
