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

const stateOf = async (number: string) => (await at.getOrder(number)).state;
async function placeUpgrade() {
  const base = await at.buyReport();
  const placed = await at.app.orders.own.placeUpgrade(
    base.number,
    { browser: buyerSecret },
    'multiple-user',
  );
  if (!placed.ok) throw new Error(placed.message);
  return { base, placed: placed.value };
}
async function placeTransferOrder() {
  const placed = await at.app.orders.placement.placeOrder(
    { ...billing, report_id: at.reportCode, type: 'single-user', method: 'bank' },
    buyerSecret,
  );
  if (!placed.ok) throw new Error(placed.message);
  return placed.value.number;
}
/** A payment of one dollar that the provider took for an order of more. */
async function placeMismatch() {
  const placed = await at.app.orders.placement.placeOrder(
    { ...billing, report_id: at.reportCode, type: 'single-user' },
    buyerSecret,
  );
  if (!placed.ok) throw new Error(placed.message);
  await fetch(placed.value.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const { id, priceCents } = await at.getOrder(placed.value.number);
  await at.deps.db
    .updateTable('purchase')
    .set({ priceCents: priceCents + 100 })
    .where('id', '=', id)
    .execute();
  expect(
    await at.app.orders.checkoutReturn.completeCheckout(placed.value.providerId, buyerSecret),
  ).toMatchObject({
    value: { state: 'review' },
  });
  return { ...placed.value, price: priceCents };
}

describe('an upgrade is worth nothing without the order that it enlarges', () => {
  test('when that one is refunded its downloads, seats and certificate close too, and a person is told', async () => {
    const { base, placed } = await placeUpgrade();
    const larger = await at.payOrder(placed);
    await at.app.orders.own.inviteToSeat(
      larger.number,
      { browser: buyerSecret },
      { name: 'Bo', email: 'bo@other.example' },
    );
    const { token } = await at.deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
    await at.app.orders.seats.acceptSeat(token);
    const [file] = (await at.viewOwnOrder(larger.number))?.files ?? [];
    const certificate = String((await at.viewOwnOrder(larger.number))?.certificateToken);
    await at.app.orders.refunds.refundOrder(base.number, base.priceCents, 'given back');
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'refunded',
      'suspended',
    ]);
    expect(
      await at.app.orders.downloads.openDownload(
        String(file?.token),
        { browser: buyerSecret },
        'full',
        'x',
      ),
    ).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await at.app.orders.seats.getSeat(token)).toBeUndefined();
    expect(await at.app.orders.certificates.verifyCertificate(certificate)).toMatchObject({
      isValid: false,
    });
    expect((await at.app.orders.staff.listNeedsAttention()).orders).toMatchObject([
      { number: larger.number },
    ]);
    expect(
      (
        await at.app.orders.refunds.refundOrder(
          larger.number,
          larger.priceCents,
          'nothing to enlarge',
        )
      ).ok,
    ).toBe(true);
    expect(await stateOf(larger.number)).toBe('refunded');
  });

  test('a dispute about that one pauses both, and its end opens both again', async () => {
    const { base, placed } = await placeUpgrade();
    const larger = await at.payOrder(placed);
    await at.callControlApi('dispute', { captureId: base.captureId });
    await at.deliverWebhooks();
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'suspended',
      'suspended',
    ]);
    await at.callControlApi('dispute', {
      captureId: base.captureId,
      outcome: 'RESOLVED_SELLER_FAVOUR',
    });
    await at.deliverWebhooks();
    expect([await stateOf(base.number), await stateOf(larger.number)]).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect((await at.viewOwnOrder(larger.number))?.files).toHaveLength(2);
  });

  test('the difference is not taken once that one is refunded', async () => {
    const { base, placed } = await placeUpgrade();
    await fetch(placed.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.app.orders.refunds.refundOrder(base.number, base.priceCents, 'given back');
    expect(
      await at.app.orders.checkoutReturn.completeCheckout(placed.providerId, buyerSecret),
    ).toMatchObject({
      ok: false,
      code: 'conflict',
    });
    expect(await at.getPaypalCharges()).toHaveLength(1);
  });

  test('where the money was taken all the same, nothing is delivered', async () => {
    const { base, placed } = await placeUpgrade();
    await fetch(placed.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.planPaypalFaults({ capture: ['lose-answer'] });
    await at.app.orders.checkoutReturn.completeCheckout(placed.providerId, buyerSecret);
    await at.app.orders.refunds.refundOrder(base.number, base.priceCents, 'given back');
    at.advanceClock(61_000);
    await at.app.orders.jobs['orders.reconcile']();
    expect(await stateOf(placed.number)).toBe('suspended');
    expect((await at.viewOwnOrder(placed.number))?.files).toEqual([]);
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) =>
        subject.includes(placed.number),
      ),
    ).toEqual([]);
  });
});

