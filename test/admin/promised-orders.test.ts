import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '../support/goods-files.ts';
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
let buyers: OrderPlacer;
beforeAll(async () => {
  ({ admin, sales } = await startOffice(['sales']));
  buyers = await createOrderPlacer(admin.server);
  const [first] = (await admin.server.app.catalogue.listReports(1)).items;
  await chooseDelivery(admin.server, String(first?.code), { kind: 'by-us', days: 5 });
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
