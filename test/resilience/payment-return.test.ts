import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from '../security/attacker.ts';
import {
  approvePayment,
  callPaypalControl,
  getPaypalLedger,
  readPurchaseId,
} from '../support/paypal.ts';
import { waitUntil } from '../support/wait-until.ts';

let store: Attacker;
beforeAll(async () => {
  store = await openAttacker();
});
afterAll(() => store?.close());

const getOrder = (email: string) =>
  store.server.db
    .selectFrom('purchase')
    .select(['id', 'state'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

async function countCharges(orderId: number): Promise<number> {
  const { charges } = await getPaypalLedger(store.server.paypalUrl);
  return charges.filter((charge) => readPurchaseId(charge) === orderId).length;
}

test('F-10 a payment that the provider still reviews opens no file', async () => {
  const email = 'review@company.example';
  const buyer = store.openBuyerSession('a');
  await callPaypalControl(store.server.paypalUrl, 'faults', { 'capture-outcome': ['pending'] });
  const placed = await store.submitCheckout(buyer, { email });
  const approvalUrl = placed.headers.get('location') ?? '';
  await approvePayment(approvalUrl);
  const token = new URL(approvalUrl).searchParams.get('token');
  const page = await buyer.request(`/payment-success?token=${token}`);
  expect(page.status).toBe(202);
  expect(await page.text()).not.toContain('/download/');
  const { id } = await getOrder(email);
  const grants = await store.server.db
    .selectFrom('downloadGrant')
    .select('id')
    .where('purchaseId', '=', id)
    .execute();
  expect(grants).toEqual([]);
});

test('F-35 whose payment is being checked is led to it by the checkout, and 409 by its form', async () => {
  const buyer = store.openBuyerSession('a');
  const checkoutPath = `/buy-now?id=${store.reportCode}&type=single-user`;
  const page = await (await buyer.request(checkoutPath)).text();
  expect(page).toContain('We are checking your payment.');
  const orderPath = /\/payment-success\?order=QI-\d+/.exec(page)?.[0] ?? '';
  const refused = await store.submitCheckout(buyer, { city: 'Typed city' });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain(orderPath);
  expect(html).toContain('value="Typed city"');
  expect((await buyer.request(orderPath)).status).toBe(202);
  const stranger = store.openBuyerSession('9');
  expect(await (await stranger.request(checkoutPath)).text()).not.toContain('QI-');
  expect((await stranger.request(orderPath)).status).toBe(404);
});

test('F-11, F-12 fifty returns at once charge once; previews charge nothing', async () => {
  const email = 'fifty@company.example';
  const buyer = store.openBuyerSession('b');
  const { paypalUrl } = store.server;
  await callPaypalControl(paypalUrl, 'webhooks', { mode: 'drop' });
  const placed = await store.submitCheckout(buyer, { email });
  const approvalUrl = placed.headers.get('location') ?? '';
  const token = new URL(approvalUrl).searchParams.get('token');
  const capturePath = `/admin/api/paypal/capture-order?token=${token}`;
  expect((await buyer.request(capturePath)).status).toBe(409);
  await approvePayment(approvalUrl);
  for (const init of [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
  ]) {
    await buyer.request(capturePath, init);
    await buyer.request(`/payment-success?token=${token}`, init);
  }
  const { id, state } = await getOrder(email);
  expect(state).toBe('awaiting-approval');
  // Who is told to ask again (503) does so, as the answer says: a busy store takes its time.
  const capture = (): Promise<string> =>
    waitUntil('the payment is answered', async () => {
      const response = await buyer.request(capturePath);
      const text = await response.text();
      return response.status === 503 ? undefined : text;
    });
  const responses = await Promise.all(Array.from({ length: 50 }, capture));
  await callPaypalControl(paypalUrl, 'webhooks', { mode: 'normal' });
  expect(new Set(responses).size).toBe(1);
  expect(await countCharges(id)).toBe(1);
  const stranger = await store.openBuyerSession('c').request(capturePath);
  const strangerText = await stranger.text();
  expect(strangerText).not.toContain('payer@example.com');
  expect(strangerText).not.toContain('LCALPAYER2345');
  expect(stranger.headers.get('cache-control')).toBe('no-store');
});

test("F-13 another order's token pays nothing", async () => {
  const email = 'swap@company.example';
  const other = await store.buyReport(store.openBuyerSession('1'));
  const buyer = store.openBuyerSession('2');
  const placed = await store.submitCheckout(buyer, { email, type: 'corporate-user' });
  expect(placed.status).toBe(303);
  await buyer.request(`/payment-success?token=${other.providerId}`);
  expect((await getOrder(email)).state).toBe('awaiting-approval');
});

test('F-13 every unknown token is 404 in the same shape', async () => {
  const buyer = store.openBuyerSession('2');
  const shapes = await Promise.all(
    ['UNKNOWN', '5O190127TN364715T', 'x'.repeat(500), '../../etc', '%00', ''].map(async (token) => {
      const response = await buyer.request(`/admin/api/paypal/capture-order?token=${token}`);
      const keys = Object.keys((await response.json()) as object).toSorted();
      return `${response.status} ${keys.join()}`;
    }),
  );
  expect(new Set(shapes).size).toBe(1);
  expect(shapes[0]).toMatch(/^404 /);
});