test('a seat that was taken back stays closed after a refund in part and after a dispute', async () => {
  const { number, captureId } = await at.buyReport('multiple-user');
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Bo', email: 'bo@other.example' },
  );
  const { token } = await at.deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  const [link] = (await at.app.orders.seats.acceptSeat(token))?.links ?? [];
  await at.app.orders.own.revokeSeat(number, { browser: buyerSecret }, 'bo@other.example');
  const url = new URL(String(link?.url));
  const open = () =>
    at.app.orders.downloads.openDownload(
      url.pathname.split('/')[2] ?? '',
      {
        browser: undefined,
        expires: url.searchParams.get('expires') ?? '',
        signature: url.searchParams.get('signature') ?? '',
      },
      'full',
      'x',
    );
  await at.app.orders.refunds.refundOrder(number, 100, 'a discount');
  expect(await open()).toMatchObject({ ok: false, code: 'forbidden' });
  await at.callControlApi('dispute', { captureId });
  await at.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await at.deliverWebhooks();
  expect(await stateOf(number)).toBe('partly-refunded');
  expect(await open()).toMatchObject({ ok: false, code: 'forbidden' });
});

test.each(['a refund in part', 'a dispute that ends well'])(
  '%s before the files were sent holds nothing back: they are sent',
  async (what) => {
    const placed = await at.app.orders.placement.placeOrder(
      { ...billing, report_id: at.reportCode, type: 'single-user' },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    const { number, providerId, approvalUrl } = placed.value;
    await fetch(approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
    const { id } = await at.getOrder(number);
    const { captureId } = await at.deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', id)
      .executeTakeFirstOrThrow();
    if (what === 'a refund in part')
      await at.app.orders.refunds.refundOrder(number, 100, 'a discount');
    else {
      await at.callControlApi('dispute', { captureId });
      await at.deliverWebhooks();
      await at.app.orders.jobs['orders.deliver']({ purchaseId: id });
      expect(
        (await at.emailSubjectsTo(billing.email)).filter((subject) =>
          subject.startsWith('Your receipt'),
        ),
      ).toEqual([]);
      await at.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
      await at.deliverWebhooks();
    }
    at.advanceClock(60_000);
    await at.app.orders.jobs['orders.reconcile']();
    await at.app.orders.jobs['orders.deliver']({ purchaseId: id });
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) =>
        subject.startsWith('Your receipt'),
      ),
    ).toHaveLength(1);
  },
);

