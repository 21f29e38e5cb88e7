/** Money of the counterpart: captures, refunds, the books, and what happens to money at PayPal without us. Issues: PayPal's own. */
import { z } from 'zod';
import {
  errorResponse,
  parseJson,
  issueResponse,
  resourceNotFound,
  type SimulatorResponse,
} from './responses.ts';
import { newId, type Ledger, type SimulatedOrder } from './ledger.ts';
import { representOrder, type AccountSettings } from './orders.ts';

const toCents = (value: string): number => Math.round(Number(value) * 100);
const refundableCents = (order: SimulatedOrder): number =>
  toCents(order.unit.amount.value) -
  (order.refunds ?? []).reduce((sum, { value }) => sum + toCents(value), 0);

/** A capture as PayPal represents it. */
export function representCapture(
  { unit, capture: taken, id }: SimulatedOrder,
  origin: string,
): object {
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
export function captureOrder(
  ledger: Ledger,
  account: AccountSettings,
  origin: string,
  order: SimulatedOrder,
  outcome: string,
): SimulatorResponse {
  if (order.status === 'COMPLETED') return issueResponse('capture', 'ORDER_ALREADY_CAPTURED');
  if (order.status === 'VOIDED') return resourceNotFound();
  if (order.status !== 'APPROVED') return issueResponse('capture', 'ORDER_NOT_APPROVED');
  if (
    account.blockDuplicateInvoices &&
    [...ledger.orders.values()].some(
      (one) =>
        one.capture &&
        one.capture.status !== 'DECLINED' &&
        one.unit.invoice_id === order.unit.invoice_id,
    )
  )
    return issueResponse('capture', 'DUPLICATE_INVOICE_ID');
  if (order.badCard)
    return {
      ...issueResponse('capture', 'INSTRUMENT_DECLINED'),
      savedOrder: { ...order, status: 'PAYER_ACTION_REQUIRED', badCard: false },
      isReplayable: true,
    };
  const paid: SimulatedOrder = {
    ...order,
    status: 'COMPLETED',
    capturedAt: new Date(ledger.now()).toISOString(),
    capture: { id: newId(), status: outcome },
  };
  return {
    status: 201,
    body: representOrder(paid, origin),
    savedOrder: paid,
    isReplayable: true,
    events: [
      { type: `PAYMENT.CAPTURE.${outcome}`, resource: representCapture(paid, origin) },
      { type: 'CHECKOUT.ORDER.COMPLETED', resource: representOrder(paid, origin) },
    ],
  };
}

const refundRequestBody = z.object({
  amount: z
    .object({ value: z.string().regex(/^-?\d{1,9}(\.\d+)?$/), currency_code: z.string() })
    .optional(),
});

/** A refund as PayPal represents it. */
const representRefund = (
  order: SimulatedOrder,
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
export function refundCapture(
  ledger: Ledger,
  origin: string,
  captureId: string,
  text: string,
): SimulatorResponse {
  const order = ledger.findOrderByCapture(captureId);
  if (!order?.capture) return resourceNotFound();
  const read = refundRequestBody.safeParse(parseJson(text));
  if (!read.success) return issueResponse('refund', 'INVALID_PARAMETER_SYNTAX', '/amount/value');
  const asked = read.data.amount;
  if (asked && asked.currency_code !== order.unit.amount.currency_code)
    return issueResponse('refund', 'REFUND_CAPTURE_CURRENCY_MISMATCH');
  if (asked && /\.\d{3,}$/.test(asked.value)) return issueResponse('refund', 'DECIMAL_PRECISION');
  if (asked && !(Number(asked.value) > 0))
    return issueResponse('refund', 'CANNOT_BE_ZERO_OR_NEGATIVE');
  if (order.capture.status === 'PENDING') return issueResponse('refund', 'PENDING_CAPTURE');
  if (ledger.now() - Date.parse(order.capturedAt ?? '') > 180 * 86_400_000)
    return issueResponse('refund', 'REFUND_TIME_LIMIT_EXCEEDED');
  const amount = asked ? toCents(asked.value) : refundableCents(order);
  if (refundableCents(order) === 0) return issueResponse('refund', 'CAPTURE_FULLY_REFUNDED');
  if (amount > refundableCents(order)) return issueResponse('refund', 'REFUND_AMOUNT_EXCEEDED');
  const one = { id: newId(), status: 'COMPLETED', value: (amount / 100).toFixed(2) };
  const after: SimulatedOrder = {
    ...order,
    refunds: [...(order.refunds ?? []), one],
    capture: {
      ...order.capture,
      status: amount === refundableCents(order) ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    },
  };
  const body = representRefund(order, one, origin);
  return {
    status: 201,
    body,
    savedOrder: after,
    isReplayable: true,
    events: [{ type: 'PAYMENT.CAPTURE.REFUNDED', resource: body }],
  };
}

export function getCapture(ledger: Ledger, origin: string, id: string): SimulatorResponse {
  const order = ledger.findOrderByCapture(id);
  return order ? { status: 200, body: representCapture(order, origin) } : resourceNotFound();
}

export function getRefund(ledger: Ledger, origin: string, id: string): SimulatorResponse {
  for (const order of ledger.orders.values()) {
    const one = order.refunds?.find((each) => each.id === id);
    if (one) return { status: 200, body: representRefund(order, one, origin) };
  }
  return resourceNotFound();
}

/** The books of a span of at most 31 days: every capture in it that is older than the lag. */
export function listTransactions(
  ledger: Ledger,
  lagMs: number,
  query: URLSearchParams,
): SimulatorResponse {
  const [from, to] = [
    Date.parse(query.get('start_date') ?? ''),
    Date.parse(query.get('end_date') ?? ''),
  ];
  if (!(to - from <= 31 * 86_400_000))
    return errorResponse(400, [
      { issue: 'INVALID_PARAMETER_VALUE', description: 'Date range is greater than 31 days' },
    ]);
  const rows = [...ledger.orders.values()].filter(({ capture: taken, capturedAt }) => {
    const at = Date.parse(capturedAt ?? '');
    return taken && at >= from && at <= to && at <= ledger.now() - lagMs;
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
export function settlePendingCapture(
  ledger: Ledger,
  origin: string,
  captureId: string,
  status: string,
): SimulatorResponse {
  const order = ledger.findOrderByCapture(captureId);
  if (!order?.capture) return resourceNotFound();
  const after: SimulatedOrder = {
    ...order,
    capture: { ...order.capture, status: status === 'DENIED' ? 'DECLINED' : status },
  };
  return {
    status: 200,
    body: { status },
    savedOrder: after,
    events: [{ type: `PAYMENT.CAPTURE.${status}`, resource: representCapture(after, origin) }],
  };
}

/** The payer's bank took the money back, or a dispute was opened or resolved: known by webhook alone, the capture shows nothing of it. */
export function createDisputeEvent(
  ledger: Ledger,
  origin: string,
  captureId: string,
  what: 'reversed' | 'created' | 'resolved',
  outcome: string,
): SimulatorResponse {
  const order = ledger.findOrderByCapture(captureId);
  if (!order) return resourceNotFound();
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
  return { status: 200, body: {}, events: [told] };
}
