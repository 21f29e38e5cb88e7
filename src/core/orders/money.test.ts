import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';
import type { Customer } from '../accounts/model.ts';

let at: Buyer;
beforeEach(async () => {
  at = await openBuyer();
});
afterEach(() => at.close());

test('a payment that is pending at the provider delivers nothing until it is completed', async () => {
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
  expect(await at.shop.orders.finish(providerId, browser)).toMatchObject({
    value: { state: 'review' },
  });
  expect(await at.own(number)).toBeUndefined();
  const seen = await at.world.payments.look(providerId);
  await at.sim('settle', {
    captureId: seen.kind === 'seen' && seen.captures[0]?.id,
    status: 'COMPLETED',
  });
  await at.hearAll();
  expect((await at.orderOf(number)).state).toBe('paid');
});

describe('a bank transfer', () => {
  test('brings a pro-forma with its reference, and becomes paid, invoiced and delivered when staff saw the money', async () => {
    const placed = await at.shop.orders.place(
      { ...billing, report_id: at.code, type: 'single-user', method: 'bank' },
      browser,
    );
    if (!placed.ok) throw new Error(placed.message);
    const { number } = placed.value;
    const again = await at.shop.orders.place(
      { ...billing, report_id: at.code, type: 'single-user', method: 'bank' },
      browser,
    );
    expect(again).toEqual(placed);
    expect(await at.own(number)).toMatchObject({
      state: 'awaiting-transfer',
      files: [],
      papers: [{ kind: 'pro-forma' }],
    });
    expect(await at.lettersTo(billing.email)).toEqual([`Your order ${number}: how to pay`]);
    expect((await at.shop.orders.markPaid(number, 'staff@example.com')).ok).toBe(true);
    expect(await at.shop.orders.markPaid(number, 'staff@example.com')).toMatchObject({
      ok: false,
      status: 409,
    });
    await at.shop.orders.jobs['orders.deliver']({ purchaseId: (await at.orderOf(number)).id });
    expect(await at.own(number)).toMatchObject({
      state: 'fulfilled',
      papers: [{ kind: 'pro-forma' }, { kind: 'invoice' }],
      files: [{}, {}],
    });
    expect(await at.charges()).toEqual([]);
  });
});

test('numbers of invoices have no gap when twenty orders become paid at once and some fail', async () => {
  const orders = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const placed = await at.shop.orders.place(
        { ...billing, report_id: at.code, type: 'single-user', method: 'bank' },
        String(i).padStart(64, 'a'),
      );
      return placed.ok ? placed.value.number : '';
    }),
  );
  await Promise.all(
    orders
      .flatMap((number) => [
        at.shop.orders.markPaid(number, 'a'),
        at.shop.orders.markPaid(number, 'b'),
      ])
      .map((one) => one.catch(() => undefined)),
  );
  const sequences = (await at.papers())
    .filter(({ kind }) => kind === 'invoice')
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, i) => i + 1));
  expect(sequences).toHaveLength(20);
});

describe('seats', () => {
  test('a single user has none, five users share a licence, each with copies of his own', async () => {
    const single = await at.bought();
    expect(
      await at.shop.orders.invite(
        single.number,
        { browser },
        { name: 'Bo', email: 'bo@company.example' },
      ),
    ).toMatchObject({ ok: false, status: 409 });
    const { number } = await at.bought('multiple-user');
    const invite = (email: string) =>
      at.shop.orders.invite(number, { browser }, { name: 'Bo', email });
    for (const who of ['b', 'c', 'd', 'e'])
      expect((await invite(`${who}@other.example`)).ok).toBe(true);
    expect(await invite('f@other.example')).toMatchObject({ ok: false, status: 409 });
    expect(
      await at.shop.orders.invite(
        number,
        { browser: 'x'.repeat(64) },
        { name: 'Bo', email: 'g@other.example' },
      ),
    ).toMatchObject({ ok: false, status: 404 });
    const seat = await at.world.db
      .selectFrom('seat')
      .selectAll()
      .where('email', '=', 'b@other.example')
      .executeTakeFirstOrThrow();
    expect((await at.shop.orders.openSeat(seat.token, false))?.links).toEqual([]);
    const [link] = (await at.shop.orders.openSeat(seat.token, true))?.links ?? [];
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
    const mine = (await at.own(number))?.files[0];
    const opened = await open();
    const buyers = await at.shop.orders.openDownload(
      String(mine?.token),
      { browser },
      'whole',
      'x',
    );
    expect(opened.ok && buyers.ok && opened.value.fileKey !== buyers.value.fileKey).toBe(true);
    await at.shop.orders.revokeSeat(number, { browser }, 'b@other.example');
    expect(await open()).toMatchObject({ ok: false, status: 403 });
    expect((await invite('f@other.example')).ok).toBe(true);
  });

  test('a corporate licence is for one e-mail domain, and never for one that everybody can have', async () => {
    const { number } = await at.bought('corporate-user');
    const invite = (which: string, email: string) =>
      at.shop.orders.invite(which, { browser }, { name: 'Bo', email });
    expect((await invite(number, 'bo@company.example')).ok).toBe(true);
    expect(await invite(number, 'bo@other.example')).toMatchObject({ ok: false, status: 422 });
    const shared = await at.bought('corporate-user', { email: 'ada@gmail.com', name: 'Other' });
    expect(await invite(shared.number, 'bo@gmail.com')).toMatchObject({ ok: false });
  });
});

