import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { callPaypalControl, getPaypalLedger } from '../support/paypal.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let finance: AdminClient;
let buyers: OrderPlacer;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
  buyers = await createOrderPlacer(admin.server);
});
afterAll(() => admin?.close());

const placeOrder: OrderPlacer['placeOrder'] = (method, changes) =>
  buyers.placeOrder(method, changes);
const readState = (number: string): Promise<string> => buyers.readState(number);
const countDocuments = async (number: string, kind: 'invoice' | 'credit-note'): Promise<number> =>
  (
    await admin.server.db
      .selectFrom('orderDocument')
      .innerJoin('purchase', 'purchase.id', 'orderDocument.purchaseId')
      .select('orderDocument.id')
      .where('purchase.number', '=', number)
      .where('kind', '=', kind)
      .execute()
  ).length;
const countRefunds = async (): Promise<number> =>
  (await getPaypalLedger(admin.server.paypalUrl)).refunds.length;
const readPlace = (html: string): string => /name="place" value="(\d+)"/.exec(html)?.[1] ?? '';
const postRefund = (client: AdminClient, number: string, form: Record<string, string>) =>
  client.post(`/admin/orders/${number}/refund`, { intent: 'refund', reason: 'Goodwill', ...form });

test('F5: an editor posts a refund: 403, audited, and PayPal hears nothing', async () => {
  const number = await placeOrder('card');
  const before = await countRefunds();
  const editor = await admin.signIn('editor');
  expect((await postRefund(editor, number, { amount: '10.00', place: '1' })).status).toBe(403);
  expect((await editor.get(`/admin/orders/${number}`)).status).toBe(403);
  expect(await countRefunds()).toBe(before);
  expect(await readState(number)).toBe('fulfilled');
});

