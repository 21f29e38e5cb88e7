import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';
import { waitUntilQueryIsBlocked } from '../../../../test/support/finished-work.ts';
import { formatDollars } from '#core/kernel/money.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { OrderDeps } from '../deps.ts';
import { PaymentMismatches } from '../refunds/payment-mismatch.ts';

const orderDeps = { getPublisher: async () => ({ siteName: 'Publisher' }) } as unknown as OrderDeps;
let at: TestBuyer;
beforeEach(async () => {
  at = await openTestBuyer();
});
afterEach(() => at.close());

const stateOf = async (number: string) => (await at.getOrder(number)).state;
const approve = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
const placeUpgrade = (number: string, licence: string) =>
  at.app.orders.own.placeUpgrade(number, { browser: buyerSecret }, licence);
async function openUpgrade(number: string, licence: string) {
  const placed = await placeUpgrade(number, licence);
  if (!placed.ok) throw new Error(placed.message);
  return placed.value;
}
async function placed() {
  const made = await at.app.orders.placement.placeOrder(
    { ...billing, report_id: at.reportCode, type: 'single-user' },
    buyerSecret,
  );
  if (!made.ok) throw new Error(made.message);
  return made.value;
}
/** The price of multiple users goes up, or down. */
async function reprice(number: string, cents: number) {
  const { reportId } = await at.getOrder(number);
  await at.deps.db
    .updateTable('report')
    .set((eb) => ({ multipleCents: eb('multipleCents', '+', cents) }))
    .where('id', '=', reportId)
    .execute();
}
/** What the letters say whose subject begins so. */
const emailTextsAbout = async (subject: string) =>
  (await at.deps.db.selectFrom('outboxEmail').select(['subject', 'body']).orderBy('id').execute())
    .filter((one) => one.subject.startsWith(subject))
    .map(({ body }) => body.text);
