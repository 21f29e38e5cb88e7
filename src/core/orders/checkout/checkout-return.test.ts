import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const declinePayment = (approvalUrl: string) =>
  fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'decline' }),
    redirect: 'manual',
  });

test('a decline is a conflict, and the next capture has a request id of its own', async () => {
  const { providerId, approvalUrl, number } = await buyer.placeOrder();
  await declinePayment(approvalUrl);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: false,
    code: 'conflict',
    message: 'Payment capture failed.',
  });
  expect(await buyer.getState(number)).toBe('awaiting-approval');
  await approvePayment(approvalUrl);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'paid' },
  });
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
});

test('coming back without approval changes nothing; an unknown token is not found', async () => {
  const { providerId, number } = await buyer.placeOrder();
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ ok: false, code: 'conflict' });
  expect(await buyer.getState(number)).toBe('awaiting-approval');
  expect(await buyer.completeCheckout('UNKNOWN1')).toMatchObject({ ok: false, code: 'not-found' });
});

test('coming back to an order that was refunded says so, and charges nothing', async () => {
  const { number, providerId, priceCents } = await buyer.buyReport();
  await buyer.refund(number, priceCents);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({
    ok: true,
    value: { state: 'closed', order: { state: 'refunded', files: [] } },
  });
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    state: 'refunded',
    certificateToken: null,
    documents: [{ kind: 'invoice' }, { kind: 'credit-note' }],
  });
});
