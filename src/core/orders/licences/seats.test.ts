import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';
import type { Customer } from '#core/accounts/model.ts';

let at: TestBuyer;
beforeEach(async () => {
  at = await openTestBuyer();
});
afterEach(() => at.close());

test('a payment that is pending at the provider delivers nothing until it is completed', async () => {
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
  expect(
    await at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret),
  ).toMatchObject({
    value: { state: 'review' },
  });
  expect(await at.viewOwnOrder(number)).toBeUndefined();
  const seen = await at.deps.payments.getProviderOrder(providerId);
  await at.callControlApi('settle', {
    captureId: seen.kind === 'seen' && seen.captures[0]?.id,
    status: 'COMPLETED',
  });
  await at.deliverWebhooks();
  expect((await at.getOrder(number)).state).toBe('paid');
});

describe('a bank transfer', () => {
  test('brings a pro-forma with its reference, and becomes paid, invoiced and delivered when staff saw the money', async () => {
    const placed = await at.app.orders.placement.placeOrder(
      { ...billing, report_id: at.reportCode, type: 'single-user', method: 'bank' },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    const { number } = placed.value;
    const again = await at.app.orders.placement.placeOrder(
      { ...billing, report_id: at.reportCode, type: 'single-user', method: 'bank' },
      buyerSecret,
    );
    expect(again).toEqual(placed);
    expect(await at.viewOwnOrder(number)).toMatchObject({
      state: 'awaiting-transfer',
      files: [],
      documents: [{ kind: 'pro-forma' }],
    });
    expect(await at.emailSubjectsTo(billing.email)).toEqual([`Your order ${number}: how to pay`]);
    expect(
      (await at.app.orders.bankTransfers.confirmTransfer(number, 'staff@example.com')).ok,
    ).toBe(true);
    expect(
      await at.app.orders.bankTransfers.confirmTransfer(number, 'staff@example.com'),
    ).toMatchObject({
      ok: false,
      code: 'conflict',
    });
    await at.app.orders.jobs['orders.deliver']({ purchaseId: (await at.getOrder(number)).id });
    expect(await at.viewOwnOrder(number)).toMatchObject({
      state: 'fulfilled',
      documents: [{ kind: 'pro-forma' }, { kind: 'invoice' }],
      files: [{}, {}],
    });
    expect(await at.getPaypalCharges()).toEqual([]);
  });
});

test('numbers of invoices have no gap when twenty orders become paid at once and some fail', async () => {
  const orders = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const placed = await at.app.orders.placement.placeOrder(
        { ...billing, report_id: at.reportCode, type: 'single-user', method: 'bank' },
        String(i).padStart(64, 'a'),
      );
      return placed.ok ? placed.value.number : '';
    }),
  );
  await Promise.all(
    orders
      .flatMap((number) => [
        at.app.orders.bankTransfers.confirmTransfer(number, 'a'),
        at.app.orders.bankTransfers.confirmTransfer(number, 'b'),
      ])
      .map((one) => one.catch(() => undefined)),
  );
  const sequences = (await at.listDocuments())
    .filter(({ kind }) => kind === 'invoice')
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, i) => i + 1));
  expect(sequences).toHaveLength(20);
});

