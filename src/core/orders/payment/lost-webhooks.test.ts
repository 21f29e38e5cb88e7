import { afterEach, beforeEach, expect, test } from 'vitest';
import { hours, openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const findMissedEvents = () => buyer.app.orders.jobs['orders.findMissedEvents']();

/** The jobs that listed disputes cause. */
async function handleListedDisputes(): Promise<void> {
  await findMissedEvents();
  const events = await buyer.deps.db
    .selectFrom('webhookEvent')
    .select('id')
    .where('processedAt', 'is', null)
    .execute();
  for (const { id } of events) await buyer.app.orders.jobs['orders.handleWebhook']({ id });
}

test('F-38 a later refund whose webhook is lost is found in the list of transactions', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.passTime(hours(30));
  await buyer.callControlApi('refund', { captureId });
  await buyer.loseWebhooks();
  await findMissedEvents();
  await findMissedEvents();
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.countCreditNotes()).toBe(1);
});

test('F-38 a dispute whose webhooks are lost pauses the downloads, and its end resumes them', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.passTime(hours(30));
  await buyer.callControlApi('dispute', { captureId });
  await buyer.loseWebhooks();
  await handleListedDisputes();
  await handleListedDisputes();
  expect(await buyer.getState(number)).toBe('suspended');
  await buyer.passTime(hours(1));
  await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await buyer.loseWebhooks();
  await handleListedDisputes();
  expect(await buyer.getState(number)).toBe('fulfilled');
});

test.each(['list-disputes', 'list-transactions'])(
  'where PayPal does not answer with "%s" the other list is read all the same',
  async (operation) => {
    const { number, captureId } = await buyer.buyReport();
    await buyer.passTime(hours(30));
    const event = operation === 'list-disputes' ? 'refund' : 'dispute';
    await buyer.callControlApi(event, { captureId });
    await buyer.loseWebhooks();
    await buyer.planPaypalFaults({ [operation]: ['500'] });
    await handleListedDisputes();
    expect(await buyer.getState(number)).toBe(event === 'refund' ? 'refunded' : 'suspended');
  },
);
