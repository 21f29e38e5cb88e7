import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestWorld, type TestWorld } from '../../../test/support/world.ts';
import type { Customer } from '../accounts/model.ts';

let at: TestWorld;
let code: string;
const browser = 'b'.repeat(64);
const billing = { name: 'Łucja Example', email: 'ada@company.example', mobile_no: '+1 202-555-0100', company_name: 'Example', title: 'Analyst', country: '1', address: '1 Main Street', city: 'Springfield', state: 'Illinois', zip: '62701', policy: '1' };

beforeEach(async () => {
  at = await openTestWorld();
  code = String((await at.shop.catalogue.list(1)).items[0]?.code);
});
afterEach(() => at.close());

type Bought = { number: string; providerId: string; captureId: string; price: number };

/** An order that is paid by card and delivered. */
async function bought(licence = 'single-user', more: object = {}): Promise<Bought> {
  const placed = await at.shop.orders.place({ ...billing, report_id: code, type: licence, ...more }, browser);
  if (!placed.ok) throw new Error(placed.message);
  return pay(placed.value);
}

async function pay({ approvalUrl, providerId, number }: { approvalUrl: string; providerId: string; number: string }): Promise<Bought> {
  await fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
  const finished = await at.shop.orders.finish(providerId, browser);
  if (!finished.ok || finished.value.state !== 'paid') throw new Error('not paid');
  const { id, priceCents } = await orderOf(number);
  await at.shop.orders.jobs['orders.deliver']({ purchaseId: id });
  const { captureId } = await at.world.db.selectFrom('paymentAttempt').select('captureId').where('purchaseId', '=', id).executeTakeFirstOrThrow();
  return { number, providerId, captureId: String(captureId), price: priceCents };
}

const orderOf = (number: string) => at.world.db.selectFrom('purchase').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
const papers = () => at.world.db.selectFrom('paper').selectAll().orderBy('id').execute();
const own = (number: string) => at.shop.orders.ownOrder(number, { browser });
const lettersTo = async (to: string) => (await at.world.db.selectFrom('letter').select('subject').where('to', '=', to).orderBy('id').execute()).map(({ subject }) => subject);

