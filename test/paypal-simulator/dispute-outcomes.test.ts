import { afterEach, beforeEach, expect, test } from 'vitest';
import { isResolvedByStatus, winnerByOutcome } from '#adapters/payments/paypal/dispute-outcome.ts';
import { readEnum } from './paypal-schemas.ts';
import { openOrderTester, type OrderTester } from '../support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const schemas = ['components', 'schemas'];
const outcomes = readEnum('disputes', ...schemas, 'dispute_outcome', 'properties', 'outcome_code');
const statuses = readEnum('disputes', ...schemas, 'status');

/** A dispute that is opened and then changed as given; answers the order's state. */
async function endDispute(changes: object): Promise<string> {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('dispute', { captureId });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('suspended');
  await buyer.passTime(1000);
  await buyer.callControlApi('dispute', { captureId, ...changes });
  await buyer.deliverWebhooks();
  return number;
}

test('the tables have every status and every outcome that PayPal documents', () => {
  expect(Object.keys(isResolvedByStatus).toSorted()).toEqual(statuses.toSorted());
  expect(Object.keys(winnerByOutcome).toSorted()).toEqual(outcomes.toSorted());
});

test.each(outcomes.filter((code) => winnerByOutcome[code] === 'seller'))(
  'a dispute that is resolved as %s ends at once: the downloads are open again',
  async (outcome) => {
    expect(await buyer.getState(await endDispute({ outcome }))).toBe('fulfilled');
  },
);

test.each(outcomes.filter((code) => winnerByOutcome[code] === 'buyer'))(
  'a dispute that is resolved as %s ends with its refund, and the state follows the refund',
  async (outcome) => {
    const whole = await endDispute({ outcome });
    expect(await buyer.getState(whole)).toBe('suspended');
    const { captureId } = await buyer.deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .executeTakeFirstOrThrow();
    await buyer.callControlApi('refund', { captureId });
    await buyer.deliverWebhooks();
    expect(await buyer.getState(whole)).toBe('refunded');
    await buyer.passTime(1000);
    const part = await endDispute({ outcome, amountRefunded: '100.00' });
    expect(await buyer.getState(part)).toBe('suspended');
    const paid = await buyer.deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await buyer.callControlApi('refund', { captureId: paid.captureId, value: '100.00' });
    await buyer.deliverWebhooks();
    expect(await buyer.getState(part)).toBe('partly-refunded');
  },
);

test.each([
  ['settled without a code', { status: 'RESOLVED', without: ['outcome_code'] }],
  ['settled without an outcome', { status: 'RESOLVED', without: ['dispute_outcome'] }],
  ['ended with a code that nobody knows', { outcome: 'SETTLED_AMICABLY' }],
])('a dispute that is %s leaves nothing suspended', async (_how, changes) => {
  expect(await buyer.getState(await endDispute(changes))).toBe('fulfilled');
});

test('a dispute that is settled for a part of the money ends when that part is back', async () => {
  const number = await endDispute({
    status: 'RESOLVED',
    without: ['outcome_code'],
    amountRefunded: '50.00',
  });
  expect(await buyer.getState(number)).toBe('suspended');
  const { captureId } = await buyer.deps.db
    .selectFrom('paymentAttempt')
    .select('captureId')
    .executeTakeFirstOrThrow();
  await buyer.callControlApi('reverse', { captureId });
  await buyer.callControlApi('refund', { captureId, value: '50.00' });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('partly-refunded');
});

test.each(statuses.filter((status) => isResolvedByStatus[status] === false))(
  'a dispute that is %s keeps the downloads closed',
  async (status) => {
    expect(await buyer.getState(await endDispute({ status }))).toBe('suspended');
  },
);
