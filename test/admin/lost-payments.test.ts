import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { simulatorWebhookId } from '#simulators/paypal/webhook-sender.ts';
import { getStoreId } from '#core/kernel/store-identity.store.ts';
import { approvePayment } from '../support/paypal.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let finance: AdminClient;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
});
afterAll(() => admin?.close());

/** A payment of an order that this store's database has lost; answers its capture. */
async function payLostOrder(id: number): Promise<string> {
  const { db, app, paypalUrl } = admin.server;
  const code = String((await app.catalogue.listReports(1)).items[0]?.code);
  const paypal = createPaypalProvider({
    baseUrl: paypalUrl,
    clientId: 'local',
    secret: 'local',
    webhookId: simulatorWebhookId,
  });
  const key = String(id).padStart(16, 'e');
  const created = await paypal.createProviderOrder({
    requestId: `c-${id}`,
    customId: `${await getStoreId(db)}-${id}-${key}`,
    invoiceId: `QI-${String(id).padStart(6, '0')}-${key.slice(0, 6)}`,
    description: 'A report',
    item: { name: 'A report', description: 'Licence', sku: `${code}/single-user` },
    amountCents: 350_000,
    taxCents: 0,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  await approvePayment(created.approvalUrl);
  await paypal.captureProviderOrder(created.providerId, `k-${id}`);
  const order = await paypal.getProviderOrder(created.providerId);
  return String(order.kind === 'found' && order.captures[0]?.id);
}

const readAttention = async () => (await finance.get('/admin/attention')).text();

test('a payment without an order is recreated, refunded or settled from the office', async () => {
  const [recreated, refunded, settled] = [
    await payLostOrder(41),
    await payLostOrder(42),
    await payLostOrder(43),
  ];
  // The night's own comparison may be under way.
  await expect
    .poll(async () => (await finance.post('/admin/attention', { intent: 'reconcile' })).text(), {
      timeout: 60_000,
      interval: 500,
    })
    .toContain('A payment for this store, without an order.');
  const page = await readAttention();
  for (const captureId of [recreated, refunded, settled])
    expect(page).toContain(`Recreate the order of payment ${captureId}`);
  const kind = 'unknown order';
  for (const [intent, captureId] of [
    ['recreate', recreated],
    ['refund-lost', refunded],
    ['settle-difference', settled],
  ] as const)
    expect((await finance.post('/admin/attention', { intent, captureId, kind })).status).toBe(303);
  expect(await readAttention()).not.toContain('without an order');
  const order = await (await finance.get('/admin/orders/QI-000041')).text();
  expect(order).toContain('Recreated from its payment');
  expect(order).toContain('payer@example.com');
  expect(
    (await finance.post('/admin/attention', { intent: 'recreate', captureId: refunded })).status,
  ).toBe(404);
});

test('staff who may not touch money see no buttons, and can press none', async () => {
  const captureId = await payLostOrder(44);
  await finance.post('/admin/attention', { intent: 'reconcile' });
  const viewer = await admin.signIn('viewer');
  const page = await (await viewer.get('/admin/attention')).text();
  expect(page).toContain(captureId);
  expect(page).not.toContain('Recreate the order');
  for (const intent of ['recreate', 'refund-lost', 'settle-difference'])
    expect(
      (await viewer.post('/admin/attention', { intent, captureId, kind: 'unknown order' })).status,
    ).toBe(403);
});
