/** Money of the counterpart: captures, refunds, the books, and what happens to money at PayPal without us. Issues: PayPal's own. */
import { z } from 'zod';
import { failure, parsed, refusal, unknownResource, type Done } from './answers.ts';
import { newId, type Ledger, type LocalOrder } from './ledger.ts';
import { shown, type Account } from './orders.ts';

const cents = (value: string): number => Math.round(Number(value) * 100);
const left = (order: LocalOrder): number =>
  cents(order.unit.amount.value) -
  (order.refunds ?? []).reduce((sum, { value }) => sum + cents(value), 0);

/** A capture as PayPal represents it. */
export function captureShown({ unit, capture: taken, id }: LocalOrder, origin: string): object {
  return {
    id: taken?.id,
    status: taken?.status,
    amount: unit.amount,
    final_capture: true,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
    supplementary_data: { related_ids: { order_id: id } },
    links: [
      { href: `${origin}/v2/payments/captures/${taken?.id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** Takes the money of an approved order once; `outcome` is the capture's status where the test planned another than COMPLETED. */
export function capture(
  ledger: Ledger,
  account: Account,
  origin: string,
  order: LocalOrder,
  outcome: string,
): Done {
  if (order.status === 'COMPLETED') return refusal('capture', 'ORDER_ALREADY_CAPTURED');
  if (order.status === 'VOIDED') return unknownResource();
  if (order.status !== 'APPROVED') return refusal('capture', 'ORDER_NOT_APPROVED');
  if (
    account.blockDuplicateInvoices &&
    [...ledger.orders.values()].some(
      (one) =>
        one.capture &&
        one.capture.status !== 'DECLINED' &&
        one.unit.invoice_id === order.unit.invoice_id,
    )
  )
    return refusal('capture', 'DUPLICATE_INVOICE_ID');
  if (order.badCard)
    return {
      ...refusal('capture', 'INSTRUMENT_DECLINED'),
      keep: { ...order, status: 'PAYER_ACTION_REQUIRED', badCard: false },
      stored: true,
    };
  const paid: LocalOrder = {
    ...order,
    status: 'COMPLETED',
    capturedAt: new Date(ledger.now()).toISOString(),
    capture: { id: newId(), status: outcome },
  };
  return {
    status: 201,
    body: shown(paid, origin),
    keep: paid,
    stored: true,
    tell: [
      { type: `PAYMENT.CAPTURE.${outcome}`, resource: captureShown(paid, origin) },
      { type: 'CHECKOUT.ORDER.COMPLETED', resource: shown(paid, origin) },
    ],
  };
}

const refundBody = z.object({
  amount: z
    .object({ value: z.string().regex(/^-?\d{1,9}(\.\d+)?$/), currency_code: z.string() })
    .optional(),
});

/** A refund as PayPal represents it. */
const refundShown = (
  order: LocalOrder,
  { id, status, value }: { id: string; status: string; value: string },
  origin: string,
): object => ({
  id,
  status,
  amount: { value, currency_code: order.unit.amount.currency_code },
  links: [
    { href: `${origin}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `${origin}/v2/payments/captures/${order.capture?.id}`, rel: 'up', method: 'GET' },
  ],
});

/** Gives money of a capture back, within 180 days. */
export function refund(ledger: Ledger, origin: string, captureId: string, text: string): Done {
  const order = ledger.captureOf(captureId);
  if (!order?.capture) return unknownResource();
  const read = refundBody.safeParse(parsed(text));
  if (!read.success) return refusal('refund', 'INVALID_PARAMETER_SYNTAX', '/amount/value');
  const asked = read.data.amount;
  if (asked && asked.currency_code !== order.unit.amount.currency_code)
    return refusal('refund', 'REFUND_CAPTURE_CURRENCY_MISMATCH');
  if (asked && /\.\d{3,}$/.test(asked.value)) return refusal('refund', 'DECIMAL_PRECISION');
  if (asked && !(Number(asked.value) > 0)) return refusal('refund', 'CANNOT_BE_ZERO_OR_NEGATIVE');
  if (order.capture.status === 'PENDING') return refusal('refund', 'PENDING_CAPTURE');
  if (ledger.now() - Date.parse(order.capturedAt ?? '') > 180 * 86_400_000)
    return refusal('refund', 'REFUND_TIME_LIMIT_EXCEEDED');
  const amount = asked ? cents(asked.value) : left(order);
  if (left(order) === 0) return refusal('refund', 'CAPTURE_FULLY_REFUNDED');
  if (amount > left(order)) return refusal('refund', 'REFUND_AMOUNT_EXCEEDED');
  const one = { id: newId(), status: 'COMPLETED', value: (amount / 100).toFixed(2) };
  const after: LocalOrder = {
    ...order,
    refunds: [...(order.refunds ?? []), one],
    capture: {
      ...order.capture,
      status: amount === left(order) ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    },
  };
  const body = refundShown(order, one, origin);
  return {
    status: 201,
    body,
    keep: after,
    stored: true,
    tell: [{ type: 'PAYMENT.CAPTURE.REFUNDED', resource: body }],
  };
}

