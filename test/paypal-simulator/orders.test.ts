import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvePayment } from '../support/paypal.ts';
import {
  captured,
  getIssue,
  openSimulatorClient,
  orderBody,
  orderRequest,
  type SimulatorClient,
} from './simulator-client.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let client: SimulatorClient;
beforeEach(async () => {
  client = await openSimulatorClient();
});
afterEach(async () => {
  expect(client.proxy.schemaErrors).toEqual([]);
  await client.close();
});

const passTime = (ms: number): Promise<unknown> =>
  client.proxy.callControlApi('clock', { pass: ms });

test('an order is answered with id, status and links where no more is asked for', async () => {
  const { status, body } = await client.callPaypal('POST', '/v2/checkout/orders', orderBody());
  expect(status).toBe(201);
  expect(Object.keys(body)).toEqual(['id', 'status', 'links']);
  expect(body).toMatchObject({ status: 'CREATED', links: [{ rel: 'self' }, { rel: 'approve' }] });
});

test('one access token serves many calls; an expired one is replaced unnoticed', async () => {
  const { proxy, paypal } = client;
  const before = (await proxy.getLedger()).tokens;
  for (let i = 0; i < 5; i++) await client.createOrder({ requestId: `c-${i}-1` });
  expect((await proxy.getLedger()).tokens - before).toBe(1);
  await passTime(10 * hourMs);
  const created = await paypal.createProviderOrder({ ...orderRequest, requestId: 'c-9-1' });
  expect(created.kind).toBe('created');
  expect((await proxy.getLedger()).tokens - before).toBe(2);
});

test('a request id is answered alike for six hours, that of a refund for 45 days', async () => {
  const { proxy, paypal } = client;
  const { providerId, approvalUrl } = await client.createOrder();
  expect((await client.createOrder()).providerId).toBe(providerId);
  await approvePayment(approvalUrl);
  await paypal.captureProviderOrder(providerId, 'k-1');
  const [charge] = await client.listCaptureIds(providerId);
  const captureId = String(charge);
  const refund = await paypal.refundCapture({
    captureId,
    requestId: 'r-1',
    amountCents: 100,
    currency: 'USD',
  });
  await passTime(7 * hourMs);
  expect((await client.createOrder()).providerId).not.toBe(providerId);
  expect(
    await paypal.refundCapture({ captureId, requestId: 'r-1', amountCents: 100, currency: 'USD' }),
  ).toEqual(refund);
  const refundId = 'refundId' in refund ? refund.refundId : '';
  const authorization = `Bearer ${await proxy.getAccessToken()}`;
  const path = `/v2/payments/refunds/${refundId}`;
  const kept = await client.callPaypal('GET', path, undefined, { authorization });
  expect(kept.body).toMatchObject({ id: refundId, status: 'COMPLETED' });
  await passTime(181 * dayMs);
  expect(
    await paypal.refundCapture({ captureId, requestId: 'r-2', amountCents: 100, currency: 'USD' }),
  ).toEqual({
    kind: 'rejected',
    issue: 'REFUND_TIME_LIMIT_EXCEEDED',
    isLasting: true,
    mayBeRefunded: false,
  });
});

test('an order that is not paid within three hours lapses', async () => {
  const { paypal } = client;
  const open = await client.createOrder();
  const approvedId = await client.createApprovedOrder({ requestId: 'c-2-1' });
  await passTime(3.5 * hourMs);
  expect(await paypal.getProviderOrder(open.providerId)).toMatchObject({ status: 'VOIDED' });
  expect((await fetch(open.approvalUrl)).status).toBe(404);
  expect((await paypal.captureProviderOrder(approvedId, 'k-1')).kind).toBe('not-approved');
  await client.proxy.waitForWebhooks();
  expect(client.receivedWebhooks).toContain('CHECKOUT.PAYMENT-APPROVAL.REVERSED');
});

test('an order may be changed until it is paid', async () => {
  const { providerId, approvalUrl } = await client.createOrder();
  const descriptionPath = "/purchase_units/@reference_id=='default'/description";
  const changeOrder = (path: string, value: unknown) =>
    client.callPaypal('PATCH', `/v2/checkout/orders/${providerId}`, [
      { op: 'replace', path, value },
    ]);
  expect((await changeOrder(descriptionPath, 'Other')).status).toBe(204);
  expect(getIssue(await changeOrder('/status', 'COMPLETED'))).toBe('NOT_PATCHABLE');
  await approvePayment(approvalUrl);
  await client.paypal.captureProviderOrder(providerId, 'k-1');
  expect(getIssue(await changeOrder(descriptionPath, 'Late'))).toBe('ORDER_ALREADY_COMPLETED');
});

test('an invoice id can be paid once, unless the account allows duplicates', async () => {
  const { proxy, paypal } = client;
  const firstId = await client.createApprovedOrder();
  const secondId = await client.createApprovedOrder({ requestId: 'c-1-2' });
  expect(await paypal.captureProviderOrder(firstId, 'k-1')).toEqual(captured);
  expect(await paypal.captureProviderOrder(secondId, 'k-2')).toMatchObject({
    kind: 'declined',
    ends: 'order',
  });
  await proxy.callControlApi('account', { blockDuplicateInvoices: false });
  expect(await paypal.captureProviderOrder(secondId, 'k-3')).toEqual(captured);
});
