import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

let at: ValidatingProxy;
beforeAll(async () => {
  at = await startValidatingProxy();
});
afterAll(() => at?.close());

test("every request of ours, and every answer of the counterpart, is what PayPal's own description says", async () => {
  const paypal = createPaypalProvider({
    baseUrl: at.url,
    clientId: 'local',
    secret: 'local',
    webhookId: at.webhookId,
    timeoutMs: 3000,
  });
  const request = {
    requestId: 'c-1-1',
    customId: '1',
    invoiceId: 'QI-000001',
    description: 'QM-1 A report',
    amountCents: 350_000,
    currency: 'USD',
    brandName: 'Quillmark Insights',
    returnUrl: 'https://store.example/payment-success',
    cancelUrl: 'https://store.example/buy-now',
  };
  const created = await paypal.createProviderOrder(request);
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  expect(await paypal.createProviderOrder(request)).toMatchObject({
    kind: 'created',
    providerId: created.providerId,
  });
  expect(await paypal.captureProviderOrder(created.providerId, 'k-1')).toMatchObject({
    kind: 'not-approved',
  });
  await fetch(created.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'decline' }),
    redirect: 'manual',
  });
  expect(await paypal.captureProviderOrder(created.providerId, 'k-2')).toMatchObject({
    kind: 'declined',
  });
  await fetch(created.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  expect(await paypal.captureProviderOrder(created.providerId, 'k-3')).toEqual({
    kind: 'captured',
  });
  const seen = await paypal.getProviderOrder(created.providerId);
  if (seen.kind !== 'found') throw new Error('The order was not found');
  const capture = String(seen.captures[0]?.id);
  expect(await paypal.refundCapture(capture, 'r-1', 10_000, 'USD')).toMatchObject({
    kind: 'refunded',
  });
  expect(await paypal.refundCapture(capture, 'r-2', 999_999, 'USD')).toMatchObject({
    kind: 'rejected',
    issue: 'REFUND_AMOUNT_EXCEEDED',
  });
  expect(await paypal.getProviderOrder('NOSUCHORDER')).toEqual({ kind: 'missing' });
  expect(at.schemaErrors).toEqual([]);
  expect([...new Set(at.checkedMessages)].toSorted()).toEqual(
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
