import { z } from 'zod';
import type { SimulatorContext } from './context.ts';
import { newId, type SimulatedOrder, type SimulatedRefund } from './ledger.ts';
import { formatValue, toCents } from './money.ts';
import { representRefund } from './represent-order.ts';
import { issueResponse, parseJson, resourceNotFound, type SimulatorResponse } from './responses.ts';

const refundRequestBody = z.object({
  amount: z
    .object({ value: z.string().regex(/^-?\d{1,9}(\.\d+)?$/), currency_code: z.string() })
    .optional(),
  custom_id: z.string().min(1).max(127).optional(),
});
type RefundRequest = z.infer<typeof refundRequestBody>;

const refundPeriodMs = 180 * 86_400_000;

/** Refunds a capture, whole or in part, within 180 days; with the outcome that is planned. */
export function refundCapture(
  { ledger, faults, origin }: SimulatorContext,
  captureId: string,
  text: string,
): SimulatorResponse {
  const order = ledger.findOrderByCapture(captureId);
  if (!order?.capture) return resourceNotFound();
  const parsed = refundRequestBody.safeParse(parseJson(text));
  if (!parsed.success) return issueResponse('refund', 'INVALID_PARAMETER_SYNTAX', '/amount/value');
  const remainingCents = refundableCents(order);
  const requested = parsed.data.amount;
  const amountCents = requested ? toCents(requested.value) : remainingCents;
  const isLate = ledger.now() - Date.parse(order.capturedAt ?? '') > refundPeriodMs;
  const issue =
    findRequestIssue(order, parsed.data) ??
    (order.capture.status === 'PENDING' ? 'PENDING_CAPTURE' : undefined) ??
    (isLate ? 'REFUND_TIME_LIMIT_EXCEEDED' : undefined) ??
    findBalanceIssue(amountCents, remainingCents);
  if (issue) return issueResponse('refund', issue);
  const refund = {
    id: newId(),
    ...faults.nextRefundOutcome(),
    value: formatValue(amountCents, order.unit.amount.currency_code),
    custom_id: parsed.data.custom_id,
    refundedAt: new Date(ledger.now()).toISOString(),
  };
  const savedOrder = withRefunds(order, [...(order.refunds ?? []), refund]);
  const body = representRefund(order, refund, origin);
  const events = [{ type: eventTypes[refund.status] ?? '', resource: body }];
  return { status: 201, body, savedOrder, isReplayable: true, events };
}

/** PayPal sends no event that says "cancelled"; it counts as failed. */
const eventTypes: Readonly<Record<string, string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  CANCELLED: 'PAYMENT.REFUND.FAILED',
};

/** A pending refund ends, or one that was completed is taken back. */
export function changeRefund(
  { ledger, origin }: SimulatorContext,
  id: string,
  change: { readonly status: string; readonly reason?: string | undefined },
): SimulatorResponse {
  for (const order of ledger.orders.values()) {
    const refund = order.refunds?.find((candidate) => candidate.id === id);
    if (!refund) continue;
    const changed = { ...refund, ...change, updatedAt: new Date(ledger.now()).toISOString() };
    const refunds = order.refunds?.map((one) => (one.id === id ? changed : one)) ?? [];
    const body = representRefund(order, changed, origin);
    const events = [{ type: eventTypes[change.status] ?? '', resource: body }];
    return { status: 200, body, savedOrder: withRefunds(order, refunds), events };
  }
  return resourceNotFound();
}

/** The order with these refunds, and its capture with the status that they leave it. */
function withRefunds(order: SimulatedOrder, refunds: readonly SimulatedRefund[]): SimulatedOrder {
  const savedOrder = { ...order, refunds };
  if (!order.capture) return savedOrder;
  const isUntouched = refunds.every(isFailed);
  const part = refundableCents(savedOrder) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return { ...savedOrder, capture: { ...order.capture, status: isUntouched ? 'COMPLETED' : part } };
}

const isFailed = ({ status }: SimulatedRefund): boolean =>
  status === 'FAILED' || status === 'CANCELLED';

function findRequestIssue(order: SimulatedOrder, { amount }: RefundRequest): string | undefined {
  if (!amount) return undefined;
  if (amount.currency_code !== order.unit.amount.currency_code)
    return 'REFUND_CAPTURE_CURRENCY_MISMATCH';
  if (/\.\d{3,}$/.test(amount.value)) return 'DECIMAL_PRECISION';
  return Number(amount.value) > 0 ? undefined : 'CANNOT_BE_ZERO_OR_NEGATIVE';
}

function findBalanceIssue(amountCents: number, remainingCents: number): string | undefined {
  if (remainingCents === 0) return 'CAPTURE_FULLY_REFUNDED';
  return amountCents > remainingCents ? 'REFUND_AMOUNT_EXCEEDED' : undefined;
}

const refundableCents = ({ unit, refunds = [] }: SimulatedOrder): number =>
  refunds
    .filter((refund) => !isFailed(refund))
    .reduce((left, { value }) => left - toCents(value), toCents(unit.amount.value));

export function getRefund({ ledger, origin }: SimulatorContext, id: string): SimulatorResponse {
  for (const order of ledger.orders.values()) {
    const refund = order.refunds?.find((candidate) => candidate.id === id);
    if (refund) return { status: 200, body: representRefund(order, refund, origin) };
  }
  return resourceNotFound();
}