test('an upgrade costs the difference, keeps the history, and can be bought once', async () => {
  const first = await at.bought();
  const [multiple] = await at.shop.orders.upgrades(first.number, { browser });
  const prices = (await at.shop.catalogue.reportForSale({ code: at.code }))?.prices;
  expect(multiple).toEqual({
    licence: 'multiple-user',
    cents: Number(prices?.multiple) - Number(prices?.single),
  });
  const placed = await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user');
  if (!placed.ok) throw new Error(placed.message);
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user')).toEqual(placed);
  const second = await at.pay(placed.value);
  expect(second.price).toBe(multiple?.cents);
  expect(await at.orderOf(second.number)).toMatchObject({
    upgradeOf: (await at.orderOf(first.number)).id,
    licence: 'multiple-user',
  });
  expect(await at.own(second.number)).toMatchObject({
    seatsLeft: 4,
    before: first.number,
    after: [],
  });
  expect(await at.own(first.number)).toMatchObject({ before: undefined, after: [second.number] });
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user')).toMatchObject({
    ok: false,
    status: 409,
  });
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'single-user')).toMatchObject({
    ok: false,
    status: 422,
  });
});

test('a corrected edition reaches earlier buyers once, with new links', async () => {
  const { number } = await at.bought();
  const { reportId, id } = await at.orderOf(number);
  await at.world.db
    .updateTable('deliveryGrant')
    .set({ downloads: 5 })
    .where('purchaseId', '=', id)
    .execute();
  const edition = await at.shop.catalogue.correct(reportId, "A table had last year's figures.");
  await at.shop.orders.jobs['orders.edition']({
    reportId,
    edition,
    reason: "A table had last year's figures.",
  });
  await at.shop.orders.jobs['orders.edition']({
    reportId,
    edition,
    reason: "A table had last year's figures.",
  });
  expect(
    (await at.lettersTo(billing.email)).filter((subject) => subject.startsWith('Edition 2')),
  ).toHaveLength(1);
  const [file] = (await at.own(number))?.files ?? [];
  const opened = await at.shop.orders.openDownload(String(file?.token), { browser }, 'whole', 'x');
  expect(opened.ok && opened.value.fileKey).toContain('-2.');
});

test('a corrected edition reaches everybody with a seat as well, with copies of his own', async () => {
  const { number } = await at.bought('multiple-user');
  await at.shop.orders.invite(number, { browser }, { name: 'Bo', email: 'bo@other.example' });
  await at.shop.orders.invite(number, { browser }, { name: 'Never', email: 'never@other.example' });
  const { token } = await at.world.db
    .selectFrom('seat')
    .select('token')
    .where('email', '=', 'bo@other.example')
    .executeTakeFirstOrThrow();
  await at.shop.orders.openSeat(token, true);
  const { reportId } = await at.orderOf(number);
  const edition = await at.shop.catalogue.correct(reportId, 'A table was wrong.');
  for (let i = 0; i < 2; i++)
    await at.shop.orders.jobs['orders.edition']({
      reportId,
      edition,
      reason: 'A table was wrong.',
    });
  expect(
    (await at.lettersTo('bo@other.example')).filter((subject) => subject.startsWith('Edition 2')),
  ).toHaveLength(1);
  expect(
    (await at.lettersTo('never@other.example')).filter((subject) =>
      subject.startsWith('Edition 2'),
    ),
  ).toEqual([]);
});

