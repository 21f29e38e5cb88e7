import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const listCalls = () =>
  buyer.deps.db
    .selectFrom('providerCall')
    .leftJoin('purchase', 'purchase.id', 'providerCall.purchaseId')
    .selectAll('providerCall')
    .select('purchase.number')
    .orderBy('providerCall.id')
    .execute();
const listSteps = async () => (await listCalls()).map(({ what, status }) => `${what} ${status}`);

test('every call about an order and every webhook of it is written down, in order', async () => {
  const { number, captureId, priceCents, providerId } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.refund(number, priceCents);
  const calls = await listCalls();
  expect(new Set(calls.map((call) => call.number))).toEqual(new Set([number]));
  expect(calls.filter(({ what }) => what === 'webhook').map(({ facts }) => facts)).toEqual(
    expect.arrayContaining([{ eventType: 'CHECKOUT.ORDER.APPROVED' }]),
  );
  expect((await listSteps()).filter((step) => !step.startsWith('webhook')).slice(0, 3)).toEqual([
    'create-order created',
    'capture captured',
    'read-order found',
  ]);
  expect(calls.find(({ what }) => what === 'refund')).toMatchObject({
    providerId: captureId,
    requestId: expect.stringMatching(`^r-${captureId}-[0-9a-f]{16}$`),
    status: 'refunded',
    facts: { amount: expect.stringMatching(/^\d+\.\d\d USD$/), providerStatus: 'COMPLETED' },
  });
  expect(calls[0]).toMatchObject({ direction: 'sent', providerId, requestId: expect.any(String) });
});

test('nothing secret and nothing of the person who paid is written down', async () => {
  const { number, priceCents } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.refund(number, priceCents);
  const text = JSON.stringify(await listCalls());
  for (const secret of ['Bearer', 'token', '@', billing.email, billing.name])
    expect(text).not.toContain(secret);
});

test('the same answer again is counted, and another one has a row of its own', async () => {
  const { number } = await buyer.placeOrder();
  for (let i = 0; i < 3; i++) {
    buyer.advanceClock(60_000);
    await buyer.reconcile();
  }
  const reads = (await listCalls()).filter(({ what }) => what === 'read-order');
  expect(reads.map(({ times, facts, ...call }) => [call.number, times, facts])).toEqual([
    [number, 3, { providerStatus: 'PAYER_ACTION_REQUIRED' }],
  ]);
});

test('a request without an answer says so, and why', async () => {
  const { number } = await buyer.buyReport();
  await buyer.planPaypalFaults({ refund: ['500', '500'] });
  await buyer.refund(number, 100);
  expect((await listCalls()).find(({ what }) => what === 'refund')).toMatchObject({
    status: 'unknown',
    facts: { amount: '1.00 USD', reason: expect.stringContaining('500') },
  });
});

test('a payment goes on where its calls can not be written down', async () => {
  await buyer.deps.db.schema.alterTable('providerCall').renameTo('lost').execute();
  const { number } = await buyer.buyReport();
  expect(await buyer.getState(number)).toBe('fulfilled');
});
