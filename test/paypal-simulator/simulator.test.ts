import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import type { PaymentProvider } from '#core/orders/payment/provider.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

let at: ValidatingProxy;
let paypal: PaymentProvider;
let accessToken: string;
let webhookListener: http.Server;
const receivedWebhooks: { type: string; state: string }[] = [];
/** What a webhook's hearer does before he answers. */
let onWebhook = async (): Promise<string> => '';

beforeEach(async () => {
  receivedWebhooks.length = 0;
  onWebhook = async () => '';
  webhookListener = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      void (async () => {
        receivedWebhooks.push({
          type: (JSON.parse(Buffer.concat(parts).toString()) as { event_type: string }).event_type,
          state: await onWebhook(),
        });
        res.writeHead(200).end();
      })();
    });
  });
  await new Promise<void>((resolve) => webhookListener.listen(0, '127.0.0.1', resolve));
  at = await startValidatingProxy(
    `http://127.0.0.1:${(webhookListener.address() as AddressInfo).port}/`,
  );
  accessToken = await at.getAccessToken();
  paypal = createPaypalProvider({
    baseUrl: at.url,
    clientId: 'local',
    secret: 'local',
    webhookId: at.webhookId,
    timeoutMs: 700,
  });
});
afterEach(async () => {
  webhookListener.closeAllConnections();
  webhookListener.close();
  await at.close();
});

const createOrderInput = {
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

async function createOrder(
  more: object = {},
): Promise<{ providerId: string; approvalUrl: string }> {
  const answer = await paypal.createProviderOrder({ ...createOrderInput, ...more });
  if (answer.kind !== 'created') throw new Error(JSON.stringify(answer));
  return answer;
}
const submitPayerChoice = (approvalUrl: string, choice = 'pay') =>
  fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });
async function createApprovedOrder(more: object = {}): Promise<string> {
  const { approvalUrl, providerId } = await createOrder(more);
  await submitPayerChoice(approvalUrl);
  return providerId;
}

/** A call of the API as somebody else would write it. */
async function callPaypal(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(at.url + path, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}
const getIssue = ({ body }: { body: Record<string, unknown> }): string | undefined =>
  (body['details'] as { issue: string }[] | undefined)?.[0]?.issue;
const orderBody = (unit: object = {}, more: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value: '10.00' }, ...unit }],
  application_context: {
    return_url: 'https://store.example/back',
    cancel_url: 'https://store.example/no',
  },
  ...more,
});

