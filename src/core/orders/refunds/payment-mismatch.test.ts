import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment, billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('a payment of another amount is a mismatch, and nothing is delivered', async () => {
  const { providerId, approvalUrl, number } = await buyer.placeOrder();
  await buyer.deps.db
    .updateTable('purchase')
    .set({ priceCents: 1 })
    .where('number', '=', number)
    .execute();
  await approvePayment(approvalUrl);
  expect(await buyer.completeCheckout(providerId)).toMatchObject({ value: { state: 'review' } });
  expect(await buyer.getState(number)).toBe('mismatch');
  expect(await buyer.deps.db.selectFrom('downloadGrant').selectAll().execute()).toHaveLength(0);
});

test.each(['customId', 'invoiceId'] as const)(
  'a payment for another order (its %s is not ours) is a mismatch, and nothing is delivered',
  async (field) => {
    const { providerId, number } = await buyer.placeApprovedOrder();
    const { getProviderOrder } = buyer.deps.payments;
    Object.assign(buyer.deps.payments, {
      getProviderOrder: async (id: string) => ({
        ...(await getProviderOrder(id)),
        [field]: field === 'customId' ? '999999' : 'QI-999999',
      }),
    });
    expect(await buyer.completeCheckout(providerId)).toMatchObject({ value: { state: 'review' } });
    expect(await buyer.getState(number)).toBe('mismatch');
    expect(await buyer.deps.db.selectFrom('downloadGrant').selectAll().execute()).toHaveLength(0);
  },
);

test('a payment in another currency is a mismatch, and nothing is delivered', async () => {
  const { providerId, number } = await buyer.placeApprovedOrder();
  const { getProviderOrder } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    getProviderOrder: async (id: string) => {
      const found = await getProviderOrder(id);
      if (found.kind !== 'found') return found;
      const captures = found.captures.map((capture) => ({ ...capture, currency: 'MXN' }));
      return { ...found, captures };
    },
  });
  await buyer.completeCheckout(providerId);
  expect(await buyer.getState(number)).toBe('mismatch');
  expect(await buyer.deps.db.selectFrom('downloadGrant').selectAll().execute()).toHaveLength(0);
});

test('a mismatched payment is refunded whole, once, with an email', async () => {
  const { number, capturedCents } = await buyer.placeMismatch();
  expect(await buyer.refund(number, 100)).toMatchObject({ ok: false, code: 'invalid' });
  expect((await buyer.refund(number, capturedCents)).ok).toBe(true);
  expect(await buyer.getState(number)).toBe('refunded');
  expect(await buyer.refund(number, capturedCents)).toMatchObject({ ok: false, code: 'conflict' });
  expect(await buyer.countEmails(billing.email, 'Refund')).toBe(1);
  expect(await buyer.listDocuments()).toEqual([]);
});

test("a mismatch that is refunded on the provider's own pages closes the order", async () => {
  const { number, captureId } = await buyer.placeMismatch();
  await buyer.callControlApi('refund', { captureId });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('refunded');
});

test('each rest of a mismatched payment is refunded under a request id of its own', async () => {
  const { number, captureId, capturedCents } = await buyer.placeMismatch();
  const requestIds: string[] = [];
  const { refundCapture } = buyer.deps.payments;
  Object.assign(buyer.deps.payments, {
    refundCapture: (request: Parameters<typeof refundCapture>[0]) => {
      requestIds.push(request.requestId);
      return requestIds.length < 3
        ? { kind: 'unknown', reason: 'no answer' }
        : refundCapture(request);
    },
  });
  for (const rest of [capturedCents - 100, capturedCents - 200, capturedCents - 200]) {
    if (requestIds.length < 2)
      await buyer.callControlApi('refund', { captureId, value: '1.00', currency: 'USD' });
    await buyer.refund(number, rest);
  }
  const [first, second, repeated] = requestIds;
  expect(second).not.toBe(first);
  expect(repeated).toBe(second);
  expect(await buyer.getState(number)).toBe('refunded');
});
