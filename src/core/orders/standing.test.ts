import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';

let at: Buyer;
beforeEach(async () => {
  at = await openBuyer();
});
afterEach(() => at.close());

const stateOf = async (number: string) => (await at.orderOf(number)).state;
async function upgraded() {
  const base = await at.bought();
  const placed = await at.shop.orders.upgrade(base.number, { browser }, 'multiple-user');
  if (!placed.ok) throw new Error(placed.message);
  return { base, placed: placed.value };
}
async function byTransfer() {
  const placed = await at.shop.orders.place(
    { ...billing, report_id: at.code, type: 'single-user', method: 'bank' },
    browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  return placed.value.number;
}
/** A payment of one dollar that the provider took for an order of more. */
async function held() {
  const placed = await at.shop.orders.place(
    { ...billing, report_id: at.code, type: 'single-user' },
    browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  await fetch(placed.value.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const { id, priceCents } = await at.orderOf(placed.value.number);
  await at.world.db
    .updateTable('purchase')
    .set({ priceCents: priceCents + 100 })
    .where('id', '=', id)
    .execute();
  expect(await at.shop.orders.finish(placed.value.providerId, browser)).toMatchObject({
    value: { state: 'review' },
  });
  return { ...placed.value, price: priceCents };
}

describe('an upgrade is worth nothing without the order that it enlarges', () => {
  test('when that one is refunded its downloads, seats and certificate close too, and a person is told', async () => {
    const { base, placed } = await upgraded();
    const larger = await at.pay(placed);
    await at.shop.orders.invite(
      larger.number,
      { browser },
      { name: 'Bo', email: 'bo@other.example' },
    );
    const { token } = await at.world.db
      .selectFrom('seat')
      .select('token')
      .executeTakeFirstOrThrow();
    await at.shop.orders.openSeat(token, true);
    const [file] = (await at.own(larger.number))?.files ?? [];
    const certificate = String((await at.own(larger.number))?.certificate);
    await at.shop.orders.refund(base.number, base.price, 'given back');
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'refunded',
      'reversed',
    ]);
    expect(
      await at.shop.orders.openDownload(String(file?.token), { browser }, 'whole', 'x'),
    ).toMatchObject({ ok: false, status: 403 });
    expect(await at.shop.orders.openSeat(token, false)).toBeUndefined();
    expect(await at.shop.orders.verify(certificate)).toMatchObject({ holds: false });
    expect((await at.shop.orders.waiting()).orders).toMatchObject([{ number: larger.number }]);
    expect(
      (await at.shop.orders.refund(larger.number, larger.price, 'nothing to enlarge')).ok,
    ).toBe(true);
    expect(await stateOf(larger.number)).toBe('refunded');
  });

  test('a dispute about that one pauses both, and its end opens both again', async () => {
    const { base, placed } = await upgraded();
    const larger = await at.pay(placed);
    await at.sim('dispute', { captureId: base.captureId });
    await at.hearAll();
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'reversed',
      'reversed',
    ]);
    await at.sim('dispute', { captureId: base.captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
    await at.hearAll();
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect((await at.own(larger.number))?.files).toHaveLength(2);
  });

  test('the difference is not taken once that one is refunded', async () => {
    const { base, placed } = await upgraded();
    await fetch(placed.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.shop.orders.refund(base.number, base.price, 'given back');
    expect(await at.shop.orders.finish(placed.providerId, browser)).toMatchObject({
      ok: false,
      status: 409,
    });
    expect(await at.charges()).toHaveLength(1);
  });

  test('where the money was taken all the same, nothing is delivered', async () => {
    const { base, placed } = await upgraded();
    await fetch(placed.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.fault({ capture: ['lose-answer'] });
    await at.shop.orders.finish(placed.providerId, browser);
    await at.shop.orders.refund(base.number, base.price, 'given back');
    at.pass(61_000);
    await at.shop.orders.jobs['orders.reconcile']();
    expect(await stateOf(placed.number)).toBe('reversed');
    expect((await at.own(placed.number))?.files).toEqual([]);
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.includes(placed.number)),
    ).toEqual([]);
  });
});

test('a seat that was taken back stays closed after a refund in part and after a dispute', async () => {
  const { number, captureId } = await at.bought('multiple-user');
  await at.shop.orders.invite(number, { browser }, { name: 'Bo', email: 'bo@other.example' });
  const { token } = await at.world.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  const [link] = (await at.shop.orders.openSeat(token, true))?.links ?? [];
  await at.shop.orders.revokeSeat(number, { browser }, 'bo@other.example');
  const url = new URL(String(link?.url));
  const open = () =>
    at.shop.orders.openDownload(
      url.pathname.split('/')[2] ?? '',
      {
        browser: undefined,
        expires: url.searchParams.get('expires') ?? '',
        signature: url.searchParams.get('signature') ?? '',
      },
      'whole',
      'x',
    );
  await at.shop.orders.refund(number, 100, 'a discount');
  expect(await open()).toMatchObject({ ok: false, status: 403 });
  await at.sim('dispute', { captureId });
  await at.sim('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await at.hearAll();
  expect(await stateOf(number)).toBe('partly-refunded');
  expect(await open()).toMatchObject({ ok: false, status: 403 });
});

test.each(['a refund in part', 'a dispute that ends well'])(
  '%s before the files were sent holds nothing back: they are sent',
  async (what) => {
    const placed = await at.shop.orders.place(
      { ...billing, report_id: at.code, type: 'single-user' },
      browser,
    );
    if (!placed.ok) throw new Error(placed.message);
    const { number, providerId, approvalUrl } = placed.value;
    await fetch(approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.shop.orders.finish(providerId, browser);
    const { id } = await at.orderOf(number);
    const { captureId } = await at.world.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', id)
      .executeTakeFirstOrThrow();
    if (what === 'a refund in part') await at.shop.orders.refund(number, 100, 'a discount');
    else {
      await at.sim('dispute', { captureId });
      await at.hearAll();
      await at.shop.orders.jobs['orders.deliver']({ purchaseId: id });
      expect(
        (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Your report')),
      ).toEqual([]);
      await at.sim('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
      await at.hearAll();
    }
    at.pass(60_000);
    await at.shop.orders.jobs['orders.reconcile']();
    await at.shop.orders.jobs['orders.deliver']({ purchaseId: id });
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Your report')),
    ).toHaveLength(1);
  },
);

test("a report that was withdrawn after it was sold is delivered, and stays its buyer's", async () => {
  const placed = await at.shop.orders.place(
    { ...billing, report_id: at.code, type: 'single-user' },
    browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  await at.world.db
    .updateTable('report')
    .set({ state: 'draft' })
    .where('code', '=', at.code)
    .execute();
  await at.pay(placed.value);
  const [file] = (await at.own(placed.value.number))?.files ?? [];
  expect(
    await at.shop.orders.openDownload(String(file?.token), { browser }, 'whole', 'x'),
  ).toMatchObject({ ok: true });
  expect(await at.shop.orders.offer(at.code)).toMatchObject({ ok: false, status: 404 });
});

test('a certificate names the edition that was bought, whatever comes later', async () => {
  const { number } = await at.bought();
  const certificate = String((await at.own(number))?.certificate);
  await at.shop.catalogue.correct((await at.orderOf(number)).reportId, 'A table was wrong.');
  expect(await at.shop.orders.verify(certificate)).toMatchObject({
    paper: { report: { edition: 1 } },
  });
});

describe('money by transfer', () => {
  test('goes back by hand, and is booked with a credit note and a letter at once', async () => {
    const number = await byTransfer();
    await at.shop.orders.markPaid(number, 'staff');
    const { priceCents } = await at.orderOf(number);
    expect((await at.shop.orders.refund(number, 5000, 'a discount')).ok).toBe(true);
    expect(await at.orderOf(number)).toMatchObject({
      state: 'partly-refunded',
      refundedCents: 5000,
    });
    expect(await at.shop.orders.refund(number, priceCents, 'too much')).toMatchObject({
      ok: false,
      status: 422,
    });
    await at.shop.orders.refund(number, priceCents - 5000, 'given back');
    expect(await at.own(number)).toMatchObject({
      state: 'refunded',
      files: [],
      papers: [
        { kind: 'pro-forma' },
        { kind: 'invoice' },
        { kind: 'credit-note' },
        { kind: 'credit-note' },
      ],
    });
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(2);
  });

  test.each(['expired', 'cancelled'])(
    'that arrives when its order was %s is taken all the same',
    async (state) => {
      const number = await byTransfer();
      await at.world.db
        .updateTable('purchase')
        .set({ state })
        .where('number', '=', number)
        .execute();
      expect((await at.shop.orders.markPaid(number, 'staff')).ok).toBe(true);
      expect(await stateOf(number)).toBe('paid');
      const card = await at.shop.orders.place(
        { ...billing, report_id: at.code, type: 'multiple-user' },
        browser,
      );
      await at.world.db
        .updateTable('purchase')
        .set({ state })
        .where('number', '=', card.ok ? card.value.number : '')
        .execute();
      expect(
        await at.shop.orders.markPaid(card.ok ? card.value.number : '', 'staff'),
      ).toMatchObject({ ok: false, status: 409 });
    },
  );
});

describe('a payment that is held because it differs', () => {
  test('goes back whole, once, and its buyer is told', async () => {
    const { number, price } = await held();
    expect(await at.shop.orders.refund(number, 100, 'in part')).toMatchObject({
      ok: false,
      status: 422,
    });
    expect((await at.shop.orders.refund(number, price, 'it differed')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect(await at.shop.orders.refund(number, price, 'again')).toMatchObject({
      ok: false,
      status: 409,
    });
    expect(
      (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(1);
    expect(await at.papers()).toEqual([]);
  });

  test("is closed as well where it was given back on the provider's own pages", async () => {
    const { number, providerId } = await held();
    const seen = await at.world.payments.look(providerId);
    await at.sim('refund', { captureId: seen.kind === 'seen' && seen.captures[0]?.id });
    await at.hearAll();
    expect(await stateOf(number)).toBe('refunded');
  });
});

test('a buyer who was told that we check is told by a letter where it came to nothing, once', async () => {
  await at.fault({ 'capture-outcome': ['pending'] });
  const placed = await at.shop.orders.place(
    { ...billing, report_id: at.code, type: 'single-user' },
    browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  const { approvalUrl, providerId, number } = placed.value;
  await fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await at.shop.orders.finish(providerId, browser);
  const seen = await at.world.payments.look(providerId);
  await at.sim('settle', {
    captureId: seen.kind === 'seen' && seen.captures[0]?.id,
    status: 'DECLINED',
  });
  await at.hearAll((all) => [...all, ...all]);
  expect(await stateOf(number)).toBe('awaiting-approval');
  expect(await at.lettersTo(billing.email)).toEqual([`Your order ${number} is not paid`]);
});

test('coming back to an order that was refunded says so, and charges nothing', async () => {
  const { number, providerId, price } = await at.bought();
  await at.shop.orders.refund(number, price, 'given back');
  expect(await at.shop.orders.finish(providerId, browser)).toMatchObject({
    ok: true,
    value: { state: 'closed', order: { state: 'refunded', files: [] } },
  });
  expect(await at.own(number)).toMatchObject({
    state: 'refunded',
    certificate: null,
    papers: [{ kind: 'invoice' }, { kind: 'credit-note' }],
  });
});
