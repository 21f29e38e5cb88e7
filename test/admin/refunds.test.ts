import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPaypalControl, getPaypalLedger } from '../support/paypal.ts';
import { buyerIn, chargeVat } from '../support/taxed-store.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let finance: AdminClient;
let buyers: OrderPlacer;
let germany: object;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
  await chargeVat(admin.server);
  germany = await buyerIn(admin.server, 'DE');
  buyers = await createOrderPlacer(admin.server);
});
afterAll(() => admin?.close());

const plan = (faults: object) => callPaypalControl(admin.server.paypalUrl, 'faults', faults);
const readOrder = (number: string) =>
  admin.server.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
const pathOf = (number: string) => `/admin/orders/${number}/refund`;
const readFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    ['place', 'part', 'sent', 'form-key', 'amount', 'sent_on'].flatMap((name) => {
      const value = new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
/** Opens the form at an address and sends it with the fields that it has. */
async function sendForm(path: string, typed: Record<string, string>) {
  const fields = readFields(await finance.readText(path));
  return finance.post(path, { intent: 'refund', reason: 'Goodwill', ...fields, ...typed });
}
const listRefunds = async (number: string) => {
  const { id } = await readOrder(number);
  const { db } = admin.server;
  return db.selectFrom('refund').selectAll().where('purchaseId', '=', id).orderBy('id').execute();
};

test('the VAT alone is offered with what is left of it, and goes back', async () => {
  const number = await buyers.placeOrder('card', germany);
  const { taxCents } = await readOrder(number);
  const tax = (taxCents / 100).toFixed(2);
  const html = await finance.readText(pathOf(number));
  expect(html).toContain(`href="${pathOf(number)}?part=tax"`);
  const path = `${pathOf(number)}?part=tax`;
  expect(readFields(await finance.readText(path))).toMatchObject({
    amount: tax,
    part: 'tax',
  });
  const tooMuch = await sendForm(path, { amount: '99999' });
  expect(tooMuch.status).toBe(422);
  const refused = await tooMuch.text();
  expect(refused).toContain('of VAT can be refunded.');
  expect(readFields(refused)).toMatchObject({ part: 'tax', amount: '99999' });
  const done = await sendForm(path, { amount: tax.replace('.', ',') });
  expect(done.status).toBe(303);
  expect(await listRefunds(number)).toMatchObject([
    { amountCents: taxCents, taxCents, isTaxAlone: true, state: 'completed' },
  ]);
  const page = await (await finance.follow(done)).text();
  expect(page).toContain('is refunded.');
  expect(page).toContain('VAT alone');
  expect(await finance.readText(pathOf(number))).not.toContain('part=tax');
});

test('where PayPal refunds no more, what was typed is kept in the form that records it', async () => {
  const number = await buyers.placeOrder('card', germany);
  await plan({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  const refused = await sendForm(pathOf(number), { amount: '12,50', reason: 'Half & half' });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('PayPal does not refund this payment any more');
  expect(html).toContain('Half &amp; half');
  const fields = readFields(html);
  expect(fields).toMatchObject({ amount: '12,50', sent: 'by-hand', place: '2' });
  expect(fields['sent_on']).toMatch(/^\d{4}-\d\d-\d\d$/);
  const record = (typed: object) =>
    finance.post(pathOf(number), {
      intent: 'refund',
      reason: 'Half & half',
      way: 'cheque',
      reference: 'No. 1',
      ...fields,
      ...typed,
    });
  const future = await record({ sent_on: '2999-01-01' });
  expect(future.status).toBe(422);
  const errors = await future.text();
  expect(errors).toContain('href="#sent_on"');
  expect(errors).toContain('value="No. 1"');
  expect(errors).toMatch(/value="cheque" selected/);
  const done = await record({});
  expect(done.status).toBe(303);
  expect((await record({})).status).toBe(303);
  expect(await listRefunds(number)).toMatchObject([
    { state: 'refused' },
    { state: 'completed', amountCents: 1250, way: 'cheque', reference: 'No. 1' },
  ]);
  const page = await (await finance.follow(done)).text();
  expect(page).toMatch(/Sent by cheque on .+, reference No\. 1/);
});

test('a bank transfer is recorded as sent, with its day', async () => {
  const number = await buyers.placeOrder('bank', germany);
  await finance.post(`/admin/orders/${number}`, { intent: 'mark-paid' });
  const html = await finance.readText(pathOf(number));
  expect(html).not.toContain('PayPal sends it');
  expect((await sendForm(pathOf(number), { amount: '1', way: 'bank-transfer' })).status).toBe(303);
  expect(await listRefunds(number)).toMatchObject([{ way: 'bank-transfer', state: 'completed' }]);
});

test('a form that arrives twice is one refund, and one sent after it another', async () => {
  const number = await buyers.placeOrder('card', germany);
  const before = (await getPaypalLedger(admin.server.paypalUrl)).refunds.length;
  const fields = readFields(await finance.readText(pathOf(number)));
  const form = { intent: 'refund', reason: 'Goodwill', ...fields, amount: '5' };
  const posts = await Promise.all([1, 2, 3].map(() => finance.post(pathOf(number), form)));
  expect(posts.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect((await sendForm(pathOf(number), { amount: '5' })).status).toBe(303);
  expect(await listRefunds(number)).toHaveLength(2);
  expect((await getPaypalLedger(admin.server.paypalUrl)).refunds).toHaveLength(before + 2);
});

test('a pending refund is said to be on its way; one that fails waits for somebody', async () => {
  const number = await buyers.placeOrder('card', germany);
  await plan({ 'refund-outcome': ['pending'] });
  const done = await sendForm(pathOf(number), { amount: '7' });
  expect(await (await finance.follow(done)).text()).toContain(
    `€7 of ${number} is on its way back: PayPal takes some days.`,
  );
  expect(await finance.readText(pathOf(number))).toMatch(/On its way<\/dt><dd[^>]*>€7</);
  const [refund] = await listRefunds(number);
  await callPaypalControl(admin.server.paypalUrl, 'settlerefund', {
    refundId: refund?.providerRefundId,
    status: 'FAILED',
  });
  await finance.post(`/admin/orders/${number}`, { intent: 'sync' });
  await waitUntil('the refund is reversed', async () =>
    (await listRefunds(number)).every(({ state }) => state === 'reversed'),
  );
  const attention = await finance.readText('/admin/attention?reason=refund-failed');
  expect(attention).toContain('Refund failed');
  expect(attention).toContain(`href="${pathOf(number)}"`);
  expect(await finance.readText(`/admin/orders/${number}`)).toContain('PayPal says FAILED');
  const settle = await finance.post(`/admin/orders/${number}`, { intent: 'settle-refund' });
  expect(settle.status).toBe(303);
  expect(await finance.readText('/admin/attention')).not.toContain(`href="${pathOf(number)}"`);
});