describe('webhooks', () => {
  test('of an approval whose tab was closed take the money, in any order and number', async () => {
    const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user' }, browser);
    if (!placed.ok) throw new Error(placed.message);
    await at.sim('webhooks', { mode: 'duplicate' });
    await fetch(placed.value.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
    await at.hearAll();
    expect((await orderOf(placed.value.number)).state).toBe('paid');
    await at.hearAll((all) => all.toReversed());
    expect(await at.charges()).toHaveLength(1);
    expect(await at.world.db.selectFrom('webhookEvent').select('id').where('type', '=', 'CHECKOUT.ORDER.APPROVED').execute()).toHaveLength(1);
    expect((await papers()).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test.each(['bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'])('with %s are refused with 400 and change nothing', async (mode) => {
    const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user' }, browser);
    if (!placed.ok) throw new Error(placed.message);
    await at.sim('webhooks', { mode });
    await fetch(placed.value.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [one] = at.webhooks;
    expect(one).toBeDefined();
    if (one) expect(await at.shop.orders.hear(one.raw, one.headers)).toMatchObject({ ok: false, status: 400 });
    expect((await orderOf(placed.value.number)).state).toBe('awaiting-approval');
    expect(await at.world.db.selectFrom('webhookEvent').select('id').execute()).toEqual([]);
  });

  test('with one byte changed, or written anew from the same JSON, are refused', async () => {
    await bought();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [one] = at.webhooks;
    if (!one) throw new Error('no webhook came');
    const text = Buffer.from(one.raw).toString();
    for (const changed of [text.replace('WH-', 'WX-'), JSON.stringify(JSON.parse(text), null, 1)]) expect(await at.shop.orders.hear(Buffer.from(changed), one.headers)).toMatchObject({ ok: false, status: 400 });
    expect(await at.shop.orders.hear(one.raw, one.headers)).toMatchObject({ ok: true });
  });

  test.each(['https://evil.example/v1/notifications/certs/C', 'http://169.254.169.254/v1/notifications/certs/C', 'https://api.paypal.com.evil.example/v1/notifications/certs/C', 'file:///etc/passwd', 'x'])('whose certificate stands at %s cause no call at all', async (url) => {
    await bought();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [one] = at.webhooks;
    const before = performance.now();
    expect(await at.shop.orders.hear(one?.raw ?? new Uint8Array(), { ...one?.headers, 'paypal-cert-url': url })).toMatchObject({ ok: false, status: 400 });
    expect(performance.now() - before).toBeLessThan(100);
  });

  test('of an order that is not ours are kept for a person', async () => {
    const { captureId, providerId } = await bought();
    await at.world.db.updateTable('paymentAttempt').set({ captureId: 'OTHER', providerId: 'OTHER' }).where('captureId', '=', captureId).execute();
    at.webhooks.splice(0);
    await at.sim('resend', { orderId: providerId });
    await at.hearAll();
    expect(await at.world.db.selectFrom('webhookEvent').select(['known']).where('known', '=', false).execute()).toHaveLength(1);
  });
});

describe('a refund', () => {
  test('in part leaves the files, the rest closes them; each has a credit note and a letter, and numbers have no gap', async () => {
    const { number, price } = await bought();
    expect(await at.shop.orders.refund(number, price + 1, 'too much')).toMatchObject({ ok: false, status: 422 });
    expect((await at.shop.orders.refund(number, 10_000, 'a discount came late')).ok).toBe(true);
    expect(await orderOf(number)).toMatchObject({ state: 'partly-refunded', refundedCents: 10_000 });
    expect((await own(number))?.files).toHaveLength(2);
    expect((await at.shop.orders.refund(number, price - 10_000, 'given back')).ok).toBe(true);
    expect(await orderOf(number)).toMatchObject({ state: 'refunded', refundedCents: price });
    expect(await own(number)).toBeUndefined();
    expect((await at.world.db.selectFrom('deliveryGrant').select('suspended').execute()).every(({ suspended }) => suspended)).toBe(true);
    expect((await papers()).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(['invoice 1', 'credit-note 1', 'credit-note 2']);
    expect((await lettersTo(billing.email)).filter((subject) => subject.startsWith('Refund'))).toHaveLength(2);
    expect(await at.shop.orders.refund(number, 1, 'more')).toMatchObject({ ok: false, status: 409 });
  });

  test.each(['lose-answer', 'reset', '500'])('that meets "%s" is asked for again and given once', async (fault) => {
    const { number, price } = await bought();
    await at.fault({ refund: [fault] });
    expect(await at.shop.orders.refund(number, price, 'given back')).toMatchObject({ ok: false, status: 502 });
    at.pass(10_000);
    await at.shop.orders.jobs['orders.reconcile']();
    expect((await orderOf(number)).state).toBe('refunded');
    const { refunds } = (await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as { refunds: unknown[] };
    expect(refunds).toHaveLength(1);
    expect((await papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test('that was made on the provider\'s own pages is taken up by its webhook, however often it comes', async () => {
    const { number, captureId } = await bought();
    await at.sim('webhooks', { mode: 'duplicate' });
    await at.sim('refund', { captureId });
    await at.hearAll((all) => [...all, ...all]);
    expect((await orderOf(number)).state).toBe('refunded');
    expect((await papers()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  });

  test('a dispute suspends the downloads at once', async () => {
    const { number, captureId } = await bought();
    const [file] = (await own(number))?.files ?? [];
    await at.sim('reverse', { captureId });
    await at.hearAll();
    expect((await orderOf(number)).state).toBe('reversed');
    expect(await at.shop.orders.openDownload(String(file?.token), { browser }, true, 'x')).toMatchObject({ ok: false, status: 403 });
  });
});

test('a payment that is pending at the provider delivers nothing until it is completed', async () => {
  await at.fault({ 'capture-outcome': ['pending'] });
  const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user' }, browser);
  if (!placed.ok) throw new Error(placed.message);
  const { approvalUrl, providerId, number } = placed.value;
  await fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
  expect(await at.shop.orders.finish(providerId, browser)).toMatchObject({ value: { state: 'review' } });
  expect(await own(number)).toBeUndefined();
  const order = (await (await fetch(`${at.paypal}/v2/checkout/orders/${providerId}`, { headers: { authorization: 'Bearer local-token' } })).json()) as { purchase_units: { payments: { captures: { id: string }[] } }[] };
  await at.sim('settle', { captureId: order.purchase_units[0]?.payments.captures[0]?.id, status: 'COMPLETED' });
  await at.hearAll();
  expect((await orderOf(number)).state).toBe('paid');
});

describe('a bank transfer', () => {
  test('brings a pro-forma with its reference, and becomes paid, invoiced and delivered when staff saw the money', async () => {
    const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user', method: 'bank' }, browser);
    if (!placed.ok) throw new Error(placed.message);
    const { number } = placed.value;
    const again = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user', method: 'bank' }, browser);
    expect(again).toEqual(placed);
    expect(await own(number)).toMatchObject({ state: 'awaiting-transfer', files: [], papers: [{ kind: 'pro-forma' }] });
    expect(await lettersTo(billing.email)).toEqual([`Your order ${number}: how to pay`]);
    expect((await at.shop.orders.markPaid(number, 'staff@example.com')).ok).toBe(true);
    expect(await at.shop.orders.markPaid(number, 'staff@example.com')).toMatchObject({ ok: false, status: 409 });
    await at.shop.orders.jobs['orders.deliver']({ purchaseId: (await orderOf(number)).id });
    expect(await own(number)).toMatchObject({ state: 'fulfilled', papers: [{ kind: 'pro-forma' }, { kind: 'invoice' }], files: [{}, {}] });
    expect(await at.charges()).toEqual([]);
  });
});

test('numbers of invoices have no gap when twenty orders become paid at once and some fail', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
    const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user', method: 'bank' }, String(i).padStart(64, 'a'));
    return placed.ok ? placed.value.number : '';
  }));
  await Promise.all(orders.flatMap((number) => [at.shop.orders.markPaid(number, 'a'), at.shop.orders.markPaid(number, 'b')]).map((one) => one.catch(() => undefined)));
  const sequences = (await papers()).filter(({ kind }) => kind === 'invoice').map(({ sequence }) => sequence).toSorted((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, i) => i + 1));
  expect(sequences).toHaveLength(20);
});

describe('seats', () => {
  test('a single user has none, five users share a licence, each with copies of his own', async () => {
    const single = await bought();
    expect(await at.shop.orders.invite(single.number, { browser }, { name: 'Bo', email: 'bo@company.example' })).toMatchObject({ ok: false, status: 409 });
    const { number } = await bought('multiple-user');
    const invite = (email: string) => at.shop.orders.invite(number, { browser }, { name: 'Bo', email });
    for (const who of ['b', 'c', 'd', 'e']) expect((await invite(`${who}@other.example`)).ok).toBe(true);
    expect(await invite('f@other.example')).toMatchObject({ ok: false, status: 409 });
    expect(await at.shop.orders.invite(number, { browser: 'x'.repeat(64) }, { name: 'Bo', email: 'g@other.example' })).toMatchObject({ ok: false, status: 404 });
    const seat = await at.world.db.selectFrom('seat').selectAll().where('email', '=', 'b@other.example').executeTakeFirstOrThrow();
    expect((await at.shop.orders.openSeat(seat.token, false))?.links).toEqual([]);
    const [link] = (await at.shop.orders.openSeat(seat.token, true))?.links ?? [];
    const url = new URL(String(link?.url));
    const open = () => at.shop.orders.openDownload(url.pathname.split('/')[2] ?? '', { browser: undefined, expires: url.searchParams.get('expires') ?? '', signature: url.searchParams.get('signature') ?? '' }, true, 'x');
    const mine = (await own(number))?.files[0];
    const opened = await open();
    const buyers = await at.shop.orders.openDownload(String(mine?.token), { browser }, true, 'x');
    expect(opened.ok && buyers.ok && opened.value.fileKey !== buyers.value.fileKey).toBe(true);
    await at.shop.orders.revokeSeat(number, { browser }, 'b@other.example');
    expect(await open()).toMatchObject({ ok: false, status: 403 });
    expect((await invite('f@other.example')).ok).toBe(true);
  });

  test('a corporate licence is for one e-mail domain, and never for one that everybody can have', async () => {
    const { number } = await bought('corporate-user');
    const invite = (which: string, email: string) => at.shop.orders.invite(which, { browser }, { name: 'Bo', email });
    expect((await invite(number, 'bo@company.example')).ok).toBe(true);
    expect(await invite(number, 'bo@other.example')).toMatchObject({ ok: false, status: 422 });
    const shared = await bought('corporate-user', { email: 'ada@gmail.com', name: 'Other' });
    expect(await invite(shared.number, 'bo@gmail.com')).toMatchObject({ ok: false });
  });
});

test('an upgrade costs the difference, keeps the history, and can be bought once', async () => {
  const first = await bought();
  const [multiple] = await at.shop.orders.upgrades(first.number, { browser });
  const prices = (await at.shop.catalogue.reportForSale({ code }))?.prices;
  expect(multiple).toEqual({ licence: 'multiple-user', cents: Number(prices?.multiple) - Number(prices?.single) });
  const placed = await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user');
  if (!placed.ok) throw new Error(placed.message);
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user')).toEqual(placed);
  const second = await pay(placed.value);
  expect(second.price).toBe(multiple?.cents);
  expect(await orderOf(second.number)).toMatchObject({ upgradeOf: (await orderOf(first.number)).id, licence: 'multiple-user' });
  expect((await own(second.number))?.seatsLeft).toBe(4);
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'multiple-user')).toMatchObject({ ok: false, status: 409 });
  expect(await at.shop.orders.upgrade(first.number, { browser }, 'single-user')).toMatchObject({ ok: false, status: 422 });
});

test('a corrected edition reaches earlier buyers once, with new links', async () => {
  const { number } = await bought();
  const { reportId, id } = await orderOf(number);
  await at.world.db.updateTable('deliveryGrant').set({ downloads: 5 }).where('purchaseId', '=', id).execute();
  const edition = await at.shop.catalogue.correct(reportId, 'A table had last year\'s figures.');
  await at.shop.orders.jobs['orders.edition']({ reportId, edition, reason: 'A table had last year\'s figures.' });
  await at.shop.orders.jobs['orders.edition']({ reportId, edition, reason: 'A table had last year\'s figures.' });
  expect((await lettersTo(billing.email)).filter((subject) => subject.startsWith('Edition 2'))).toHaveLength(1);
  const [file] = (await own(number))?.files ?? [];
  const opened = await at.shop.orders.openDownload(String(file?.token), { browser }, true, 'x');
  expect(opened.ok && opened.value.fileKey).toContain('-2.');
});

test('downloads are renewed by the buyer, and by his address without telling whether it is one', async () => {
  const { number } = await bought();
  await at.world.db.updateTable('deliveryGrant').set({ downloads: 5 }).execute();
  const unknown = await at.shop.orders.renewByAddress('QI-999999', 'nobody@example.com', 'v1');
  expect(await at.shop.orders.renewByAddress(number, 'Ada@company.example', 'v2')).toEqual(unknown);
  expect((await own(number))?.files.map(({ left }) => left)).toEqual([5, 5]);
  expect(await at.shop.orders.renew(number, { browser: 'x'.repeat(64) })).toMatchObject({ ok: false, status: 404 });
});

test('the certificate says what was bought, as it was sold, and no longer holds after a refund', async () => {
  const { number, price } = await bought();
  const certificate = String((await own(number))?.certificate);
  expect(await at.shop.orders.verify(certificate)).toMatchObject({ holds: true, paper: { holder: { name: billing.name }, order: number, rights: expect.stringContaining('One named person') } });
  expect(await at.shop.orders.verify('0'.repeat(32))).toBeUndefined();
  await at.shop.orders.refund(number, price, 'given back');
  expect(await at.shop.orders.verify(certificate)).toMatchObject({ holds: false });
  expect(await at.shop.orders.certificatePdf(certificate)).toBeUndefined();
});

test('the provider\'s books and ours are held together: a capture that we lost is repaired, what can\'t be is told', async () => {
  const placed = await at.shop.orders.place({ ...billing, report_id: code, type: 'single-user' }, browser);
  if (!placed.ok) throw new Error(placed.message);
  await fetch(placed.value.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
  await at.fault({ capture: ['lose-answer'] });
  await at.shop.orders.finish(placed.value.providerId, browser);
  at.pass(61_000);
  expect(await at.shop.orders.compareBooks()).toMatchObject({ captures: 1, differences: [], repaired: 1 });
  await at.world.db.updateTable('purchase').set({ priceCents: 1, refundedCents: 0 }).execute();
  expect(await at.shop.orders.compareBooks()).toMatchObject({ differences: [{ what: 'other amount' }] });
});

test('an order that was placed with an account stands in its library with its papers; another account sees nothing', async () => {
  const { number } = await bought();
  const customer = { id: 1, email: billing.email, confirmed: true } as Customer;
  expect(await at.shop.orders.library(customer)).toMatchObject([{ number, state: 'fulfilled', papers: [{ kind: 'invoice' }], files: [{}, {}] }]);
  expect(await at.shop.orders.library({ ...customer, email: 'other@example.com' })).toEqual([]);
  expect(await at.shop.orders.library({ ...customer, confirmed: false })).toEqual([]);
});