test('F6: a viewer posts every form of an order: 403, and sees nobody’s address', async () => {
  const number = await placeOrder('card');
  const viewer = await admin.signIn('viewer');
  const page = await viewer.get(`/admin/orders/${number}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const personal of [
    billing.email,
    billing.name,
    billing.company_name,
    billing.mobile_no,
    'name="intent"',
  ])
    expect(html).not.toContain(personal);
  for (const intent of ['mark-paid', 'close-transfer', 'renew', 'sync', 'settle', 'issue-document'])
    expect((await viewer.post(`/admin/orders/${number}`, { intent })).status).toBe(403);
  const resend = { intent: 'resend', email: '1' };
  expect((await viewer.post(`/admin/orders/${number}`, resend)).status).toBe(403);
  for (const path of ['refund', 'address'])
    expect((await viewer.post(`/admin/orders/${number}/${path}`, { amount: '1' })).status).toBe(
      403,
    );
  expect((await viewer.get('/admin/orders/export')).status).toBe(403);
});

test('F13: a refund eleven minutes after proof asks for it with all that was typed', async () => {
  const number = await placeOrder('card');
  const before = await countRefunds();
  const late = await admin.signIn('finance', { provedMinutesAgo: 11 });
  const form = { amount: '12.50', reason: 'Half & half', place: '1' };
  const asked = await postRefund(late, number, form);
  const path = `/admin/orders/${number}/refund`;
  const provePath = `/admin/prove?next=${encodeURIComponent(path)}`;
  // 307: the browser posts the form on, and no address has anything that was typed.
  expect([asked.status, asked.headers.get('location')]).toEqual([307, provePath]);
  const html = await (await late.post(provePath, form)).text();
  expect(html).toContain('value="12.50"');
  expect(html).toContain('Half &amp; half');
  expect(await countRefunds()).toBe(before);
});

test('F14: two refunds in two tabs make one refund and one credit note', async () => {
  const number = await placeOrder('card');
  const before = await countRefunds();
  const tabs = await Promise.all(
    [1, 2].map(async () => (await finance.get(`/admin/orders/${number}/refund`)).text()),
  );
  const post = (html = '') => postRefund(finance, number, { amount: '50', place: readPlace(html) });
  const both = await Promise.all([post(tabs[0]), post(tabs[1])]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  const again = await post(tabs[1]);
  expect(again.status).toBe(303);
  expect(await (await finance.follow(again)).text()).toContain('$50 of');
  expect(await countRefunds()).toBe(before + 1);
  expect(await countDocuments(number, 'credit-note')).toBe(1);
  const other = await postRefund(finance, number, {
    amount: '60',
    place: readPlace(tabs[1] ?? ''),
  });
  expect(other.status).toBe(409);
  expect(readPlace(await other.text())).toBe('2');
  const placeless = await postRefund(finance, number, { amount: '60' });
  expect(placeless.status).toBe(409);
  expect(await countRefunds()).toBe(before + 1);
});

test('F15: a refund above what is left: 422 that names it, with all that was typed', async () => {
  const number = await placeOrder('card');
  const { priceCents } = await admin.server.db
    .selectFrom('purchase')
    .select('priceCents')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  // All but $1,234.
  const first = { amount: String(priceCents / 100 - 1234), place: '1' };
  expect((await postRefund(finance, number, first)).status).toBe(303);
  const before = await countRefunds();
  const refused = await postRefund(finance, number, { amount: '99,999.00', place: '2' });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('At most $1,234 can be refunded');
  expect((await postRefund(finance, number, { amount: '1234.01', place: '2' })).status).toBe(422);
  expect(await countRefunds()).toBe(before);
  expect(html).toContain('value="99,999.00"');
  expect(html).toContain('href="#amount"');
  const empty = await postRefund(finance, number, { amount: 'ten', reason: '', place: '2' });
  expect(empty.status).toBe(422);
  const errors = await empty.text();
  for (const field of ['amount', 'reason']) expect(errors).toContain(`href="#${field}"`);
});

test('a refund page of an order without a payment has no form', async () => {
  const number = await placeOrder('bank');
  const html = await (await finance.get(`/admin/orders/${number}/refund`)).text();
  expect(html).toContain('Nothing is left to refund.');
  expect(html).not.toContain('name="amount"');
});

test('F16: a refund that PayPal fails is in needs attention, and is completed once later', async () => {
  const number = await placeOrder('card');
  const before = await countRefunds();
  await callPaypalControl(admin.server.paypalUrl, 'faults', { refund: ['lose-answer'] });
  const failed = await postRefund(finance, number, { amount: '50', place: '1' });
  expect(failed.status).toBe(502);
  expect(await failed.text()).toContain('nothing is refunded twice');
  const asked = await finance.post(`/admin/orders/${number}`, { intent: 'sync' });
  expect(asked.status).toBe(303);
  expect(await countRefunds()).toBe(before + 1);
  expect(await countDocuments(number, 'credit-note')).toBe(1);
});

test('F17: a transfer marked paid twice has one invoice', async () => {
  const number = await placeOrder('bank');
  const page = await (await finance.get(`/admin/orders/${number}`)).text();
  expect(page).toContain(`Has the money for ${number} arrived?`);
  const paid = await finance.post(`/admin/orders/${number}`, { intent: 'mark-paid' });
  expect(paid.status).toBe(303);
  expect(await (await finance.follow(paid)).text()).toContain(`${number} is paid.`);
  const again = await finance.post(`/admin/orders/${number}`, { intent: 'mark-paid' });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('This order is not waiting for a transfer.');
  expect(await countDocuments(number, 'invoice')).toBe(1);
  const other = await placeOrder('bank');
  const both = await Promise.all(
    [1, 2].map(() => finance.post(`/admin/orders/${other}`, { intent: 'mark-paid' })),
  );
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 409]));
  expect(await countDocuments(other, 'invoice')).toBe(1);
});

test('F18: an order’s page lists every call to PayPal, in order', async () => {
  const number = await placeOrder('card');
  await postRefund(finance, number, { amount: '1', place: '1' });
  await finance.post(`/admin/orders/${number}`, { intent: 'sync' });
  const html = (await (await finance.get(`/admin/orders/${number}`)).text()).replaceAll(
    '<!-- -->',
    '',
  );
  const timeline = html.slice(html.indexOf('id="timeline"'));
  const steps = [
    'We asked PayPal to start a payment',
    'We asked PayPal to take the payment',
    'Delivered',
    'We asked PayPal to refund $1: refunded',
    'Credit note',
  ].map((step) => timeline.indexOf(step));
  expect(steps.every((at) => at >= 0)).toBe(true);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  // What PayPal says that it gave back is named so, and the refund has its credit note beside it.
  expect(timeline).toMatch(/<dt[^>]*>Refund<\/dt><dd>[^<]+: \$1, COMPLETED/);
  expect(html.slice(html.indexOf('>Refunds<'), html.indexOf('id="timeline"'))).toMatch(/CN-\d{4}-/);
});

test('an order moves to another address, and its links and emails are sent again', async () => {
  const number = await placeOrder('card');
  const path = `/admin/orders/${number}`;
  const wrong = await finance.post(`${path}/address`, { email: 'no address' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('value="no address"');
  const moved = await finance.post(`${path}/address`, { email: 'new@company.example' });
  expect(moved.status).toBe(303);
  expect(await (await finance.follow(moved)).text()).toContain('new@company.example');
  const sales = await admin.signIn('sales');
  expect((await sales.post(path, { intent: 'renew' })).status).toBe(303);
  const html = await (await sales.get(path)).text();
  const email = /name="email" value="(\d+)"/.exec(html)?.[1] ?? '';
  expect((await sales.post(path, { intent: 'resend', email })).status).toBe(303);
  expect((await sales.post(path, { intent: 'resend', email: '0' })).status).toBe(404);
  expect((await sales.post(path, { intent: 'no such thing' })).status).toBe(400);
  expect((await sales.get('/admin/orders/QI-0')).status).toBe(404);
});

test('F25: an order that is opened from a filtered list leads back to it', async () => {
  const number = await placeOrder('bank');
  const html = await (await finance.get('/admin/orders?view=transfers&sort=-amount')).text();
  const link = new RegExp(`href="(/admin/orders/${number}[^"]*)"`).exec(html)?.[1] ?? '';
  const order = await (await finance.get(link.replaceAll('&amp;', '&'))).text();
  expect(order).toContain('href="/admin/orders?view=transfers&amp;sort=-amount"');
});

test('F33: the list is exported as it is filtered, and a formula in it is text', async () => {
  const number = await placeOrder('bank', { company_name: '=1+2, Ltd' });
  const exported = await finance.get(`/admin/orders/export?q=${number}`);
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(exported.headers.get('content-disposition')).toContain('orders.csv');
  const lines = (await exported.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'=1+2, Ltd"`);
});
