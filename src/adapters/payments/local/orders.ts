import { z } from 'zod';
import { newId, type Ledger, type LocalOrder } from './ledger.ts';

const short = z.string().max(127).optional();
const createBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(z.object({
    custom_id: short, invoice_id: short, description: short,
    amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32).regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/) }),
  })).min(1).max(10),
  payment_source: z.object({ paypal: z.object({ experience_context: z.object({ brand_name: short, return_url: z.url(), cancel_url: z.url() }) }) }),
});

/** An error as PayPal words it: name, message, debug id, and the issue where there is one. */
export const problem = (name: string, message: string, issue?: string, description?: string): object => ({
  name, message, debug_id: newId(),
  ...(issue ? { details: [{ issue, description: description ?? message }] } : {}),
  links: [],
});

/** The order as PayPal represents it (`return=representation`). */
export function shown(order: LocalOrder, origin: string): object {
  const { id, status, unit, capture, refunds = [] } = order;
  const money = { amount: unit.amount, final_capture: true, custom_id: unit.custom_id, invoice_id: unit.invoice_id };
  const back = refunds.map((one) => ({ id: one.id, status: one.status, amount: { value: one.value, currency_code: unit.amount.currency_code }, links: [{ href: `${origin}/v2/payments/captures/${capture?.id}`, rel: 'up', method: 'GET' }] }));
  return {
    id, status, intent: 'CAPTURE', create_time: order.createdAt,
    purchase_units: [{ reference_id: 'default', ...unit, ...(capture ? { payments: { captures: [{ ...capture, ...money }], ...(back.length > 0 ? { refunds: back } : {}) } } : {}) }],
    ...(status === 'APPROVED' || status === 'COMPLETED' ? { payer: { payer_id: 'LCALPAYER2345', email_address: 'payer@example.com', name: { given_name: 'Local', surname: 'Payer' } } } : {}),
    links: [
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      ...(status === 'PAYER_ACTION_REQUIRED' ? [{ href: `${origin}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }] : []),
    ],
  };
}

/** 201 for a new order; 200 with its latest state for a request id that came before. */
export function createOrder(ledger: Ledger, origin: string, requestId: string, body: string): { status: number; body: object } {
  const key = `create ${requestId}`;
  const known = ledger.replays.get(key);
  if (requestId !== '' && known) {
    const order = ledger.orders.get((known.body as { id: string }).id);
    if (order) return { status: 200, body: shown(order, origin) };
  }
  if (requestId === '') return { status: 400, body: problem('INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', 'PAYPAL_REQUEST_ID_REQUIRED', 'A PayPal-Request-Id is required if you are trying to process payment for an Order.') };
  const read = createBody.safeParse(parsed(body));
  const unit = read.data?.purchase_units[0];
  if (!read.success || !unit) return { status: 400, body: problem('INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', 'INVALID_PARAMETER_SYNTAX') };
  if (!(Number(unit.amount.value) > 0)) return { status: 422, body: problem('UNPROCESSABLE_ENTITY', 'The requested action could not be performed.', 'CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.') };
  const { brand_name: brand = '', return_url: returnUrl, cancel_url: cancelUrl } = read.data.payment_source.paypal.experience_context;
  const order: LocalOrder = { id: newId(), status: 'PAYER_ACTION_REQUIRED', unit, brand, returnUrl, cancelUrl, badCard: false, createdAt: new Date().toISOString() };
  ledger.keep(order, [key, { status: 201, body: { id: order.id } }]);
  return { status: 201, body: shown(order, origin) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