/** A payment that the provider took, and that differs from its order by a dollar. */
async function placeMismatch() {
  const made = await placed();
  await approve(made.approvalUrl);
  const { id, priceCents } = await at.getOrder(made.number);
  await at.deps.db
    .updateTable('purchase')
    .set({ priceCents: priceCents + 100 })
    .where('id', '=', id)
    .execute();
  await at.app.orders.checkoutReturn.completeCheckout(made.providerId, buyerSecret);
  expect(await stateOf(made.number)).toBe('mismatch');
  const seen = await at.deps.payments.getProviderOrder(made.providerId);
  return {
    ...made,
    price: priceCents,
    captureId: String(seen.kind === 'seen' && seen.captures[0]?.id),
  };
}
/** A link of a letter, opened without the browser that ordered. */
async function open(link: string) {
  const url = new URL(link);
  const proof = {
    browser: undefined,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
  return at.app.orders.downloads.openDownload(
    url.pathname.split('/')[2] ?? '',
    proof,
    'whole',
    'x',
  );
}
const linkIn = (text: string | undefined): string =>
  /http\S+\/download\/\S+/.exec(text ?? '')?.[0] ?? '';

describe('an order is enlarged once', () => {
  const already = {
    ok: false,
    code: 'conflict',
    message: 'This order was enlarged already: go on from the larger licence.',
  };

  test('the same upgrade is not sold again after the price changed', async () => {
    const base = await at.buyReport();
    await at.payOrder(await openUpgrade(base.number, 'multiple-user'));
    await reprice(base.number, 10_000);
    expect(await placeUpgrade(base.number, 'multiple-user')).toMatchObject(already);
    expect(await at.getPaypalCharges()).toHaveLength(2);
  });

  test('a stale tab does not sell another upgrade of the same order; the larger one goes on', async () => {
    const base = await at.buyReport();
    const larger = await at.payOrder(await openUpgrade(base.number, 'multiple-user'));
    expect(await placeUpgrade(base.number, 'corporate-user')).toMatchObject(already);
    await at.app.orders.refunds.refundOrder(larger.number, 100, 'a discount');
    expect(await placeUpgrade(base.number, 'corporate-user')).toMatchObject(already);
    await at.app.orders.refunds.refundOrder(larger.number, larger.priceCents - 100, 'given back');
    expect((await placeUpgrade(base.number, 'corporate-user')).ok).toBe(true);
  });

  test('one whose payment is in dispute does not make room for another', async () => {
    const base = await at.buyReport();
    const larger = await at.payOrder(await openUpgrade(base.number, 'multiple-user'));
    await at.callControlApi('dispute', { captureId: larger.captureId });
    await at.deliverWebhooks();
    expect(await stateOf(larger.number)).toBe('suspended');
    expect(await placeUpgrade(base.number, 'corporate-user')).toMatchObject({
      ok: false,
      code: 'conflict',
      message: expect.stringContaining('in dispute') as string,
    });
  });

  test.each(['capturing', 'review', 'mismatch'] as const)(
    'while the payment of the first is %s another is not sold',
    async (state) => {
      const base = await at.buyReport();
      const { number } = await openUpgrade(base.number, 'multiple-user');
      for (const to of state === 'capturing' ? [state] : (['capturing', state] as const))
        await at.deps.db
          .updateTable('purchase')
          .set({ state: to })
          .where('number', '=', number)
          .execute();
      for (const licence of ['multiple-user', 'corporate-user']) {
        expect(await placeUpgrade(base.number, licence)).toMatchObject({
          ok: false,
          code: 'conflict',
          message: expect.stringContaining('still being checked') as string,
        });
      }
    },
  );

  test('an open one is gone on with for the same licence at the same price; at another price a new one begins', async () => {
    const base = await at.buyReport();
    const first = await openUpgrade(base.number, 'multiple-user');
    await at.app.orders.paymentAttempts.cancelOrder(first.providerId);
    expect(await openUpgrade(base.number, 'multiple-user')).toEqual(first);
    expect((await openUpgrade(base.number, 'corporate-user')).number).not.toBe(first.number);
    await reprice(base.number, 10_000);
    expect((await openUpgrade(base.number, 'multiple-user')).number).not.toBe(first.number);
  });
});

test('an upgrade of an upgrade costs what is left beside all that was paid, also after the price went down', async () => {
  const base = await at.buyReport();
  const larger = await at.payOrder(await openUpgrade(base.number, 'multiple-user'));
  const before = (await at.app.catalogue.getReportForSale({ code: at.reportCode }))?.prices;
  const rest = Number(before?.corporate) - base.priceCents - larger.priceCents;
  expect(await at.app.orders.own.listUpgrades(larger.number, { browser: buyerSecret })).toEqual([
    { licence: 'corporate-user', cents: rest },
  ]);
  await reprice(base.number, -50_000);
  expect(await at.app.orders.own.listUpgrades(larger.number, { browser: buyerSecret })).toEqual([
    { licence: 'corporate-user', cents: rest },
  ]);
  expect((await at.viewOwnOrder(larger.number))?.upgrades).toEqual([
    { licence: 'corporate-user', cents: rest },
  ]);
  expect(
    (await at.getOrder((await openUpgrade(larger.number, 'corporate-user')).number)).priceCents,
  ).toBe(rest);
});

describe('a held payment', () => {
  test('that went back at the provider already: the letter says what went back', async () => {
    const { number, price, captureId } = await placeMismatch();
    await at.callControlApi('refund', { captureId });
    expect((await at.app.orders.refunds.refundOrder(number, price, 'it differed')).ok).toBe(true);
    const [letter = '', ...more] = await emailTextsAbout('Refund');
    expect(letter).toContain(`${formatDollars(price)} of your order went back`);
    expect(more).toEqual([]);
  });

  test('whose refund lost its answer: asking again closes the order, and the letter says what went back', async () => {
    const { number, price } = await placeMismatch();
    await at.planPaypalFaults({ refund: ['lose-answer'] });
    expect(await at.app.orders.refunds.refundOrder(number, price, 'it differed')).toMatchObject({
      ok: false,
      code: 'provider-failed',
    });
    expect((await at.app.orders.refunds.refundOrder(number, price, 'it differed')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect(await emailTextsAbout('Refund')).toEqual([
      expect.stringContaining(`${formatDollars(price)} of your order went back`),
    ]);
  });

  test('that went back in part at the provider: the rest goes back, and the letter says the whole', async () => {
    const { number, price, captureId } = await placeMismatch();
    expect(await at.app.orders.refunds.refundOrder(number, price - 100, 'in part')).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    await at.callControlApi('refund', { captureId, value: '1.00' });
    expect(
      await at.app.orders.refunds.refundOrder(number, price, 'more than is left'),
    ).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect((await at.app.orders.refunds.refundOrder(number, price - 100, 'the rest')).ok).toBe(
      true,
    );
    expect(await stateOf(number)).toBe('refunded');
    const { refunds } = (await (await fetch(`${at.paypalUrl}/__sim/ledger`)).json()) as {
      refunds: { value: string }[];
    };
    expect(refunds.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0)).toBe(
      price,
    );
    expect(await emailTextsAbout('Refund')).toEqual([
      expect.stringContaining(`${formatDollars(price)} of your order went back`),
    ]);
  });

  test('that was declined after all: the order is closed with a line, and no letter speaks of a refund', async () => {
    const { number, approvalUrl, providerId } = await placed();
    await approve(approvalUrl);
    await at.planPaypalFaults({ 'capture-outcome': ['declined'] });
    await at.deps.payments.captureProviderOrder(providerId, 'k-by-hand');
    for (const state of ['capturing', 'mismatch'] as const)
      await at.deps.db
        .updateTable('purchase')
        .set({ state })
        .where('number', '=', number)
        .execute();
    expect((await at.app.orders.refunds.refundOrder(number, 100, 'nothing to give')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect((await at.app.orders.staff.getStaffOrder(number))?.history.at(-1)).toMatchObject({
      kind: 'refunded',
      detail: { reason: 'nothing was ever taken' },
    });
    expect(await at.emailSubjectsTo(billing.email)).toEqual([]);
  });
});

test('a held payment that the provider knows nothing of any more is left to a person', async () => {
  const { number, price } = await placeMismatch();
  const { id } = await at.getOrder(number);
  Object.assign(at.deps.payments, { getProviderOrder: async () => ({ kind: 'missing' }) });
  await new PaymentMismatches({ ...at.deps, ...orderDeps }).closeMismatch(id);
  expect(await stateOf(number)).toBe('mismatch');
  expect((await at.app.orders.refunds.refundOrder(number, price, 'looked at by hand')).ok).toBe(
    true,
  );
  expect(await stateOf(number)).toBe('refunded');
});

test('a seat that is taken back while its reader accepts it stays closed', async () => {
  const { number } = await at.buyReport('multiple-user');
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Bo', email: 'bo@other.example' },
  );
  const { id, token } = await at.deps.db
    .selectFrom('seat')
    .select(['id', 'token'])
    .executeTakeFirstOrThrow();
  const accepting = await at.deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('seat').select('id').where('id', '=', id).forUpdate().execute();
    const opened = { seat: at.app.orders.seats.openSeat(token, true) };
    await waitUntilQueryIsBlocked(at.deps.db);
    await tx
      .updateTable('seat')
      .set({ revokedAt: at.deps.clock(), acceptedAt: null })
      .where('id', '=', id)
      .execute();
    return opened;
  });
  expect(await accepting.seat).toBeUndefined();
  expect(
    await at.deps.db.selectFrom('seat').select('acceptedAt').executeTakeFirstOrThrow(),
  ).toEqual({ acceptedAt: null });
  expect(
    await at.deps.db.selectFrom('downloadGrant').select('id').where('seatId', '=', id).execute(),
  ).toEqual([]);
});

test('a seat that is accepted in two tabs at once is accepted once, and both have its links', async () => {
  const { number } = await at.buyReport('multiple-user');
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Bo', email: 'bo@other.example' },
  );
  const { token } = await at.deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  const tabs = await Promise.all([
    at.app.orders.seats.openSeat(token, true),
    at.app.orders.seats.openSeat(token, true),
  ]);
  expect(tabs.map((tab) => tab?.links.length)).toEqual([2, 2]);
  expect(
    (await at.app.orders.staff.getStaffOrder(number))?.history.filter(
      ({ kind }) => kind === 'seat-accepted',
    ),
  ).toHaveLength(1);
});

