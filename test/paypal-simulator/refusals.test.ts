import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  getIssue,
  openSimulatorClient,
  orderBody,
  usd,
  type SimulatorClient,
} from './simulator-client.ts';

let client: SimulatorClient;
beforeEach(async () => {
  client = await openSimulatorClient();
});
afterEach(async () => {
  expect(client.proxy.schemaErrors).toEqual([]);
  await client.close();
});

const item = (quantity: string) => ({ name: 'A', quantity, unit_amount: usd('10.00') });
const [unit] = orderBody().purchase_units;

const refusedOrders: [string, number, unknown][] = [
  ['MALFORMED_REQUEST_JSON', 400, '{'],
  ['INVALID_PARAMETER_VALUE', 400, orderBody({}, { intent: 'GIFT' })],
  ['INVALID_PARAMETER_SYNTAX', 400, orderBody({ amount: usd('ten') })],
  ['INVALID_STRING_LENGTH', 400, orderBody({ custom_id: 'x'.repeat(128) })],
  [
    'INVALID_ARRAY_MAX_ITEMS',
    400,
    orderBody({}, { purchase_units: Array.from({ length: 11 }, () => ({ amount: usd('1.00') })) }),
  ],
  ['MISSING_REQUIRED_PARAMETER', 400, orderBody({}, { application_context: undefined })],
  ['INVALID_CURRENCY_CODE', 422, orderBody({ amount: { ...usd('10.00'), currency_code: 'XYZ' } })],
  ['DECIMAL_PRECISION', 422, orderBody({ amount: usd('10.001') })],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', 422, orderBody({ amount: usd('0.00') })],
  ['MAX_VALUE_EXCEEDED', 422, orderBody({ amount: usd('99999999.00') })],
  ['ITEM_TOTAL_REQUIRED', 422, orderBody({ items: [item('1')] })],
  [
    'AMOUNT_MISMATCH',
    422,
    orderBody({ amount: { ...usd('10.00'), breakdown: { item_total: usd('9.00') } } }),
  ],
  [
    'ITEM_TOTAL_MISMATCH',
    422,
    orderBody({
      amount: { ...usd('10.00'), breakdown: { item_total: usd('10.00') } },
      items: [item('2')],
    }),
  ],
  ['DUPLICATE_REFERENCE_ID', 422, orderBody({}, { purchase_units: [unit, unit] })],
];

test.each(refusedOrders)('an order is refused with %s (%i)', async (issue, status, body) => {
  const answer = await client.callPaypal('POST', '/v2/checkout/orders', body);
  expect([answer.status, getIssue(answer)]).toEqual([status, issue]);
});

test('a wrong token, method, path, media type and account are refused', async () => {
  const createOrder = (headers?: Record<string, string>) =>
    client.callPaypal('POST', '/v2/checkout/orders', orderBody(), headers);
  expect((await createOrder({ authorization: 'Bearer other' })).status).toBe(401);
  expect((await client.callPaypal('DELETE', '/v2/checkout/orders')).status).toBe(405);
  expect((await createOrder({ 'content-type': 'text/plain' })).status).toBe(415);
  expect((await client.callPaypal('GET', '/v2/nothing')).status).toBe(404);
  await client.proxy.callControlApi('account', { restricted: true });
  expect(getIssue(await createOrder())).toBe('PAYEE_ACCOUNT_RESTRICTED');
});

test('a capture can be made to fail with any issue; nothing is charged', async () => {
  const { proxy, paypal } = client;
  const providerId = await client.createApprovedOrder();
  for (const [issue, ends, isOurFault] of [
    ['TRANSACTION_REFUSED', 'attempt', false],
    ['PAYEE_BLOCKED_TRANSACTION', 'attempt', true],
    ['PAYER_ACTION_REQUIRED', 'approval', false],
    ['DUPLICATE_INVOICE_ID', 'order', false],
  ] as const) {
    await proxy.callControlApi('faults', { capture: [`issue:${issue}`] });
    const result = await paypal.captureProviderOrder(providerId, 'k-1');
    expect(result).toEqual({ kind: 'declined', issue, isOurFault, ends, isRepeated: true });
  }
  const issue = 'ORDER_COMPLETION_IN_PROGRESS';
  await proxy.callControlApi('faults', { capture: [`issue:${issue}`] });
  expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual({ kind: 'ask', issue });
  const mocked = await client.callPaypal(
    'POST',
    `/v2/checkout/orders/${providerId}/capture`,
    {},
    { 'paypal-mock-response': '{"mock_application_codes":"TRANSACTION_REFUSED"}' },
  );
  expect([mocked.status, getIssue(mocked)]).toEqual([422, 'TRANSACTION_REFUSED']);
  expect((await proxy.getLedger()).charges).toEqual([]);
});
