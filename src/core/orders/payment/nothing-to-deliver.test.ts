import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const deliver = (kind: 'files' | 'made' | 'none') =>
  buyer.deps.db.transaction().execute((tx) =>
    buyer.app.catalogue.writing.write(tx, [{ code: buyer.reportCode, delivery: { kind } }], {
      actor: 'a test',
    }),
  );

test('a licence that brings nothing is offered nowhere, and no order is placed for it', async () => {
  await deliver('files');
  expect(await buyer.app.orders.offers.getOffer(buyer.reportCode)).toMatchObject({ ok: false });
  await expect(buyer.placeOrder()).rejects.toThrow('This report is not for sale at the moment');
  await deliver('made');
  expect(await buyer.app.orders.offers.getOffer(buyer.reportCode)).toMatchObject({
    value: { delivery: { kind: 'made' } },
  });
});

test('nothing is charged for a report that lost its goods after it was ordered', async () => {
  const placed = await buyer.placeApprovedOrder();
  await deliver('files');
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({ ok: false });
  const order = await buyer.deps.db
    .selectFrom('purchase')
    .select(['state', 'closedReason'])
    .where('number', '=', placed.number)
    .executeTakeFirstOrThrow();
  expect(order).toEqual({ state: 'cancelled', closedReason: 'nothing-to-deliver' });
  expect(await buyer.emailSubjectsTo(billing.email)).toContainEqual(
    expect.stringMatching(/^We did not take your payment/),
  );
});

test('who ordered a report before it was taken off sale gets it, since its goods are there', async () => {
  const placed = await buyer.placeApprovedOrder();
  await deliver('none');
  await buyer.completeCheckout(placed.providerId);
  expect(await buyer.getState(placed.number)).toMatch(/paid|fulfilled/);
});
