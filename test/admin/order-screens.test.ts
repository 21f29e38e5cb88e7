import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a hostile name and an unknown filter are only text', async () => {
  const number = await buyers.placeOrder('bank', { company_name: '<script>alert(1)</script>' });
  for (const path of [
    `/admin/orders?q=${number}&state=x&from=2026-99-99&min=z`,
    `/admin/orders/${number}`,
  ]) {
    const page = await finance.get(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(number);
    expect(html).not.toContain('<script>alert(1)');
  }
});

test('PayPal’s list of transactions is compared with the orders', async () => {
  const number = await buyers.placeOrder('card');
  await admin.server.db
    .updateTable('purchase')
    .set((eb) => ({ priceCents: eb('priceCents', '+', 100) }))
    .where('number', '=', number)
    .execute();
  const compared = await finance.post('/admin/attention', { intent: 'reconcile' });
  expect(compared.status).toBe(200);
  const html = await compared.text();
  expect(html).toContain('The amount differs from the order.');
  expect(html).toContain(`href="/admin/orders/${number}"`);
  expect((await finance.post('/admin/attention', { intent: 'x' })).status).toBe(400);
});