describe('the counterpart refuses as PayPal describes it, word for word', () => {
  test.each([
    ['MALFORMED_REQUEST_JSON', 400, '{'],
    ['INVALID_PARAMETER_VALUE', 400, orderBody({}, { intent: 'GIFT' })],
    [
      'INVALID_PARAMETER_SYNTAX',
      400,
      orderBody({ amount: { currency_code: 'USD', value: 'ten' } }),
    ],
    ['INVALID_STRING_LENGTH', 400, orderBody({ custom_id: 'x'.repeat(128) })],
    [
      'INVALID_ARRAY_MAX_ITEMS',
      400,
      {
        ...orderBody(),
        purchase_units: Array.from({ length: 11 }, () => ({
          amount: { currency_code: 'USD', value: '1.00' },
        })),
      },
    ],
    ['MISSING_REQUIRED_PARAMETER', 400, orderBody({}, { application_context: undefined })],
    ['INVALID_CURRENCY_CODE', 422, orderBody({ amount: { currency_code: 'XYZ', value: '10.00' } })],
    ['DECIMAL_PRECISION', 422, orderBody({ amount: { currency_code: 'USD', value: '10.001' } })],
    [
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      422,
      orderBody({ amount: { currency_code: 'USD', value: '0.00' } }),
    ],
    [
      'MAX_VALUE_EXCEEDED',
      422,
      orderBody({ amount: { currency_code: 'USD', value: '99999999.00' } }),
    ],
    [
      'ITEM_TOTAL_REQUIRED',
      422,
      orderBody({
        items: [
          { name: 'A', quantity: '1', unit_amount: { currency_code: 'USD', value: '10.00' } },
        ],
      }),
    ],
    [
      'AMOUNT_MISMATCH',
      422,
      orderBody({
        amount: {
          currency_code: 'USD',
          value: '10.00',
          breakdown: { item_total: { currency_code: 'USD', value: '9.00' } },
        },
      }),
    ],
    [
      'ITEM_TOTAL_MISMATCH',
      422,
      orderBody({
        amount: {
          currency_code: 'USD',
          value: '10.00',
          breakdown: { item_total: { currency_code: 'USD', value: '10.00' } },
        },
        items: [
          { name: 'A', quantity: '2', unit_amount: { currency_code: 'USD', value: '10.00' } },
        ],
      }),
    ],
    [
      'DUPLICATE_REFERENCE_ID',
      422,
      {
        ...orderBody(),
        purchase_units: [orderBody().purchase_units[0], orderBody().purchase_units[0]],
      },
    ],
  ])('%s (%i)', async (issue, status, body) => {
    const answer = await callPaypal('POST', '/v2/checkout/orders', body);
    expect([answer.status, getIssue(answer)]).toEqual([status, issue]);
    expect(at.schemaErrors).toEqual([]);
  });

  test('a foreign token, method, media type, address and account', async () => {
    expect(
      (
        await callPaypal('POST', '/v2/checkout/orders', orderBody(), {
          authorization: 'Bearer other',
        })
      ).status,
    ).toBe(401);
    expect((await callPaypal('DELETE', '/v2/checkout/orders')).status).toBe(405);
    expect(
      (
        await callPaypal('POST', '/v2/checkout/orders', orderBody(), {
          'content-type': 'text/plain',
        })
      ).status,
    ).toBe(415);
    expect((await callPaypal('GET', '/v2/nothing')).status).toBe(404);
    await at.callControlApi('account', { restricted: true });
    expect(getIssue(await callPaypal('POST', '/v2/checkout/orders', orderBody()))).toBe(
      'PAYEE_ACCOUNT_RESTRICTED',
    );
    expect(at.schemaErrors).toEqual([]);
  });

  test("any issue of a capture by switch or by PayPal's own header; the product takes no money for it and may try again", async () => {
    const providerId = await createApprovedOrder();
    for (const issue of [
      'TRANSACTION_REFUSED',
      'PAYER_ACTION_REQUIRED',
      'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
      'PAYEE_BLOCKED_TRANSACTION',
    ]) {
      await at.callControlApi('faults', { capture: [`issue:${issue}`] });
      expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual({
        kind: 'declined',
        issue,
      });
    }
    for (const issue of ['ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']) {
      await at.callControlApi('faults', { capture: [`issue:${issue}`] });
      expect(await paypal.captureProviderOrder(providerId, 'k-1')).toMatchObject({
        kind: 'unknown',
      });
    }
    const mocked = await callPaypal(
      'POST',
      `/v2/checkout/orders/${providerId}/capture`,
      {},
      { 'paypal-mock-response': '{"mock_application_codes":"TRANSACTION_REFUSED"}' },
    );
    expect([mocked.status, getIssue(mocked)]).toEqual([422, 'TRANSACTION_REFUSED']);
    expect((await at.getLedger()).charges).toEqual([]);
    expect(at.schemaErrors).toEqual([]);
  });
});