describe('seats', () => {
  test('a single user has none, five users share a licence, each with copies of his own', async () => {
    const single = await at.buyReport();
    expect(
      await at.app.orders.own.inviteToSeat(
        single.number,
        { browser: buyerSecret },
        { name: 'Bo', email: 'bo@company.example' },
      ),
    ).toMatchObject({ ok: false, code: 'conflict' });
    const { number } = await at.buyReport('multiple-user');
    const invite = (email: string) =>
      at.app.orders.own.inviteToSeat(number, { browser: buyerSecret }, { name: 'Bo', email });
    for (const who of ['b', 'c', 'd', 'e'])
      expect((await invite(`${who}@other.example`)).ok).toBe(true);
    expect(await invite('f@other.example')).toMatchObject({ ok: false, code: 'conflict' });
    expect(
      await at.app.orders.own.inviteToSeat(
        number,
        { browser: 'x'.repeat(64) },
        { name: 'Bo', email: 'g@other.example' },
      ),
    ).toMatchObject({ ok: false, code: 'not-found' });
    const seat = await at.deps.db
      .selectFrom('seat')
      .selectAll()
      .where('email', '=', 'b@other.example')
      .executeTakeFirstOrThrow();
    expect((await at.app.orders.seats.getSeat(seat.token))?.links).toEqual([]);
    const [link] = (await at.app.orders.seats.acceptSeat(seat.token))?.links ?? [];
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
    const mine = (await at.viewOwnOrder(number))?.files[0];
    const opened = await open();
    const buyers = await at.app.orders.downloads.openDownload(
      String(mine?.token),
      { browser: buyerSecret },
      'full',
      'x',
    );
    expect(opened.ok && buyers.ok && opened.value.fileKey !== buyers.value.fileKey).toBe(true);
    await at.app.orders.own.revokeSeat(number, { browser: buyerSecret }, 'b@other.example');
    expect(await open()).toMatchObject({ ok: false, code: 'forbidden' });
    expect((await invite('f@other.example')).ok).toBe(true);
  });

  test('a corporate licence is for one e-mail domain, and never for one that everybody can have', async () => {
    const { number } = await at.buyReport('corporate-user');
    const invite = (which: string, email: string) =>
      at.app.orders.own.inviteToSeat(which, { browser: buyerSecret }, { name: 'Bo', email });
    expect((await invite(number, 'bo@company.example')).ok).toBe(true);
    expect(await invite(number, 'bo@other.example')).toMatchObject({ ok: false, code: 'invalid' });
    const shared = await at.buyReport('corporate-user', { email: 'ada@gmail.com', name: 'Other' });
    expect(await invite(shared.number, 'bo@gmail.com')).toMatchObject({ ok: false });
  });
});

test('an upgrade costs the difference, keeps the history, and can be bought once', async () => {
  const first = await at.buyReport();
  const [multiple] = await at.app.orders.own.listUpgrades(first.number, { browser: buyerSecret });
  const prices = (await at.app.catalogue.getReportForSale({ code: at.reportCode }))?.prices;
  expect(multiple).toEqual({
    licence: 'multiple-user',
    cents: Number(prices?.multiple) - Number(prices?.single),
  });
  const placed = await at.app.orders.own.placeUpgrade(
    first.number,
    { browser: buyerSecret },
    'multiple-user',
  );
  if (!placed.ok) throw new Error(placed.message);
  expect(
    await at.app.orders.own.placeUpgrade(first.number, { browser: buyerSecret }, 'multiple-user'),
  ).toEqual(placed);
  const second = await at.payOrder(placed.value);
  expect(second.priceCents).toBe(multiple?.cents);
  expect(await at.getOrder(second.number)).toMatchObject({
    upgradeOf: (await at.getOrder(first.number)).id,
    licence: 'multiple-user',
  });
  expect(await at.viewOwnOrder(second.number)).toMatchObject({
    seatsLeft: 4,
    baseOrderNumber: first.number,
    upgradeNumbers: [],
  });
  expect(await at.viewOwnOrder(first.number)).toMatchObject({
    baseOrderNumber: undefined,
    upgradeNumbers: [second.number],
  });
  expect(
    await at.app.orders.own.placeUpgrade(first.number, { browser: buyerSecret }, 'multiple-user'),
  ).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(
    await at.app.orders.own.placeUpgrade(first.number, { browser: buyerSecret }, 'single-user'),
  ).toMatchObject({
    ok: false,
    code: 'invalid',
  });
});

