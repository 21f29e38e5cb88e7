/** Captures that exist: refunds, what the books list, and what happens to money at PayPal without us. */
import { z } from 'zod';
import { newId, type Ledger, type LocalOrder } from './ledger.ts';
import { problem } from './orders.ts';
import type { Webhooks } from './webhooks.ts';

type Done = { readonly status: number; readonly body: object };

const cents = (value: string): number => Math.round(Number(value) * 100);
const left = (order: LocalOrder): number => cents(order.unit.amount.value) - (order.refunds ?? []).reduce((sum, { value }) => sum + cents(value), 0);

export const captureOf = (ledger: Ledger, id: string): LocalOrder | undefined => [...ledger.orders.values()].find(({ capture }) => capture?.id === id);

/** A capture as PayPal represents it. */
export function capture({ unit, capture: taken, id }: LocalOrder, origin: string): object {
  return {
    id: taken?.id, status: taken?.status, amount: unit.amount, final_capture: true, custom_id: unit.custom_id, invoice_id: unit.invoice_id,
    supplementary_data: { related_ids: { order_id: id } },
    links: [{ href: `${origin}/v2/payments/captures/${taken?.id}`, rel: 'self', method: 'GET' }, { href: `${origin}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' }],
  };
}

const body = z.object({ amount: z.object({ value: z.string().regex(/^\d{1,9}\.\d{2}$/), currency_code: z.string() }).optional() });

/** Gives money of a capture back; the same request id answers the same refund. */
export function refund(ledger: Ledger, webhooks: Webhooks, origin: string, captureId: string, requestId: string, text: string): Done {
  const order = captureOf(ledger, captureId);
  if (!order?.capture) return { status: 404, body: problem('RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist. Please check the resource ID and try again.') };
  const key = `refund ${captureId} ${requestId}`;
  const known = requestId === '' ? undefined : ledger.replays.get(key);
  if (known) return { ...known, status: 200 };
  const read = body.safeParse(text === '' ? {} : JSON.parse(text));
  if (!read.success) return { status: 400, body: problem('INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', 'INVALID_PARAMETER_SYNTAX') };
  const no = (issue: string, description: string): Done => ({ status: 422, body: problem('UNPROCESSABLE_ENTITY', 'The requested action could not be performed, semantically incorrect, or failed business validation.', issue, description) });
  const amount = read.data.amount ? cents(read.data.amount.value) : left(order);
  if (read.data.amount && read.data.amount.currency_code !== order.unit.amount.currency_code) return no('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture');
  if (left(order) === 0) return no('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  if (amount > left(order)) return no('REFUND_AMOUNT_EXCEEDED', 'The refund amount must be less than or equal to the capture amount that has not yet been refunded.');
  const one = { id: newId(), status: 'COMPLETED', value: (amount / 100).toFixed(2) };
  const after: LocalOrder = { ...order, refunds: [...(order.refunds ?? []), one], capture: { ...order.capture, status: amount === left(order) ? 'REFUNDED' : 'PARTIALLY_REFUNDED' } };
  const shown = { id: one.id, status: one.status, amount: { value: one.value, currency_code: order.unit.amount.currency_code }, links: [{ href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' }] };
  ledger.keep(after, [key, { status: 201, body: shown }]);
  webhooks.tell('PAYMENT.CAPTURE.REFUNDED', shown, origin);
  return { status: 201, body: shown };
}

/** The books of a span: every capture in it, one page. */
export function books(ledger: Ledger, query: URLSearchParams): Done {
  const [from, to] = [Date.parse(query.get('start_date') ?? ''), Date.parse(query.get('end_date') ?? '')];
  if (!(to - from <= 31 * 86_400_000)) return { status: 400, body: problem('INVALID_REQUEST', 'Date range is greater than 31 days', 'INVALID_PARAMETER_VALUE') };
  const rows = [...ledger.orders.values()].filter(({ capture: taken, capturedAt }) => taken && capturedAt && Date.parse(capturedAt) >= from && Date.parse(capturedAt) <= to);
  return {
    status: 200,
    body: {
      transaction_details: rows.map(({ unit, capture: taken, capturedAt }) => ({ transaction_info: {
        transaction_id: taken?.id, transaction_event_code: 'T0006', transaction_status: taken?.status === 'PENDING' ? 'P' : 'S', transaction_initiation_date: capturedAt,
        transaction_amount: unit.amount, custom_field: unit.custom_id, invoice_id: unit.invoice_id,
      } })),
      total_pages: 1, total_items: rows.length, page: 1,
    },
  };
}

/** A pending capture ends, or a paid one is taken back by the payer's bank: things that PayPal does without us. */
export function change(ledger: Ledger, webhooks: Webhooks, origin: string, captureId: string, status: string): Done {
  const order = captureOf(ledger, captureId);
  if (!order?.capture) return { status: 404, body: {} };
  const after: LocalOrder = { ...order, capture: { ...order.capture, status } };
  ledger.keep(after);
  const resource = { ...capture(after, origin), ...(status === 'REVERSED' ? { links: [{ href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up' }] } : {}) };
  webhooks.tell(`PAYMENT.CAPTURE.${status}`, resource, origin);
  return { status: 200, body: { status } };
}