describe('the counterpart keeps what PayPal keeps', () => {
  test('an id, a state and links where nobody asks for more, and the way of the older context', async () => {
    const { status, body } = await callPaypal('POST', '/v2/checkout/orders', orderBody());
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['id', 'status', 'links']);
    expect(body).toMatchObject({ status: 'CREATED', links: [{ rel: 'self' }, { rel: 'approve' }] });
  });

  test('one access token for many calls, and a new one when it has ended, without a failed call', async () => {
    const before = (await at.getLedger()).tokens;
    for (let i = 0; i < 5; i++) await createOrder({ requestId: `c-${i}-1` });
    expect((await at.getLedger()).tokens - before).toBe(1);
    await at.callControlApi('clock', { pass: 10 * 3_600_000 });
    expect(
      await paypal.createProviderOrder({ ...createOrderInput, requestId: 'c-9-1' }),
    ).toMatchObject({
      kind: 'created',
    });
    expect((await at.getLedger()).tokens - before).toBe(2);
  });

  test("the first answer for a request id for six hours, and for a refund's 45 days", async () => {
    const { providerId } = await createOrder();
    expect((await createOrder()).providerId).toBe(providerId);
    await submitPayerChoice((await createOrder()).approvalUrl);
    await paypal.captureProviderOrder(providerId, 'k-1');
    const seen = await paypal.getProviderOrder(providerId);
    const capture = seen.kind === 'found' ? String(seen.captures[0]?.id) : '';
    const first = await paypal.refundCapture(capture, 'r-1', 100, 'USD');
    await at.callControlApi('clock', { pass: 7 * 3_600_000 });
    expect((await createOrder()).providerId).not.toBe(providerId);
    expect(await paypal.refundCapture(capture, 'r-1', 100, 'USD')).toEqual(first);
    const refundId = first.kind === 'refunded' ? first.refundId : '';
    expect(
      (
        await callPaypal('GET', `/v2/payments/refunds/${refundId}`, undefined, {
          authorization: `Bearer ${await at.getAccessToken()}`,
        })
      ).body,
    ).toMatchObject({ id: refundId, status: 'COMPLETED' });
    await at.callControlApi('clock', { pass: 181 * 86_400_000 });
    expect(await paypal.refundCapture(capture, 'r-2', 100, 'USD')).toEqual({
      kind: 'rejected',
      issue: 'REFUND_TIME_LIMIT_EXCEEDED',
    });
    expect(at.schemaErrors).toEqual([]);
  });

  test('an order that nobody paid for three hours, by the clock of a switch: lapsed, and an approval with a webhook', async () => {
    const open = await createOrder();
    const waiting = await createApprovedOrder({ requestId: 'c-2-1' });
    await at.callControlApi('clock', { pass: 3.5 * 3_600_000 });
    expect(await paypal.getProviderOrder(open.providerId)).toMatchObject({ status: 'VOIDED' });
    expect((await fetch(open.approvalUrl)).status).toBe(404);
    expect(await paypal.captureProviderOrder(waiting, 'k-1')).toMatchObject({
      kind: 'not-approved',
    });
    await sleep(100);
    expect(receivedWebhooks.map(({ type }) => type)).toContain(
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    );
  });

  test('an order that may be changed until it is paid', async () => {
    const { providerId, approvalUrl } = await createOrder();
    const change = (path: string, value: unknown) =>
      callPaypal('PATCH', `/v2/checkout/orders/${providerId}`, [{ op: 'replace', path, value }]);
    expect(
      (await change("/purchase_units/@reference_id=='default'/description", 'Other')).status,
    ).toBe(204);
    expect(getIssue(await change('/status', 'COMPLETED'))).toBe('NOT_PATCHABLE');
    await submitPayerChoice(approvalUrl);
    await paypal.captureProviderOrder(providerId, 'k-1');
    expect(
      getIssue(await change("/purchase_units/@reference_id=='default'/description", 'Late')),
    ).toBe('ORDER_ALREADY_COMPLETED');
    expect(at.schemaErrors).toEqual([]);
  });

  test('an invoice id that may be paid once, as the account is switched', async () => {
    const [first, second] = [
      await createApprovedOrder(),
      await createApprovedOrder({ requestId: 'c-1-2' }),
    ];
    expect(await paypal.captureProviderOrder(first, 'k-1')).toEqual({ kind: 'captured' });
    expect(await paypal.captureProviderOrder(second, 'k-2')).toMatchObject({ kind: 'unknown' });
    await at.callControlApi('account', { blockDuplicateInvoices: false });
    expect(await paypal.captureProviderOrder(second, 'k-3')).toEqual({ kind: 'captured' });
  });
});