test('a corrected edition reaches earlier buyers once, with new links', async () => {
  const { number } = await at.buyReport();
  const { reportId, id } = await at.getOrder(number);
  await at.deps.db
    .updateTable('downloadGrant')
    .set({ downloadCount: 5 })
    .where('purchaseId', '=', id)
    .execute();
  const edition = await at.app.catalogue.publishCorrectedEdition(
    reportId,
    "A table had last year's figures.",
  );
  await at.app.orders.jobs['orders.emailNewEdition']({
    reportId,
    edition,
    reason: "A table had last year's figures.",
  });
  await at.app.orders.jobs['orders.emailNewEdition']({
    reportId,
    edition,
    reason: "A table had last year's figures.",
  });
  expect(
    (await at.emailSubjectsTo(billing.email)).filter((subject) => subject.startsWith('Edition 2')),
  ).toHaveLength(1);
  const [file] = (await at.viewOwnOrder(number))?.files ?? [];
  const opened = await at.app.orders.downloads.openDownload(
    String(file?.token),
    { browser: buyerSecret },
    'full',
    'x',
  );
  expect(opened.ok && opened.value.fileKey).toContain('-2.');
});

test('a corrected edition reaches everybody with a seat as well, with copies of his own', async () => {
  const { number } = await at.buyReport('multiple-user');
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Bo', email: 'bo@other.example' },
  );
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Never', email: 'never@other.example' },
  );
  const { token } = await at.deps.db
    .selectFrom('seat')
    .select('token')
    .where('email', '=', 'bo@other.example')
    .executeTakeFirstOrThrow();
  await at.app.orders.seats.acceptSeat(token);
  const { reportId } = await at.getOrder(number);
  const edition = await at.app.catalogue.publishCorrectedEdition(reportId, 'A table was wrong.');
  for (let i = 0; i < 2; i++)
    await at.app.orders.jobs['orders.emailNewEdition']({
      reportId,
      edition,
      reason: 'A table was wrong.',
    });
  expect(
    (await at.emailSubjectsTo('bo@other.example')).filter((subject) =>
      subject.startsWith('Edition 2'),
    ),
  ).toHaveLength(1);
  expect(
    (await at.emailSubjectsTo('never@other.example')).filter((subject) =>
      subject.startsWith('Edition 2'),
    ),
  ).toEqual([]);
});

test('an order keeps the text of the terms that it was placed under, whatever they say later', async () => {
  const before = await at.app.content.getTermsInForce();
  const { number } = await at.buyReport();
  await at.deps.db
    .updateTable('policy')
    .set({ html: '<p>Other terms.</p>', updatedOn: '2027-01-01' })
    .where('name', '=', 'terms')
    .execute();
  const later = await at.buyReport('multiple-user');
  expect(
    await at.app.orders.terms.getAcceptedTerms(String((await at.viewOwnOrder(number))?.termsHash)),
  ).toEqual(before);
  expect(
    (
      await at.app.orders.terms.getAcceptedTerms(
        String((await at.viewOwnOrder(later.number))?.termsHash),
      )
    )?.html,
  ).toBe('<p>Other terms.</p>');
  expect(await at.app.orders.terms.getAcceptedTerms('0'.repeat(32))).toBeUndefined();
});

