import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { openBetween, type Between } from './between.ts';

let at: Between;
beforeAll(async () => {
  at = await openBetween();
});
afterAll(() => at?.close());

test("every request of ours, and every answer of the counterpart, is what PayPal's own description says", async () => {
  const paypal = createPaypal({
    baseUrl: at.base,
    clientId: 'local',
    secret: 'local',
    webhookId: at.webhookId,
    timeout: 3000,
  });
  const request = {
    requestId: 'c-1-1',
    customId: '1',
    invoiceId: 'QI-000001',
    description: 'QM-1 A report',
    amount: 350_000,
    currency: 'USD',
    brand: 'Quillmark Insights',
    returnUrl: 'https://store.example/payment-success',
    cancelUrl: 'https://store.example/buy-now',
  };
  const created = await paypal.create(request);
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  expect(await paypal.create(request)).toMatchObject({
    kind: 'created',
    providerId: created.providerId,
  });
  expect(await paypal.capture(created.providerId, 'k-1')).toMatchObject({ kind: 'not-approved' });
  await fetch(created.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'decline' }),
    redirect: 'manual',
  });
  expect(await paypal.capture(created.providerId, 'k-2')).toMatchObject({ kind: 'declined' });
  await fetch(created.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  expect(await paypal.capture(created.providerId, 'k-3')).toEqual({ kind: 'done' });
  const seen = await paypal.look(created.providerId);
  if (seen.kind !== 'seen') throw new Error('not seen');
  const capture = String(seen.captures[0]?.id);
  expect(await paypal.refund(capture, 'r-1', 10_000, 'USD')).toMatchObject({ kind: 'done' });
  expect(await paypal.refund(capture, 'r-2', 999_999, 'USD')).toMatchObject({
    kind: 'refused',
    issue: 'REFUND_AMOUNT_EXCEEDED',
  });
  expect(await paypal.look('NOSUCHORDER')).toEqual({ kind: 'missing' });
  expect(at.wrong).toEqual([]);
  expect([...new Set(at.held)].toSorted()).toEqual(
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
