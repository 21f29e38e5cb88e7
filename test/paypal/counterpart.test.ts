import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPaypal } from '#adapters/payments/paypal.ts';
import type { Payments } from '#core/orders/payments.ts';
import { openBetween, type Between } from './between.ts';

let at: Between;
let paypal: Payments;
let bearer: string;
let listener: http.Server;
const heard: { type: string; state: string }[] = [];
/** What a webhook's hearer does before he answers. */
let onHear = async (): Promise<string> => '';

beforeEach(async () => {
  heard.length = 0;
  onHear = async () => '';
  listener = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      void (async () => {
        heard.push({
          type: (JSON.parse(Buffer.concat(parts).toString()) as { event_type: string }).event_type,
          state: await onHear(),
        });
        res.writeHead(200).end();
      })();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  at = await openBetween(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/`);
  bearer = await at.token();
  paypal = createPaypal({
    baseUrl: at.base,
    clientId: 'local',
    secret: 'local',
    webhookId: at.webhookId,
    timeout: 700,
  });
});
afterEach(async () => {
  listener.closeAllConnections();
  listener.close();
  await at.close();
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

async function created(more: object = {}): Promise<{ providerId: string; approvalUrl: string }> {
  const answer = await paypal.create({ ...request, ...more });
  if (answer.kind !== 'created') throw new Error(JSON.stringify(answer));
  return answer;
}
const choose = (approvalUrl: string, choice = 'pay') =>
  fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });
async function approved(more: object = {}): Promise<string> {
  const { approvalUrl, providerId } = await created(more);
  await choose(approvalUrl);
  return providerId;
}

/** A call of the API as somebody else would write it. */
async function raw(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(at.base + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}
const issueOf = ({ body }: { body: Record<string, unknown> }): string | undefined =>
  (body['details'] as { issue: string }[] | undefined)?.[0]?.issue;
const order = (unit: object = {}, more: object = {}) => ({
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
    ['INVALID_PARAMETER_VALUE', 400, order({}, { intent: 'GIFT' })],
    ['INVALID_PARAMETER_SYNTAX', 400, order({ amount: { currency_code: 'USD', value: 'ten' } })],
    ['INVALID_STRING_LENGTH', 400, order({ custom_id: 'x'.repeat(128) })],
    [
      'INVALID_ARRAY_MAX_ITEMS',
      400,
      {
        ...order(),
        purchase_units: Array.from({ length: 11 }, () => ({
          amount: { currency_code: 'USD', value: '1.00' },
        })),
      },
    ],
    ['MISSING_REQUIRED_PARAMETER', 400, order({}, { application_context: undefined })],
    ['INVALID_CURRENCY_CODE', 422, order({ amount: { currency_code: 'XYZ', value: '10.00' } })],
    ['DECIMAL_PRECISION', 422, order({ amount: { currency_code: 'USD', value: '10.001' } })],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', 422, order({ amount: { currency_code: 'USD', value: '0.00' } })],
    ['MAX_VALUE_EXCEEDED', 422, order({ amount: { currency_code: 'USD', value: '99999999.00' } })],
    [
      'ITEM_TOTAL_REQUIRED',
      422,
      order({
        items: [
          { name: 'A', quantity: '1', unit_amount: { currency_code: 'USD', value: '10.00' } },
        ],
      }),
    ],
    [
      'AMOUNT_MISMATCH',
      422,
      order({
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
      order({
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
      { ...order(), purchase_units: [order().purchase_units[0], order().purchase_units[0]] },
    ],
  ])('%s (%i)', async (issue, status, body) => {
    const answer = await raw('POST', '/v2/checkout/orders', body);
    expect([answer.status, issueOf(answer)]).toEqual([status, issue]);
    expect(at.wrong).toEqual([]);
  });

  test('a foreign token, method, media type, address and account', async () => {
    expect(
      (await raw('POST', '/v2/checkout/orders', order(), { authorization: 'Bearer other' })).status,
    ).toBe(401);
    expect((await raw('DELETE', '/v2/checkout/orders')).status).toBe(405);
    expect(
      (await raw('POST', '/v2/checkout/orders', order(), { 'content-type': 'text/plain' })).status,
    ).toBe(415);
    expect((await raw('GET', '/v2/nothing')).status).toBe(404);
    await at.sim('account', { restricted: true });
    expect(issueOf(await raw('POST', '/v2/checkout/orders', order()))).toBe(
      'PAYEE_ACCOUNT_RESTRICTED',
    );
    expect(at.wrong).toEqual([]);
  });

  test("any issue of a capture by switch or by PayPal's own header; the product takes no money for it and may try again", async () => {
    const providerId = await approved();
    for (const issue of [
      'TRANSACTION_REFUSED',
      'PAYER_ACTION_REQUIRED',
      'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
      'PAYEE_BLOCKED_TRANSACTION',
    ]) {
      await at.sim('faults', { capture: [`issue:${issue}`] });
      expect(await paypal.capture(providerId, 'k-1')).toEqual({ kind: 'declined', issue });
    }
    for (const issue of ['ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']) {
      await at.sim('faults', { capture: [`issue:${issue}`] });
      expect(await paypal.capture(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
    }
    const mocked = await raw(
      'POST',
      `/v2/checkout/orders/${providerId}/capture`,
      {},
      { 'paypal-mock-response': '{"mock_application_codes":"TRANSACTION_REFUSED"}' },
    );
    expect([mocked.status, issueOf(mocked)]).toEqual([422, 'TRANSACTION_REFUSED']);
    expect((await at.ledger()).charges).toEqual([]);
    expect(at.wrong).toEqual([]);
  });
});

describe('the counterpart keeps what PayPal keeps', () => {
  test('an id, a state and links where nobody asks for more, and the way of the older context', async () => {
    const { status, body } = await raw('POST', '/v2/checkout/orders', order());
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['id', 'status', 'links']);
    expect(body).toMatchObject({ status: 'CREATED', links: [{ rel: 'self' }, { rel: 'approve' }] });
  });

  test('one access token for many calls, and a new one when it has ended, without a failed call', async () => {
    const before = (await at.ledger()).tokens;
    for (let i = 0; i < 5; i++) await created({ requestId: `c-${i}-1` });
    expect((await at.ledger()).tokens - before).toBe(1);
    await at.sim('clock', { pass: 10 * 3_600_000 });
    expect(await paypal.create({ ...request, requestId: 'c-9-1' })).toMatchObject({
      kind: 'created',
    });
    expect((await at.ledger()).tokens - before).toBe(2);
  });

  test("the first answer for a request id for six hours, and for a refund's 45 days", async () => {
    const { providerId } = await created();
    expect((await created()).providerId).toBe(providerId);
    await choose((await created()).approvalUrl);
    await paypal.capture(providerId, 'k-1');
    const seen = await paypal.look(providerId);
    const capture = seen.kind === 'seen' ? String(seen.captures[0]?.id) : '';
    const first = await paypal.refund(capture, 'r-1', 100, 'USD');
    await at.sim('clock', { pass: 7 * 3_600_000 });
    expect((await created()).providerId).not.toBe(providerId);
    expect(await paypal.refund(capture, 'r-1', 100, 'USD')).toEqual(first);
    const refundId = first.kind === 'done' ? first.refundId : '';
    expect(
      (
        await raw('GET', `/v2/payments/refunds/${refundId}`, undefined, {
          authorization: `Bearer ${await at.token()}`,
        })
      ).body,
    ).toMatchObject({ id: refundId, status: 'COMPLETED' });
    await at.sim('clock', { pass: 181 * 86_400_000 });
    expect(await paypal.refund(capture, 'r-2', 100, 'USD')).toEqual({
      kind: 'refused',
      issue: 'REFUND_TIME_LIMIT_EXCEEDED',
    });
    expect(at.wrong).toEqual([]);
  });

  test('an order that nobody paid for three hours, by the clock of a switch: lapsed, and an approval with a webhook', async () => {
    const open = await created();
    const waiting = await approved({ requestId: 'c-2-1' });
    await at.sim('clock', { pass: 3.5 * 3_600_000 });
    expect(await paypal.look(open.providerId)).toMatchObject({ status: 'VOIDED' });
    expect((await fetch(open.approvalUrl)).status).toBe(404);
    expect(await paypal.capture(waiting, 'k-1')).toMatchObject({ kind: 'not-approved' });
    await sleep(100);
    expect(heard.map(({ type }) => type)).toContain('CHECKOUT.PAYMENT-APPROVAL.REVERSED');
  });

  test('an order that may be changed until it is paid', async () => {
    const { providerId, approvalUrl } = await created();
    const change = (path: string, value: unknown) =>
      raw('PATCH', `/v2/checkout/orders/${providerId}`, [{ op: 'replace', path, value }]);
    expect(
      (await change("/purchase_units/@reference_id=='default'/description", 'Other')).status,
    ).toBe(204);
    expect(issueOf(await change('/status', 'COMPLETED'))).toBe('NOT_PATCHABLE');
    await choose(approvalUrl);
    await paypal.capture(providerId, 'k-1');
    expect(
      issueOf(await change("/purchase_units/@reference_id=='default'/description", 'Late')),
    ).toBe('ORDER_ALREADY_COMPLETED');
    expect(at.wrong).toEqual([]);
  });

  test('an invoice id that may be paid once, as the account is switched', async () => {
    const [first, second] = [await approved(), await approved({ requestId: 'c-1-2' })];
    expect(await paypal.capture(first, 'k-1')).toEqual({ kind: 'done' });
    expect(await paypal.capture(second, 'k-2')).toMatchObject({ kind: 'unknown' });
    await at.sim('account', { blockDuplicateInvoices: false });
    expect(await paypal.capture(second, 'k-3')).toEqual({ kind: 'done' });
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
    const providerId = await approved();
    await at.sim('faults', { capture: [fault] });
    expect(await paypal.capture(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
    expect((await at.ledger()).charges).toEqual([]);
    expect(await paypal.capture(providerId, 'k-1')).toEqual({ kind: 'done' });
    expect((await at.ledger()).charges).toHaveLength(1);
  });

  test.each(['lose-answer', 'truncated', 'wrong-type', 'drip', 'slow-900'])(
    '"%s" takes the money without saying so in time, and the same request id answers it',
    async (fault) => {
      const providerId = await approved();
      await at.sim('faults', { [`capture ${providerId}`]: [fault] });
      expect(await paypal.capture(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
      await sleep(fault === 'slow-900' ? 400 : 0);
      expect((await at.ledger()).charges).toHaveLength(1);
      expect(await paypal.capture(providerId, 'k-1')).toEqual({ kind: 'done' });
      expect((await at.ledger()).charges).toHaveLength(1);
    },
  );

  test('"later" does it when nobody waits any more, the second call and not the first', async () => {
    const providerId = await approved();
    await at.sim('faults', { capture: ['ok', 'later-150'], get: ['ok'] });
    const other = await approved({ requestId: 'c-2-1', invoiceId: 'QI-000002' });
    expect(await paypal.capture(other, 'k-1')).toEqual({ kind: 'done' });
    expect(await paypal.capture(providerId, 'k-1')).toMatchObject({ kind: 'unknown' });
    expect(await paypal.look(providerId)).toMatchObject({ captures: [] });
    await sleep(300);
    expect(await paypal.look(providerId)).toMatchObject({ captures: [{ status: 'COMPLETED' }] });
    expect((await at.ledger()).charges).toHaveLength(2);
  });

  test.each(['wait', 'conflict'])(
    'two calls at once under one request id ("%s") take the money once',
    async (duplicates) => {
      const providerId = await approved();
      await at.sim('account', { duplicates });
      await at.sim('faults', { capture: ['slow-200'] });
      const first = paypal.capture(providerId, 'k-1');
      await sleep(50);
      expect(await paypal.capture(providerId, 'k-1')).toMatchObject({
        kind: duplicates === 'wait' ? 'done' : 'unknown',
      });
      expect(await first).toEqual({ kind: 'done' });
      expect((await at.ledger()).charges).toHaveLength(1);
    },
  );
});

describe('webhooks of the counterpart', () => {
  test('can come before the call that caused them is answered', async () => {
    const providerId = await approved();
    await at.sim('webhooks', { mode: 'early' });
    let answered = false;
    onHear = async () => (answered ? 'after' : 'before');
    await paypal.capture(providerId, 'k-1').then(() => (answered = true));
    expect(heard.filter(({ type }) => type === 'PAYMENT.CAPTURE.COMPLETED')).toEqual([
      { type: 'PAYMENT.CAPTURE.COMPLETED', state: 'before' },
    ]);
  });

  test('are managed, listed, sent again and checked by the calls that PayPal has for it', async () => {
    const added = await raw('POST', '/v1/notifications/webhooks', {
      url: 'https://other.example/hook',
      event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }],
    });
    expect(added.status).toBe(201);
    expect(
      ((await raw('GET', '/v1/notifications/webhooks')).body['webhooks'] as unknown[]).length,
    ).toBe(2);
    expect(
      (await raw('DELETE', `/v1/notifications/webhooks/${String(added.body['id'])}`)).status,
    ).toBe(204);
    const providerId = await approved();
    await sleep(100);
    const { events } = (
      await raw(
        'GET',
        `/v1/notifications/webhooks-events?event_type=CHECKOUT.ORDER.APPROVED&transaction_id=${providerId}`,
      )
    ).body as { events: { id: string }[] };
    expect(events).toHaveLength(1);
    expect(
      (await raw('POST', `/v1/notifications/webhooks-events/${events[0]?.id}/resend`, {})).status,
    ).toBe(202);
    await sleep(100);
    expect(heard.map(({ type }) => type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.ORDER.APPROVED',
    ]);
    expect(
      (
        await raw('POST', '/v1/notifications/simulate-event', {
          event_type: 'PAYMENT.CAPTURE.COMPLETED',
          webhook_id: at.webhookId,
        })
      ).status,
    ).toBe(202);
    expect(
      (
        await raw('POST', '/v1/notifications/verify-webhook-signature', {
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
    expect(at.wrong).toEqual([]);
  });
});