test('downloads are renewed by the buyer, and by his address without telling whether it is one', async () => {
  const { number } = await at.buyReport();
  await at.deps.db.updateTable('downloadGrant').set({ downloadCount: 5 }).execute();
  const unknown = await at.app.orders.resendLinks.resendLinksByEmail(
    'QI-999999',
    'nobody@example.com',
    'v1',
  );
  expect(
    await at.app.orders.resendLinks.resendLinksByEmail(number, 'Ada@company.example', 'v2'),
  ).toEqual(unknown);
  expect((await at.viewOwnOrder(number))?.files.map(({ downloadsLeft }) => downloadsLeft)).toEqual([
    5, 5,
  ]);
  expect(await at.app.orders.own.resendLinks(number, { browser: 'x'.repeat(64) })).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('the certificate says what was bought, as it was sold, and no longer holds after a refund', async () => {
  const { number, priceCents } = await at.buyReport();
  const certificate = String((await at.viewOwnOrder(number))?.certificateToken);
  expect(await at.app.orders.certificates.verifyCertificate(certificate)).toMatchObject({
    isValid: true,
    certificate: {
      holder: { name: billing.name },
      order: number,
      rights: expect.stringContaining('One named person'),
    },
  });
  expect(await at.app.orders.certificates.verifyCertificate('0'.repeat(32))).toBeUndefined();
  await at.app.orders.refunds.refundOrder(number, priceCents, 'given back');
  expect(await at.app.orders.certificates.verifyCertificate(certificate)).toMatchObject({
    isValid: false,
  });
  expect(await at.app.orders.certificates.renderCertificatePdf(certificate)).toBeUndefined();
});

test("the provider's books and ours are held together: a capture that we lost is repaired, what can't be is told", async () => {
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
  await at.planPaypalFaults({ capture: ['lose-answer'] });
  await at.app.orders.checkoutReturn.completeCheckout(placed.value.providerId, buyerSecret);
  at.advanceClock(61_000);
  expect(await at.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    captures: 1,
    differences: [],
    repaired: 1,
  });
  await at.deps.db.updateTable('purchase').set({ priceCents: 1, refundedCents: 0 }).execute();
  expect(await at.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'other amount' }],
  });
});

test('F-04 after an older database was put back, payments of lost orders are named, and their numbers are never given again', async () => {
  const lost = await at.deps.payments.createProviderOrder({
    requestId: 'c-5000-1',
    customId: '5000',
    invoiceId: 'QI-005000',
    description: 'Lost',
    amountCents: 100_000,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (lost.kind !== 'created') throw new Error('not created');
  await fetch(lost.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await at.deps.payments.captureProviderOrder(lost.providerId, 'k-lost');
  expect(await at.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'unknown order' }],
  });
  expect((await at.buyReport()).number).toBe('QI-006001');
  await at.app.orders.reconciliation.reconcileTransactions();
  expect((await at.buyReport('corporate-user')).number).toBe('QI-006002');
});

test('an order that was placed with an account stands in its library with its papers; another account sees nothing', async () => {
  const { number } = await at.buyReport();
  const customer = { id: 1, email: billing.email, confirmed: true } as Customer;
  expect(await at.app.orders.library.listLibraryOrders(customer)).toMatchObject([
    { number, state: 'fulfilled', documents: [{ kind: 'invoice' }], files: [{}, {}] },
  ]);
  expect(
    await at.app.orders.library.listLibraryOrders({ ...customer, email: 'other@example.com' }),
  ).toEqual([]);
  expect(await at.app.orders.library.listLibraryOrders({ ...customer, confirmed: false })).toEqual(
    [],
  );
});

