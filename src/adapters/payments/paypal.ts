/** PayPal's Orders v2 API by plain fetch. Field names and answers: PayPal's OpenAPI, checkout_orders_v2. */
import { z } from 'zod';
import type { Payments, CaptureAnswer, Created, Look } from '#core/orders/payments.ts';
import { decimal } from '#core/kernel/cents.ts';

export type PaypalOptions = { readonly baseUrl: string; readonly clientId: string; readonly secret: string; readonly timeout?: number };

const link = z.object({ href: z.string(), rel: z.string() });
const created = z.object({ id: z.string(), status: z.string(), links: z.array(link) });
const money = z.object({ value: z.string(), currency_code: z.string() });
const seen = z.object({
  id: z.string(),
  status: z.string(),
  payer: z.object({ payer_id: z.string().default(''), email_address: z.string().default('') }).optional(),
  purchase_units: z.array(z.object({
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    payments: z.object({ captures: z.array(z.object({ id: z.string(), status: z.string(), amount: money })).default([]) }).optional(),
  })).min(1),
});
const refusal = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).default([]) });

/** Answers that are a definite no to this capture: the money was not taken and won't be under this request id. */
const declines = new Set([
  'INSTRUMENT_DECLINED', 'PAYER_CANNOT_PAY', 'PAYER_ACCOUNT_RESTRICTED', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'TRANSACTION_REFUSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'TRANSACTION_LIMIT_EXCEEDED', 'COMPLIANCE_VIOLATION', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);
const unapproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'INVALID_RESOURCE_ID', 'ORDER_EXPIRED', 'ORDER_VOIDED']);

type Answer = { readonly status: number; readonly body: unknown } | { readonly lost: string };

/** The provider behind the port. Every call ends within the timeout (20 s) and never throws: what isn't clear is `unknown`. */
export function createPaypal(options: PaypalOptions): Payments {
  const timeout = options.timeout ?? 20_000;
  let token: { readonly text: string; readonly until: number } | undefined;

  async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    try {
      const response = await fetch(options.baseUrl + path, { method, headers, signal: AbortSignal.timeout(timeout), redirect: 'error', ...(body === undefined ? {} : { body }) });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    } catch (error) {
      return { lost: error instanceof Error ? error.message : String(error) };
    }
  }

  async function bearer(): Promise<string | undefined> {
    if (token && token.until > performance.now()) return token.text;
    const basic = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64');
    const answer = await send('POST', '/v1/oauth2/token', { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }, 'grant_type=client_credentials');
    const read = 'body' in answer ? z.object({ access_token: z.string(), expires_in: z.number() }).safeParse(answer.body) : undefined;
    if (!read?.success) return undefined;
    token = { text: read.data.access_token, until: performance.now() + (read.data.expires_in - 60) * 1000 };
    return token.text;
  }

  async function call(method: string, path: string, requestId?: string, body?: object): Promise<Answer> {
    const text = await bearer();
    if (text === undefined) return { lost: 'no access token' };
    const headers: Record<string, string> = { authorization: `Bearer ${text}`, 'content-type': 'application/json', prefer: 'return=representation' };
    if (requestId !== undefined) headers['paypal-request-id'] = requestId;
    const answer = await send(method, path, headers, body && JSON.stringify(body));
    if ('status' in answer && answer.status === 401) token = undefined;
    return answer;
  }

  return {
    async create(request): Promise<Created> {
      const answer = await call('POST', '/v2/checkout/orders', request.requestId, {
        intent: 'CAPTURE',
        purchase_units: [{
          custom_id: request.customId,
          invoice_id: request.invoiceId,
          description: request.description,
          amount: { currency_code: request.currency, value: decimal(request.amount) },
        }],
        payment_source: { paypal: { experience_context: {
          brand_name: request.brand, user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING', landing_page: 'NO_PREFERENCE',
          return_url: request.returnUrl, cancel_url: request.cancelUrl,
        } } },
      });
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      const read = created.safeParse(answer.body);
      const approval = read.data?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (answer.status < 300 && read.success && approval) return { kind: 'created', providerId: read.data.id, approvalUrl: approval.href };
      const no = refusal.safeParse(answer.body);
      if (answer.status < 500 && answer.status !== 429 && no.success) return { kind: 'refused', issue: no.data.details[0]?.issue ?? no.data.name };
      return { kind: 'unknown', reason: `HTTP ${answer.status}` };
    },

    async capture(providerId, requestId): Promise<CaptureAnswer> {
      const answer = await call('POST', `/v2/checkout/orders/${providerId}/capture`, requestId, {});
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      if (answer.status === 200 || answer.status === 201) return { kind: 'done' };
      const issue = refusal.safeParse(answer.body).data?.details[0]?.issue;
      if (issue === 'ORDER_ALREADY_CAPTURED') return { kind: 'done' };
      if (issue !== undefined && declines.has(issue)) return { kind: 'declined', issue };
      if (issue !== undefined && unapproved.has(issue)) return { kind: 'not-approved', issue };
      return { kind: 'unknown', reason: `HTTP ${answer.status} ${issue ?? ''}`.trim() };
    },

    async look(providerId): Promise<Look> {
      const answer = await call('GET', `/v2/checkout/orders/${providerId}`);
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      if (answer.status === 404) return { kind: 'missing' };
      const read = seen.safeParse(answer.body);
      if (answer.status !== 200 || !read.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
      const { id, status, payer, purchase_units } = read.data;
      const unit = purchase_units[0];
      return {
        kind: 'seen', providerId: id, status, customId: unit?.custom_id, invoiceId: unit?.invoice_id,
        payer: payer && { id: payer.payer_id, email: payer.email_address },
        captures: (unit?.payments?.captures ?? []).map((one) => ({ id: one.id, status: one.status, value: one.amount.value, currency: one.amount.currency_code })),
      };
    },
  };
}