export function captureById(ledger: Ledger, origin: string, id: string): Done {
  const order = ledger.captureOf(id);
  return order ? { status: 200, body: captureShown(order, origin) } : unknownResource();
}

export function refundById(ledger: Ledger, origin: string, id: string): Done {
  for (const order of ledger.orders.values()) {
    const one = order.refunds?.find((each) => each.id === id);
    if (one) return { status: 200, body: refundShown(order, one, origin) };
  }
  return unknownResource();
}

/** The books of a span of at most 31 days: every capture in it that is older than the lag. */
export function books(ledger: Ledger, lag: number, query: URLSearchParams): Done {
  const [from, to] = [
    Date.parse(query.get('start_date') ?? ''),
    Date.parse(query.get('end_date') ?? ''),
  ];
  if (!(to - from <= 31 * 86_400_000))
    return failure(400, [
      { issue: 'INVALID_PARAMETER_VALUE', description: 'Date range is greater than 31 days' },
    ]);
  const rows = [...ledger.orders.values()].filter(({ capture: taken, capturedAt }) => {
    const at = Date.parse(capturedAt ?? '');
    return taken && at >= from && at <= to && at <= ledger.now() - lag;
  });
  const size = Math.min(500, Number(query.get('page_size') ?? 100));
  const page = Number(query.get('page') ?? 1);
  const details = rows
    .slice((page - 1) * size, page * size)
    .map(({ unit, capture: taken, capturedAt }) => ({
      transaction_info: {
        transaction_id: taken?.id,
        transaction_event_code: 'T0006',
        transaction_status: taken?.status === 'PENDING' ? 'P' : 'S',
        transaction_initiation_date: capturedAt,
        transaction_amount: unit.amount,
        custom_field: unit.custom_id,
        invoice_id: unit.invoice_id,
      },
    }));
  return {
    status: 200,
    body: {
      transaction_details: details,
      total_pages: Math.max(1, Math.ceil(rows.length / size)),
      total_items: rows.length,
      page,
    },
  };
}

/** A pending capture ends, well or not. */
export function settle(ledger: Ledger, origin: string, captureId: string, status: string): Done {
  const order = ledger.captureOf(captureId);
  if (!order?.capture) return unknownResource();
  const after: LocalOrder = {
    ...order,
    capture: { ...order.capture, status: status === 'DENIED' ? 'DECLINED' : status },
  };
  return {
    status: 200,
    body: { status },
    keep: after,
    tell: [{ type: `PAYMENT.CAPTURE.${status}`, resource: captureShown(after, origin) }],
  };
}

/** The payer's bank took the money back, or a dispute was opened or resolved: known by webhook alone, the capture shows nothing of it. */
export function dispute(
  ledger: Ledger,
  origin: string,
  captureId: string,
  what: 'reversed' | 'created' | 'resolved',
  outcome: string,
): Done {
  const order = ledger.captureOf(captureId);
  if (!order) return unknownResource();
  const up = { links: [{ href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up' }] };
  const about = {
    dispute_id: `PP-D-${captureId.slice(0, 6)}`,
    disputed_transactions: [{ seller_transaction_id: captureId }],
    ...(what === 'resolved'
      ? { status: 'RESOLVED', dispute_outcome: { outcome_code: outcome } }
      : { status: 'OPEN' }),
  };
  const told =
    what === 'reversed'
      ? { type: 'PAYMENT.CAPTURE.REVERSED', resource: { id: newId(), ...up } }
      : { type: `CUSTOMER.DISPUTE.${what.toUpperCase()}`, resource: about };
  return { status: 200, body: {}, tell: [told] };
}