test('an order keeps the text of the terms that it was placed under, whatever they say later', async () => {
  const before = await at.shop.content.termsInForce();
  const { number } = await at.bought();
  await at.world.db
    .updateTable('policy')
    .set({ html: '<p>Other terms.</p>', updatedOn: '2027-01-01' })
    .where('name', '=', 'terms')
    .execute();
  const later = await at.bought('multiple-user');
  expect(await at.shop.orders.acceptedTerms(String((await at.own(number))?.termsHash))).toEqual(
    before,
  );
  expect(
    (await at.shop.orders.acceptedTerms(String((await at.own(later.number))?.termsHash)))?.html,
  ).toBe('<p>Other terms.</p>');
  expect(await at.shop.orders.acceptedTerms('0'.repeat(32))).toBeUndefined();
});

test('downloads are renewed by the buyer, and by his address without telling whether it is one', async () => {
  const { number } = await at.bought();
  await at.world.db.updateTable('deliveryGrant').set({ downloads: 5 }).execute();
  const unknown = await at.shop.orders.renewByAddress('QI-999999', 'nobody@example.com', 'v1');
  expect(await at.shop.orders.renewByAddress(number, 'Ada@company.example', 'v2')).toEqual(unknown);
  expect((await at.own(number))?.files.map(({ left }) => left)).toEqual([5, 5]);
  expect(await at.shop.orders.renew(number, { browser: 'x'.repeat(64) })).toMatchObject({
    ok: false,
    status: 404,
  });
});

test('the certificate says what was bought, as it was sold, and no longer holds after a refund', async () => {
  const { number, price } = await at.bought();
  const certificate = String((await at.own(number))?.certificate);
  expect(await at.shop.orders.verify(certificate)).toMatchObject({
    holds: true,
    paper: {
      holder: { name: billing.name },
      order: number,
      rights: expect.stringContaining('One named person'),
    },
  });
  expect(await at.shop.orders.verify('0'.repeat(32))).toBeUndefined();
  await at.shop.orders.refund(number, price, 'given back');
  expect(await at.shop.orders.verify(certificate)).toMatchObject({ holds: false });
  expect(await at.shop.orders.certificatePdf(certificate)).toBeUndefined();
});

test("the provider's books and ours are held together: a capture that we lost is repaired, what can't be is told", async () => {
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
  await at.fault({ capture: ['lose-answer'] });
  await at.shop.orders.finish(placed.value.providerId, browser);
  at.pass(61_000);
  expect(await at.shop.orders.compareBooks()).toMatchObject({
    captures: 1,
    differences: [],
    repaired: 1,
  });
  await at.world.db.updateTable('purchase').set({ priceCents: 1, refundedCents: 0 }).execute();
  expect(await at.shop.orders.compareBooks()).toMatchObject({
    differences: [{ what: 'other amount' }],
  });
});