test("a report that was withdrawn after it was sold is delivered, and stays its buyer's", async () => {
  const placed = await at.app.orders.placement.placeOrder(
    { ...billing, report_id: at.reportCode, type: 'single-user' },
    buyerSecret,
  );
  if (!placed.ok) throw new Error(placed.message);
  await at.deps.db
    .updateTable('report')
    .set({ state: 'draft' })
    .where('code', '=', at.reportCode)
    .execute();
  await at.payOrder(placed.value);
  const [file] = (await at.viewOwnOrder(placed.value.number))?.files ?? [];
  expect(
    await at.app.orders.downloads.openDownload(
      String(file?.token),
      { browser: buyerSecret },
      'full',
      'x',
    ),
  ).toMatchObject({ ok: true });
  expect(await at.app.orders.offers.getOffer(at.reportCode)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('a certificate names the edition that was bought, whatever comes later', async () => {
  const { number } = await at.buyReport();
  const certificate = String((await at.viewOwnOrder(number))?.certificateToken);
  await at.app.catalogue.publishCorrectedEdition(
    (await at.getOrder(number)).reportId,
    'A table was wrong.',
  );
  expect(await at.app.orders.certificates.verifyCertificate(certificate)).toMatchObject({
    certificate: { report: { edition: 1 } },
  });
});

describe('money by transfer', () => {
  test('goes back by hand, and is booked with a credit note and a letter at once', async () => {
    const number = await placeTransferOrder();
    await at.app.orders.bankTransfers.confirmTransfer(number, 'staff');
    const { priceCents } = await at.getOrder(number);
    expect((await at.app.orders.refunds.refundOrder(number, 5000, 'a discount')).ok).toBe(true);
    expect(await at.getOrder(number)).toMatchObject({
      state: 'partly-refunded',
      refundedCents: 5000,
    });
    expect(await at.app.orders.refunds.refundOrder(number, priceCents, 'too much')).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    await at.app.orders.refunds.refundOrder(number, priceCents - 5000, 'given back');
    expect(await at.viewOwnOrder(number)).toMatchObject({
      state: 'refunded',
      files: [],
      documents: [
        { kind: 'pro-forma' },
        { kind: 'invoice' },
        { kind: 'credit-note' },
        { kind: 'credit-note' },
      ],
    });
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(2);
  });

  test.each(['expired', 'cancelled'] as const)(
    'that arrives when its order was %s is taken all the same',
    async (state) => {
      const number = await placeTransferOrder();
      await at.deps.db
        .updateTable('purchase')
        .set({ state })
        .where('number', '=', number)
        .execute();
      expect((await at.app.orders.bankTransfers.confirmTransfer(number, 'staff')).ok).toBe(true);
      expect(await stateOf(number)).toBe('paid');
      const card = await at.app.orders.placement.placeOrder(
        { ...billing, report_id: at.reportCode, type: 'multiple-user' },
        buyerSecret,
      );
      await at.deps.db
        .updateTable('purchase')
        .set({ state })
        .where('number', '=', card.ok ? card.value.number : '')
        .execute();
      expect(
        await at.app.orders.bankTransfers.confirmTransfer(
          card.ok ? card.value.number : '',
          'staff',
        ),
      ).toMatchObject({ ok: false, code: 'conflict' });
    },
  );
});

describe('a payment that is held because it differs', () => {
  test('goes back whole, once, and its buyer is told', async () => {
    const { number, price } = await placeMismatch();
    expect(await at.app.orders.refunds.refundOrder(number, 100, 'in part')).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect((await at.app.orders.refunds.refundOrder(number, price, 'it differed')).ok).toBe(true);
    expect(await stateOf(number)).toBe('refunded');
    expect(await at.app.orders.refunds.refundOrder(number, price, 'again')).toMatchObject({
      ok: false,
      code: 'conflict',
    });
    expect(
      (await at.emailSubjectsTo(billing.email)).filter((subject) => subject.startsWith('Refund')),
    ).toHaveLength(1);
    expect(await at.listDocuments()).toEqual([]);
  });

  test("is closed as well where it was given back on the provider's own pages", async () => {
    const { number, providerId } = await placeMismatch();
    const seen = await at.deps.payments.getProviderOrder(providerId);
    await at.callControlApi('refund', { captureId: seen.kind === 'seen' && seen.captures[0]?.id });
    await at.deliverWebhooks();
    expect(await stateOf(number)).toBe('refunded');
  });
});

test('a buyer who was told that we check is told by a letter where it came to nothing, once', async () => {
  await at.planPaypalFaults({ 'capture-outcome': ['pending'] });
  const placed = await at.app.orders.placement.placeOrder(
    { ...billing, report_id: at.reportCode, type: 'single-user' },
    buyerSecret,
  );
  if (!placed.ok) throw new Error(placed.message);
  const { approvalUrl, providerId, number } = placed.value;
  await fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
  const seen = await at.deps.payments.getProviderOrder(providerId);
  await at.callControlApi('settle', {
    captureId: seen.kind === 'seen' && seen.captures[0]?.id,
    status: 'DECLINED',
  });
  await at.deliverWebhooks((all) => [...all, ...all]);
  expect(await stateOf(number)).toBe('awaiting-approval');
  expect(await at.emailSubjectsTo(billing.email)).toEqual([`Payment failed for order ${number}`]);
});

test('coming back to an order that was refunded says so, and charges nothing', async () => {
  const { number, providerId, priceCents } = await at.buyReport();
  await at.app.orders.refunds.refundOrder(number, priceCents, 'given back');
  expect(
    await at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret),
  ).toMatchObject({
    ok: true,
    value: { state: 'closed', order: { state: 'refunded', files: [] } },
  });
  expect(await at.viewOwnOrder(number)).toMatchObject({
    state: 'refunded',
    certificateToken: null,
    documents: [{ kind: 'invoice' }, { kind: 'credit-note' }],
  });
});
