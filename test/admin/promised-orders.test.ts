import { raisePrice } from '../support/raise-price.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { createPdf } from '../support/goods-files.ts';
import { payLostOrder } from '../support/lost-payment.ts';
import { approvePayment, getPaypalLedger } from '../support/paypal.ts';
import { chooseDelivery } from '../support/test-promises.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';
import { testProgram } from '../support/test-staff.ts';

let admin: AdminTestServer;
let sales: AdminClient;
let finance: AdminClient;
let code: string;
let buyers: OrderPlacer;
beforeAll(async () => {
  ({ admin, sales, finance } = await startOffice(['sales', 'finance']));
  buyers = await createOrderPlacer(admin.server);
  const [first] = (await admin.server.app.catalogue.reports.list(1)).items;
  code = String(first?.code);
  await chooseDelivery(admin.server, code, { kind: 'by-us', days: 5 });
});
afterAll(() => admin?.close());

/** An order that is paid by transfer, and waits until we deliver it. */
async function payPromised(): Promise<string> {
  const number = await buyers.placeOrder('bank');
  await admin.server.app.orders.bankTransfers.confirmTransfer(testProgram, number);
  return number;
}
const upload = async (client: AdminClient, number: string, files: Record<string, Uint8Array>) =>
  client.post(`/admin/orders/${number}`, createUpload({ intent: 'add-file' }, files));

test('sales find what is to be delivered, upload a file, and deliver it to all who wait', async () => {
  const [number, other] = [await payPromised(), await payPromised()];
  const home = await sales.readText('/admin');
  expect(home).toContain('href="/admin/orders?view=to-deliver"');
  const list = await sales.readText('/admin/orders?view=to-deliver');
  expect(list.indexOf(number)).toBeGreaterThan(0);
  expect(list.indexOf(other)).toBeGreaterThan(list.indexOf(number));
  const uploaded = await upload(sales, number, { 'report.pdf': await createPdf(2) });
  expect(uploaded.status).toBe(303);
  const html = await (await sales.follow(uploaded)).text();
  expect(html).toContain('is ready. The buyer gets it when you deliver.');
  expect(html).toContain('1 other order');
  expect(html).not.toContain('Renew links');
  const delivered = await sales.post(`/admin/orders/${number}`, { intent: 'deliver', alike: '1' });
  expect(delivered.status).toBe(303);
  expect(await (await sales.follow(delivered)).text()).toContain(`${number} and 1 other can be`);
  for (const one of [number, other])
    await waitUntil(
      `${one} is delivered`,
      async () => (await buyers.readState(one)) === 'fulfilled',
    );
  expect(await sales.readText('/admin/orders?view=to-deliver')).not.toContain(number);
  const again = await sales.post(`/admin/orders/${number}`, { intent: 'deliver' });
  expect(await (await sales.follow(again)).text()).toContain('was delivered before');
});

test('no file, a file that is none for sale, and a delivery without a file are refused with a sentence', async () => {
  const number = await payPromised();
  const path = `/admin/orders/${number}`;
  const empty = await sales.post(path, { intent: 'add-file' });
  expect([empty.status, await empty.text()]).toEqual([
    422,
    expect.stringContaining('Choose a file'),
  ]);
  const bad = await upload(sales, number, { 'page.html': new TextEncoder().encode('<p>Hello') });
  expect(bad.status).toBe(415);
  expect(await bad.text()).toContain('page.html');
  const early = await sales.post(path, { intent: 'deliver' });
  expect([early.status, await early.text()]).toEqual([
    409,
    expect.stringContaining('Upload it first'),
  ]);
});

const findOrder = (number: string) =>
  admin.server.db
    .selectFrom('purchase')
    .select(['state', 'deliverBy', 'email'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();

/** Sales give the order its file and deliver it, as the office does. */
async function deliverByHand(number: string): Promise<void> {
  expect(await sales.readText('/admin/orders?view=to-deliver')).toContain(number);
  const uploaded = await upload(sales, number, { 'report.pdf': await createPdf(2) });
  expect(uploaded.status).toBe(303);
  expect((await sales.post(`/admin/orders/${number}`, { intent: 'deliver' })).status).toBe(303);
  await waitUntil(
    `${number} is delivered`,
    async () => (await buyers.readState(number)) === 'fulfilled',
  );
  expect(await sales.readText('/admin/orders?view=to-deliver')).not.toContain(number);
}

/** An order that a restored database lost, written again from its payment. */
async function recreate(id: number): Promise<string> {
  const captureId = await payLostOrder(admin.server, id);
  const kind = 'unknown order';
  await waitUntil('the comparison has found the payment', async () => {
    await finance.post('/admin/attention', { intent: 'reconcile' });
    return (await finance.readText('/admin/attention')).includes(
      `Recreate the order of payment ${captureId}`,
    );
  });
  const form = { intent: 'recreate', captureId, kind };
  expect((await finance.post('/admin/attention', form)).status).toBe(303);
  return `QI-${String(id).padStart(6, '0')}`;
}

test('a promised order that a restored database lost is written again with its promise, and kept', async () => {
  const number = await recreate(641);
  await waitUntil('its day is set', async () => (await findOrder(number)).deliverBy !== null);
  expect(await findOrder(number)).toMatchObject({ state: 'paid' });
  expect(await sales.readText(`/admin/orders/${number}`)).toContain('Recreated from its payment');
  await deliverByHand(number);
});

test('a promised order that its buyer corrects is paid once, promised once and delivered', async () => {
  const { url, paypalUrl } = admin.server;
  const email = 'corrects@buyer.example';
  const headers = { origin: url, cookie: `buyer=${'9'.repeat(64)}` };
  const send = async (changes: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${url}/buy-now?id=${code}&type=single-user`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({
        ...billing,
        email,
        report_id: code,
        type: 'single-user',
        ...changes,
      }),
    });
    return answer.headers.get('location') ?? '';
  };
  const first = await send({});
  await admin.server.db
    .updateTable('report')
    .set({ prices: raisePrice('single', 10_000) })
    .where('code', '=', code)
    .execute();
  const corrected = await send({ company_name: 'Corrected Ltd' });
  expect(corrected).not.toBe(first);
  const before = (await getPaypalLedger(paypalUrl)).charges.length;
  const pages: string[] = [];
  for (const approval of [corrected, first]) {
    await approvePayment(approval);
    const token = new URL(approval).searchParams.get('token') ?? '';
    let answer = await fetch(`${url}/payment-success?token=${token}`, {
      redirect: 'manual',
      headers,
    });
    const location = answer.headers.get('location');
    if (location !== null) answer = await fetch(new URL(location, url), { headers });
    pages.push(await answer.text());
  }
  expect((await getPaypalLedger(paypalUrl)).charges.length - before).toBe(1);
  expect(pages[0]).toContain('deliver');
  expect(pages[1]).toMatch(/nothing was charged/i);
  const paid = await admin.server.db
    .selectFrom('purchase')
    .select(['number', 'companyName', 'deliverBy'])
    .where('email', '=', email)
    .where('paidAt', 'is not', null)
    .execute();
  expect(paid).toMatchObject([{ companyName: 'Corrected Ltd', deliverBy: expect.any(String) }]);
  await deliverByHand(String(paid[0]?.number));
});
