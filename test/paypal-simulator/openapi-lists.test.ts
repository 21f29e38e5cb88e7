import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchOperation, queryParameters } from '#simulators/paypal/operations.ts';
import { approvePayment } from '../support/paypal.ts';
import { readParameters } from './paypal-schemas.ts';
import { getIssue, openSimulatorClient, type SimulatorClient } from './simulator-client.ts';

let client: SimulatorClient;
beforeAll(async () => {
  client = await openSimulatorClient();
});
afterAll(() => client?.close());

async function buyOnce(requestId: string, changes: object = {}): Promise<string> {
  const providerId = await client.createApprovedOrder({
    requestId,
    invoiceId: requestId,
    ...changes,
  });
  await client.paypal.captureProviderOrder(providerId, `k-${requestId}`);
  return String((await client.listCaptureIds(providerId))[0]);
}

const get = (path: string) => client.callPaypal('GET', path);
const dayAgo = () => new Date(Date.now() - 86_400_000);

test('the operations have the query parameters that PayPal describes, and refuse all others', async () => {
  const paths = {
    get: '/v2/checkout/orders/5O190127TN364715T',
    'list-transactions': '/v1/reporting/transactions',
    'list-disputes': '/v1/customer/disputes',
    'list-webhooks': '/v1/notifications/webhooks',
    'list-events': '/v1/notifications/webhooks-events',
  };
  expect(Object.keys(queryParameters).toSorted()).toEqual(Object.keys(paths).toSorted());
  for (const [operation, path] of Object.entries(paths)) {
    const names = queryParameters[operation as keyof typeof paths] ?? [];
    expect([...names].toSorted()).toEqual(readParameters('GET', path, 'query').toSorted());
    expect(matchOperation('GET', path)).toMatchObject({ operation });
    const refused = await get(`${path}?pages=1`);
    expect([refused.status, getIssue(refused)]).toEqual([400, 'INVALID_PARAMETER']);
  }
  expect((await get('/v1/customer/disputes?page=1')).status).toBe(400);
});

test('disputes, transactions, captures and refunds are as PayPal describes them', async () => {
  const { proxy, paypal } = client;
  const captureId = await buyOnce('one');
  await proxy.callControlApi('dispute', { captureId });
  await proxy.callControlApi('dispute', {
    captureId: await buyOnce('two'),
    outcome: 'RESOLVED_BUYER_FAVOUR',
    amountRefunded: '5.00',
  });
  const amount = { amountCents: 100, currency: 'USD' };
  const refund = await paypal.refundCapture({ captureId, requestId: 'r', ...amount });
  const disputes = await paypal.listDisputes(dayAgo());
  expect(disputes).toMatchObject({ kind: 'listed', unreadable: [], isWhole: true });
  const transactions = await paypal.listTransactions(dayAgo(), new Date());
  expect(transactions).toMatchObject({ kind: 'listed', unreadable: [], isWhole: true });
  expect(await get(`/v2/payments/captures/${captureId}`)).toMatchObject({
    body: { seller_receivable_breakdown: { paypal_fee: { currency_code: 'USD' } } },
  });
  if (refund.kind === 'refunded') await get(`/v2/payments/refunds/${refund.refundId}`);
  await get('/v1/notifications/webhooks-events');
  await get('/v1/notifications/webhooks');
  expect(proxy.schemaErrors).toEqual([]);
  expect(new Set(proxy.checkedMessages)).toEqual(
    new Set([
      ...proxy.checkedMessages,
      'GET /v1/customer/disputes 200',
      'GET /v1/reporting/transactions 200',
      'GET /v2/payments/captures/{id} 200',
      'GET /v2/payments/refunds/{id} 200',
      'GET /v1/notifications/webhooks-events 200',
      'GET /v1/notifications/webhooks 200',
    ]),
  );
  expect(proxy.checkedMessages.some((name) => /disputes\/\S+ 200/.test(name))).toBe(true);
});

test('a declined payer is linked to where another card is chosen', async () => {
  const { providerId, approvalUrl } = await client.createOrder({ requestId: 'declined' });
  await approvePayment(approvalUrl, 'decline');
  const declined = await client.callPaypal('POST', `/v2/checkout/orders/${providerId}/capture`, {});
  expect(declined).toMatchObject({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } });
  expect(declined.body['links']).toContainEqual({
    href: new URL(approvalUrl).href,
    rel: 'redirect',
    method: 'GET',
  });
});