describe('faults by switch', () => {
  test.each([
    'reset',
    'hang',
    '429',
    '500',
    '502',
    '503',
    'html-502',
    'issue:ORDER_COMPLETION_IN_PROGRESS',
  ])('"%s" takes no money, and the same request id takes it once', async (fault) => {
    const providerId = await createApprovedOrder();
    await at.callControlApi('faults', { capture: [fault] });
    expect(await paypal.captureProviderOrder(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
    expect((await at.getLedger()).charges).toEqual([]);
    expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual({ kind: 'captured' });
    expect((await at.getLedger()).charges).toHaveLength(1);
  });

  test.each(['lose-answer', 'truncated', 'wrong-type', 'drip', 'slow-900'])(
    '"%s" takes the money without saying so in time, and the same request id answers it',
    async (fault) => {
      const providerId = await createApprovedOrder();
      await at.callControlApi('faults', { [`capture ${providerId}`]: [fault] });
      expect(await paypal.captureProviderOrder(providerId, 'k-1')).toMatchObject({
        kind: 'unknown',
      });
      await sleep(fault === 'slow-900' ? 400 : 0);
      expect((await at.getLedger()).charges).toHaveLength(1);
      expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual({ kind: 'captured' });
      expect((await at.getLedger()).charges).toHaveLength(1);
    },
  );

  test('"later" does it when nobody waits any more, the second call and not the first', async () => {
    const providerId = await createApprovedOrder();
    await at.callControlApi('faults', { capture: ['ok', 'later-150'], get: ['ok'] });
    const other = await createApprovedOrder({ requestId: 'c-2-1', invoiceId: 'QI-000002' });
    expect(await paypal.captureProviderOrder(other, 'k-1')).toEqual({ kind: 'captured' });
    expect(await paypal.captureProviderOrder(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
    expect(await paypal.getProviderOrder(providerId)).toMatchObject({ captures: [] });
    await sleep(300);
    expect(await paypal.getProviderOrder(providerId)).toMatchObject({
      captures: [{ status: 'COMPLETED' }],
    });
    expect((await at.getLedger()).charges).toHaveLength(2);
  });

  test.each(['wait', 'conflict'])(
    'two calls at once under one request id ("%s") take the money once',
    async (duplicates) => {
      const providerId = await createApprovedOrder();
      await at.callControlApi('account', { duplicates });
      await at.callControlApi('faults', { capture: ['slow-200'] });
      const first = paypal.captureProviderOrder(providerId, 'k-1');
      await sleep(50);
      expect(await paypal.captureProviderOrder(providerId, 'k-1')).toMatchObject({
        kind: duplicates === 'wait' ? 'captured' : 'unknown',
      });
      expect(await first).toEqual({ kind: 'captured' });
      expect((await at.getLedger()).charges).toHaveLength(1);
    },
  );
});

describe('webhooks of the counterpart', () => {
  test('can come before the call that caused them is answered', async () => {
    const providerId = await createApprovedOrder();
    await at.callControlApi('webhooks', { mode: 'early' });
    let answered = false;
    onWebhook = async () => (answered ? 'after' : 'before');
    await paypal.captureProviderOrder(providerId, 'k-1').then(() => (answered = true));
    expect(receivedWebhooks.filter(({ type }) => type === 'PAYMENT.CAPTURE.COMPLETED')).toEqual([
      { type: 'PAYMENT.CAPTURE.COMPLETED', state: 'before' },
    ]);
  });

  test('are managed, listed, sent again and checked by the calls that PayPal has for it', async () => {
    const added = await callPaypal('POST', '/v1/notifications/webhooks', {
      url: 'https://other.example/hook',
      event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }],
    });
    expect(added.status).toBe(201);
    expect(
      ((await callPaypal('GET', '/v1/notifications/webhooks')).body['webhooks'] as unknown[])
        .length,
    ).toBe(2);
    expect(
      (await callPaypal('DELETE', `/v1/notifications/webhooks/${String(added.body['id'])}`)).status,
    ).toBe(204);
    const providerId = await createApprovedOrder();
    await sleep(100);
    const { events } = (
      await callPaypal(
        'GET',
        `/v1/notifications/webhooks-events?event_type=CHECKOUT.ORDER.APPROVED&transaction_id=${providerId}`,
      )
    ).body as { events: { id: string }[] };
    expect(events).toHaveLength(1);
    expect(
      (await callPaypal('POST', `/v1/notifications/webhooks-events/${events[0]?.id}/resend`, {}))
        .status,
    ).toBe(202);
    await sleep(100);
    expect(receivedWebhooks.map(({ type }) => type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.ORDER.APPROVED',
    ]);
    expect(
      (
        await callPaypal('POST', '/v1/notifications/simulate-event', {
          event_type: 'PAYMENT.CAPTURE.COMPLETED',
          webhook_id: at.webhookId,
        })
      ).status,
    ).toBe(202);
    expect(
      (
        await callPaypal('POST', '/v1/notifications/verify-webhook-signature', {
          auth_algo: 'SHA256withRSA',
          cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
          transmission_id: 'a1b2-c3',
          transmission_sig: 'eA==',
          transmission_time: new Date().toISOString(),
          webhook_id: at.webhookId,
          webhook_event: { id: 'WH-1' },
        })
      ).body,
    ).toEqual({ verification_status: 'FAILURE' });
    expect(at.schemaErrors).toEqual([]);
  });
});
