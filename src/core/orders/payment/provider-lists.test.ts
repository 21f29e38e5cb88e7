import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { listReadings } from './list-reading.store.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const readList = async (list: string) =>
  (await listReadings(buyer.deps.db)).find((reading) => reading.list === list);

async function findMissedEvents(): Promise<void> {
  await buyer.loseWebhooks();
  const { jobs } = buyer.app.orders;
  await jobs['orders.findMissedEvents']();
  const events = await buyer.deps.db.selectFrom('webhookEvent').select('id').execute();
  for (const { id } of events) await jobs['orders.handleWebhook']({ id });
}

const openDispute = (captureId: string, changes: object = {}) =>
  buyer.callControlApi('dispute', { captureId, ...changes });

test('F-51 a day of 120 disputes is read to its end, page by page', async () => {
  const { number, captureId } = await buyer.buyReport();
  const foreign = await buyer.buyReport('corporate-user');
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ captureId: null, providerOrderId: null })
    .where('captureId', '=', foreign.captureId)
    .execute();
  await openDispute(captureId);
  for (let count = 1; count < 120; count++)
    await openDispute(foreign.captureId, { number: count, without: ['custom'] });
  await findMissedEvents();
  expect(await buyer.getState(number)).toBe('suspended');
  expect(await readList('disputes')).toMatchObject({
    entries: 120,
    foreignEntries: 119,
    unreadableCount: 0,
    isWhole: true,
  });
});

test.each([
  ['without our id of the payment', { without: ['seller_transaction_id'] }],
  ['without a time', { without: ['update_time'] }],
  ['with times that end with +0000', { hasOffsetTimes: true }],
  [
    'without anything that it may lack',
    { without: ['reason', 'status', 'dispute_amount', 'links'] },
  ],
])('a dispute %s is seen in the list and by its webhook', async (_what, changes) => {
  for (const licence of ['single-user', 'corporate-user']) {
    const { number, captureId } = await buyer.buyReport(licence);
    await buyer.deliverWebhooks();
    await openDispute(captureId, changes);
    if (licence === 'single-user') await findMissedEvents();
    else await buyer.deliverWebhooks();
    expect(await buyer.getState(number)).toBe('suspended');
  }
});

test("a dispute that names no payment hides no other, and staff are told that it can't be read", async () => {
  const { number, captureId } = await buyer.buyReport();
  const other = await buyer.buyReport('corporate-user');
  await openDispute(other.captureId, { without: ['disputed_transactions'] });
  await openDispute(captureId);
  await findMissedEvents();
  expect(await buyer.getState(number)).toBe('suspended');
  expect(await readList('disputes')).toMatchObject({
    unreadableCount: 1,
    unreadable: [`PP-D-${other.captureId}-1`],
  });
});

test.each(['list', 'webhook'])('a dispute about two payments suspends both, by %s', async (way) => {
  const first = await buyer.buyReport();
  const second = await buyer.buyReport('corporate-user');
  await buyer.loseWebhooks();
  await openDispute(first.captureId, { captureIds: [second.captureId] });
  if (way === 'list') await findMissedEvents();
  else await buyer.deliverWebhooks();
  expect(await buyer.getState(first.number)).toBe('suspended');
  expect(await buyer.getState(second.number)).toBe('suspended');
});

test("F-52 transactions that can't be read are left out and counted, and end no comparison", async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('transactions', {
    transactions: [
      { transaction_id: 'NOAMOUNT', transaction_event_code: 'T0006', transaction_status: 'S' },
      { transaction_event_code: 'T0006' },
      { transaction_id: 'NOCODE' },
      { transaction_id: 'FEE', transaction_event_code: 'T0400' },
      {
        transaction_id: 'SENT',
        transaction_event_code: 'T0000',
        transaction_amount: { value: '-5.00', currency_code: 'USD' },
      },
    ],
  });
  expect(await buyer.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    captures: 1,
    differences: [],
    unreadable: ['NOAMOUNT', 'no transaction id', 'NOCODE'],
    isWhole: true,
  });
  await buyer.callControlApi('refund', { captureId });
  await findMissedEvents();
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await readList('refunds')).toMatchObject({ unreadableCount: 3 });
});

test('a list that is too long for PayPal is asked for in shorter spans', async () => {
  const numbers: string[] = [];
  for (const licence of ['single-user', 'multiple-user', 'corporate-user']) {
    numbers.push((await buyer.buyReport(licence)).number);
    await buyer.passTime(3 * 86_400_000);
  }
  await buyer.callControlApi('account', { listedTransactions: 1 });
  expect(await buyer.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    captures: numbers.length,
    differences: [],
  });
});