describe('an order on another address', () => {
  test('is gone from the old account, old links are dead, and the new address has working ones', async () => {
    const { number } = await at.buyReport();
    const { id } = await at.deps.db
      .insertInto('customer')
      .values({
        email: 'old@company.example',
        name: 'Old',
        mobileNo: '1',
        address: 'x',
        passwordHash: 'x',
        createdAt: at.deps.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await at.deps.db
      .updateTable('purchase')
      .set({ customerId: id })
      .where('number', '=', number)
      .execute();
    await at.deps.db.updateTable('downloadGrant').set({ downloadCount: 5 }).execute();
    const [receipt] = await emailTextsAbout('Your report');
    at.advanceClock(20 * 86_400_000);
    expect(
      (await at.app.orders.emailChange.changeOrderEmail(number, 'right@company.example', 'staff'))
        .ok,
    ).toBe(true);
    expect(
      await at.app.orders.library.listLibraryOrders({
        id,
        email: 'old@company.example',
        confirmed: true,
      } as Customer),
    ).toEqual([]);
    expect(await open(linkIn(receipt))).toMatchObject({ ok: false, code: 'not-found' });
    expect(await at.emailSubjectsTo('right@company.example')).toEqual([
      `Your downloads of order ${number} are renewed`,
    ]);
    const [renewed] = await emailTextsAbout('Your downloads');
    at.advanceClock(29 * 86_400_000);
    expect(await open(linkIn(renewed))).toMatchObject({ ok: true });
    expect((await at.viewOwnOrder(number))?.files).toMatchObject([
      { downloadsLeft: 4, downloadsAllowed: 5 },
      { downloadsLeft: 5, downloadsAllowed: 5 },
    ]);
  });

  test('that is not delivered sends no links, and what a dispute has closed stays closed', async () => {
    const open = await placed();
    expect(
      (
        await at.app.orders.emailChange.changeOrderEmail(
          open.number,
          'right@company.example',
          'staff',
        )
      ).ok,
    ).toBe(true);
    const { number, captureId } = await at.buyReport('multiple-user');
    await at.callControlApi('dispute', { captureId });
    await at.deliverWebhooks();
    expect(
      (await at.app.orders.emailChange.changeOrderEmail(number, 'right@company.example', 'staff'))
        .ok,
    ).toBe(true);
    expect(await at.emailSubjectsTo('right@company.example')).toEqual([]);
    expect(
      (await at.deps.db.selectFrom('downloadGrant').select('isSuspended').execute()).map(
        ({ isSuspended: suspended }) => suspended,
      ),
    ).toEqual([true, true]);
  });

  test('leaves the copies of its seats as they are', async () => {
    const { number } = await at.buyReport('multiple-user');
    await at.app.orders.own.inviteToSeat(
      number,
      { browser: buyerSecret },
      { name: 'Bo', email: 'bo@other.example' },
    );
    const { token } = await at.deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
    const [link] = (await at.app.orders.seats.openSeat(token, true))?.links ?? [];
    await at.app.orders.emailChange.changeOrderEmail(number, 'right@company.example', 'staff');
    expect(await open(String(link?.url))).toMatchObject({ ok: true });
  });
});
