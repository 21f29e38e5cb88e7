import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#core/catalogue/goods/delivery.model.ts';
import { payLostOrder as payOrderOf } from '../support/lost-payment.ts';
import { chooseDelivery } from '../support/test-promises.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let finance: AdminClient;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
});
afterAll(() => admin?.close());

const payLostOrder = (id: number, code?: string) => payOrderOf(admin.server, id, code);
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

/** The order of a payment of before the report was taken off sale, written again after that. */
async function recreateOffSale(id: number, ...sales: readonly Delivery[]): Promise<string> {
  const { server } = admin;
  // A report of its own each time: nobody pays for the same licence twice.
  const code = String((await server.app.catalogue.reports.list(1)).items[id % 10]?.code);
  for (const delivery of sales) await chooseDelivery(server, code, delivery);
  const captureId = await payLostOrder(id, code);
  await chooseDelivery(server, code, { kind: 'none' });
  await waitUntil('the comparison has found the payment', async () => {
    await finance.post('/admin/attention', { intent: 'reconcile' });
    return (await readAttention()).includes(`Recreate the order of payment ${captureId}`);
  });
  const form = { intent: 'recreate', captureId, kind: 'unknown order' };
  expect((await finance.post('/admin/attention', form)).status).toBe(303);
  return `QI-${String(id).padStart(6, '0')}`;
}

const readOrder = (number: string) =>
  admin.server.db
    .selectFrom('purchase')
    .select(['state', 'deliveryDays', 'deliverBy'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();

test('a lost order of a report that was taken off sale since is delivered as it was sold', async () => {
  const made = await recreateOffSale(51, { kind: 'made' });
  await waitUntil(
    `${made} is delivered`,
    async () => (await readOrder(made)).state === 'fulfilled',
  );
  // What a publisher delivered by hand is no PDF of its own page, whatever became of it since.
  const promised = await recreateOffSale(52, { kind: 'by-us', days: 9 });
  await waitUntil('its day is set', async () => (await readOrder(promised)).deliverBy !== null);
  expect(await readOrder(promised)).toMatchObject({ state: 'paid', deliveryDays: 9 });
  // What was sold as files that are gone waits for staff, who give it a file or the money back.
  const gone = await recreateOffSale(53, { kind: 'made' }, { kind: 'files' });
  await waitUntil('its day is set', async () => (await readOrder(gone)).deliverBy !== null);
  expect(await readOrder(gone)).toMatchObject({ state: 'paid' });
  const waiting = await (await finance.get('/admin/orders?view=to-deliver')).text();
  for (const number of [promised, gone]) expect(waiting).toContain(number);
  expect(waiting).not.toContain(made);
});