describe('colleagues of a corporate licence', () => {
  const colleague = (email: string, confirmed = true) =>
    ({ id: 7, name: 'Bo', email, confirmed }) as Customer;
  const joinOf = async (number: string) =>
    new URL(String((await at.viewOwnOrder(number))?.joinUrl)).searchParams.get('signature') ?? '';

  test("take seats by themselves with the address that the buyer gave them, by a letter to the company's domain alone", async () => {
    const { number } = await at.buyReport('corporate-user');
    const signature = await joinOf(number);
    const join = (email: string, signed = signature) =>
      at.app.orders.joinLinks.requestSeat(number, signed, { name: 'Bo', email }, 'v1');
    expect(await at.app.orders.joinLinks.openJoinLink(number, signature)).toMatchObject({
      companyName: 'Example',
      emailDomain: 'company.example',
    });
    expect(await at.app.orders.joinLinks.openJoinLink(number, 'x'.repeat(43))).toBeUndefined();
    expect(await join('bo@company.example', 'x'.repeat(43))).toMatchObject({
      ok: false,
      code: 'not-found',
    });
    expect(await join('bo@other.example')).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { email: ['This licence is for addresses at company.example.'] },
    });
    const answer = await join('bo@company.example');
    expect(answer.ok).toBe(true);
    expect(await join('bo@company.example')).toEqual(answer);
    expect(await at.emailSubjectsTo('bo@company.example')).toHaveLength(1);
    await at.app.orders.own.revokeSeat(number, { browser: buyerSecret }, 'bo@company.example');
    expect(await join('bo@company.example')).toEqual(answer);
    expect(
      await at.deps.db.selectFrom('seat').select('email').where('revokedAt', 'is', null).execute(),
    ).toEqual([]);
  });

  test('find the report in their accounts once the address is confirmed, and take the seat there', async () => {
    const { number } = await at.buyReport('corporate-user');
    expect(
      await at.app.orders.joinLinks.listSharedSeats(colleague('bo@company.example', false)),
    ).toEqual([]);
    expect(await at.app.orders.joinLinks.listSharedSeats(colleague('bo@other.example'))).toEqual(
      [],
    );
    expect(
      await at.app.orders.joinLinks.listSharedSeats(colleague('Bo@company.example')),
    ).toMatchObject([{ number, seatPath: undefined }]);
    expect(
      await at.app.orders.joinLinks.claimSeat(colleague('bo@other.example'), number),
    ).toMatchObject({
      ok: false,
      code: 'not-found',
    });
    const taken = await at.app.orders.joinLinks.claimSeat(colleague('bo@company.example'), number);
    if (!taken.ok) throw new Error(taken.message);
    expect(
      (await at.app.orders.seats.getSeat(taken.value.path.split('/')[2] ?? ''))?.links,
    ).toHaveLength(2);
    expect(
      await at.app.orders.joinLinks.listSharedSeats(colleague('bo@company.example')),
    ).toMatchObject([{ seatPath: taken.value.path }]);
    await at.app.orders.own.revokeSeat(number, { browser: buyerSecret }, 'bo@company.example');
    expect(await at.app.orders.joinLinks.listSharedSeats(colleague('bo@company.example'))).toEqual(
      [],
    );
    expect(
      await at.app.orders.joinLinks.claimSeat(colleague('bo@company.example'), number),
    ).toMatchObject({
      ok: false,
      code: 'not-found',
    });
  });

  test("have no such address under another licence, or where the domain is everybody's", async () => {
    const { number } = await at.buyReport('multiple-user');
    expect((await at.viewOwnOrder(number))?.joinUrl).toBeUndefined();
    for (const domain of ['gmail.com', 'yahoo.co.uk', 't-online.de', 'naver.com', 'tuta.io']) {
      const shared = await at.buyReport('corporate-user', { email: `ada@${domain}` });
      expect((await at.viewOwnOrder(shared.number))?.joinUrl).toBeUndefined();
      expect(await at.app.orders.joinLinks.listSharedSeats(colleague(`bo@${domain}`))).toEqual([]);
    }
  });
});

test("the number of a team's readers is a setting, and an order keeps the one that it was sold with", async () => {
  const site = await at.app.content.getSiteInfo();
  const before = await at.buyReport('multiple-user');
  await at.deps.db
    .updateTable('siteInfo')
    .set({ body: { ...site, teamSeats: 3 } })
    .execute();
  const after = await at.buyReport('multiple-user', {
    name: 'Later',
    email: 'later@company.example',
  });
  expect([
    (await at.viewOwnOrder(before.number))?.seatsLeft,
    (await at.viewOwnOrder(after.number))?.seatsLeft,
  ]).toEqual([4, 2]);
  expect((await at.viewOwnOrder(after.number))?.rights).toContain('Up to three named people');
  expect(
    await at.app.orders.certificates.verifyCertificate(
      String((await at.viewOwnOrder(before.number))?.certificateToken),
    ),
  ).toMatchObject({ certificate: { seats: 'Up to 5 named readers of the company.' } });
});
