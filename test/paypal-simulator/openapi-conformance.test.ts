import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '#core/orders/payment/provider.ts';
import { approvePayment } from '../support/paypal.ts';
import { captured, createProxiedProvider, orderRequest } from './simulator-client.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

let proxy: ValidatingProxy;
let paypal: PaymentProvider;
beforeAll(async () => {
  proxy = await startValidatingProxy();
  paypal = createProxiedProvider(proxy, 30_000);
});
afterAll(() => proxy?.close());

/** Creates an order, captures it before approval, with a bad card and with a good one. */
async function payOrder(): Promise<string> {
  const created = await paypal.createProviderOrder(orderRequest);
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  const { providerId, approvalUrl } = created;
  expect(await paypal.createProviderOrder(orderRequest)).toMatchObject({
    kind: 'created',
    providerId,
  });
  expect((await paypal.captureProviderOrder(providerId, 'k-1')).kind).toBe('not-approved');
  await approvePayment(approvalUrl, 'decline');
  expect((await paypal.captureProviderOrder(providerId, 'k-2')).kind).toBe('declined');
  await approvePayment(approvalUrl);
  expect(await paypal.captureProviderOrder(providerId, 'k-3')).toEqual(captured);
  return providerId;
}

test("our requests and the simulator's answers are as PayPal describes them", async () => {
  const order = await paypal.getProviderOrder(await payOrder());
  const captureId = 'captures' in order ? String(order.captures[0]?.id) : '';
  expect(
    (
      await paypal.refundCapture({
        captureId,
        requestId: 'r-1',
        amountCents: 10_000,
        currency: 'USD',
      })
    ).kind,
  ).toBe('refunded');
  expect(
    await paypal.refundCapture({
      captureId,
      requestId: 'r-2',
      amountCents: 999_999,
      currency: 'USD',
    }),
  ).toMatchObject({
    kind: 'rejected',
    issue: 'REFUND_AMOUNT_EXCEEDED',
  });
  expect(await paypal.getProviderOrder('NOSUCHORDER')).toEqual({ kind: 'missing' });
  expect(proxy.schemaErrors).toEqual([]);
  expect([...new Set(proxy.checkedMessages)].toSorted()).toEqual(
    expect.arrayContaining([
      'GET /v2/checkout/orders/{id} 200',
      'POST /v2/checkout/orders 201',
      'POST /v2/checkout/orders request',
      'POST /v2/checkout/orders/{id}/capture 201',
      'POST /v2/payments/captures/{id}/refund 201',
      'POST /v2/payments/captures/{id}/refund request',
    ]),
  );
});