test('F-04 after an older database was put back, payments of lost orders are named, and their numbers are never given again', async () => {
  const lost = await at.world.payments.create({
    requestId: 'c-5000-1',
    customId: '5000',
    invoiceId: 'QI-005000',
    description: 'Lost',
    amount: 100_000,
    currency: 'USD',
    brand: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (lost.kind !== 'created') throw new Error('not created');
  await fetch(lost.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await at.world.payments.capture(lost.providerId, 'k-lost');
  expect(await at.shop.orders.compareBooks()).toMatchObject({
    differences: [{ what: 'unknown order' }],
  });
  expect((await at.bought()).number).toBe('QI-006001');
  await at.shop.orders.compareBooks();
  expect((await at.bought('corporate-user')).number).toBe('QI-006002');
});

test('an order that was placed with an account stands in its library with its papers; another account sees nothing', async () => {
  const { number } = await at.bought();
  const customer = { id: 1, email: billing.email, confirmed: true } as Customer;
  expect(await at.shop.orders.library(customer)).toMatchObject([
    { number, state: 'fulfilled', papers: [{ kind: 'invoice' }], files: [{}, {}] },
  ]);
  expect(await at.shop.orders.library({ ...customer, email: 'other@example.com' })).toEqual([]);
  expect(await at.shop.orders.library({ ...customer, confirmed: false })).toEqual([]);
});

describe('colleagues of a corporate licence', () => {
  const colleague = (email: string, confirmed = true) =>
    ({ id: 7, name: 'Bo', email, confirmed }) as Customer;
  const joinOf = async (number: string) =>
    new URL(String((await at.own(number))?.joinUrl)).searchParams.get('signature') ?? '';

  test("take seats by themselves with the address that the buyer gave them, by a letter to the company's domain alone", async () => {
    const { number } = await at.bought('corporate-user');
    const signature = await joinOf(number);
    const join = (email: string, signed = signature) =>
      at.shop.orders.join(number, signed, { name: 'Bo', email }, 'v1');
    expect(await at.shop.orders.openJoin(number, signature)).toMatchObject({
      company: 'Example',
      domain: 'company.example',
    });
    expect(await at.shop.orders.openJoin(number, 'x'.repeat(43))).toBeUndefined();
    expect(await join('bo@company.example', 'x'.repeat(43))).toMatchObject({
      ok: false,
      status: 404,
    });
    expect(await join('bo@other.example')).toMatchObject({
      ok: false,
      status: 422,
      errors: { email: ['This licence is for addresses at company.example.'] },
    });
    const answer = await join('bo@company.example');
    expect(answer.ok).toBe(true);
    expect(await join('bo@company.example')).toEqual(answer);
    expect(await at.lettersTo('bo@company.example')).toHaveLength(1);
    await at.shop.orders.revokeSeat(number, { browser }, 'bo@company.example');
    expect(await join('bo@company.example')).toEqual(answer);
    expect(
      await at.world.db.selectFrom('seat').select('email').where('revokedAt', 'is', null).execute(),
    ).toEqual([]);
  });

  test('find the report in their accounts once the address is confirmed, and take the seat there', async () => {
    const { number } = await at.bought('corporate-user');
    expect(await at.shop.orders.sharedWith(colleague('bo@company.example', false))).toEqual([]);
    expect(await at.shop.orders.sharedWith(colleague('bo@other.example'))).toEqual([]);
    expect(await at.shop.orders.sharedWith(colleague('Bo@company.example'))).toMatchObject([
      { number, path: undefined },
    ]);
    expect(await at.shop.orders.takeShared(colleague('bo@other.example'), number)).toMatchObject({
      ok: false,
      status: 404,
    });
    const taken = await at.shop.orders.takeShared(colleague('bo@company.example'), number);
    if (!taken.ok) throw new Error(taken.message);
    expect(
      (await at.shop.orders.openSeat(taken.value.path.split('/')[2] ?? '', false))?.links,
    ).toHaveLength(2);
    expect(await at.shop.orders.sharedWith(colleague('bo@company.example'))).toMatchObject([
      { path: taken.value.path },
    ]);
    await at.shop.orders.revokeSeat(number, { browser }, 'bo@company.example');
    expect(await at.shop.orders.sharedWith(colleague('bo@company.example'))).toEqual([]);
    expect(await at.shop.orders.takeShared(colleague('bo@company.example'), number)).toMatchObject({
      ok: false,
      status: 404,
    });
  });

  test("have no such address under another licence, or where the domain is everybody's", async () => {
    const { number } = await at.bought('multiple-user');
    expect((await at.own(number))?.joinUrl).toBeUndefined();
    for (const domain of ['gmail.com', 'yahoo.co.uk', 't-online.de', 'naver.com', 'tuta.io']) {
      const shared = await at.bought('corporate-user', { email: `ada@${domain}` });
      expect((await at.own(shared.number))?.joinUrl).toBeUndefined();
      expect(await at.shop.orders.sharedWith(colleague(`bo@${domain}`))).toEqual([]);
    }
  });
});

test("the number of a team's readers is a setting, and an order keeps the one that it was sold with", async () => {
  const site = await at.shop.content.site();
  const before = await at.bought('multiple-user');
  await at.world.db
    .updateTable('siteInfo')
    .set({ body: JSON.stringify({ ...site, teamSeats: 3 }) })
    .execute();
  const after = await at.bought('multiple-user', { name: 'Later', email: 'later@company.example' });
  expect([
    (await at.own(before.number))?.seatsLeft,
    (await at.own(after.number))?.seatsLeft,
  ]).toEqual([4, 2]);
  expect((await at.own(after.number))?.rights).toContain('Up to three named people');
  expect(
    await at.shop.orders.verify(String((await at.own(before.number))?.certificate)),
  ).toMatchObject({ paper: { seats: 'Up to 5 named readers of the company.' } });
});
