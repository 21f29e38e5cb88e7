import { afterAll, beforeAll, expect, test } from 'vitest';
import { payLostOrder as payOrderOf } from '../support/lost-payment.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let finance: AdminClient;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
});
afterAll(() => admin?.close());

const payLostOrder = (id: number) => payOrderOf(admin.server, id);
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
