import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('another browser sees a masked payer and no files', async () => {
  const { providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const { checkoutReturn } = buyer.app.orders;
  expect(await checkoutReturn.completeCheckout(providerId, 'c'.repeat(64))).toMatchObject({
    ok: true,
    value: {
      order: {
        isOwn: false,
        email: 'a***@company.example',
        files: [],
        payment: { payer: { payer_id: null, email_address: 'p***@example.com' } },
      },
    },
  });
});
