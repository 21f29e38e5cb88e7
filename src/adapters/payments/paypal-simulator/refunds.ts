import { z } from 'zod';
import type { SimulatorContext } from './context.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { formatValue, toCents } from './money.ts';
import { representRefund } from './represent-order.ts';
import { issueResponse, parseJson, resourceNotFound, type SimulatorResponse } from './responses.ts';

const refundRequestBody = z.object({
  amount: z
    .object({ value: z.string().regex(/^-?\d{1,9}(\.\d+)?$/), currency_code: z.string() })
    .optional(),
});
type RefundRequest = z.infer<typeof refundRequestBody>;

const refundPeriodMs = 180 * 86_400_000;

/** Refunds a capture, whole or in part, within 180 days. */
export function refundCapture(
  { ledger, origin }: SimulatorContext,
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
    status: 'COMPLETED',
    value: formatValue(amountCents, order.unit.amount.currency_code),
    refundedAt: new Date(ledger.now()).toISOString(),
  };
  const isWhole = amountCents === remainingCents;
  const savedOrder: SimulatedOrder = {
    ...order,
    refunds: [...(order.refunds ?? []), refund],
    capture: { ...order.capture, status: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED' },
  };
  const body = representRefund(order, refund, origin);
  const events = [{ type: 'PAYMENT.CAPTURE.REFUNDED', resource: body }];
  return { status: 201, body, savedOrder, isReplayable: true, events };
}

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
  toCents(unit.amount.value) - refunds.reduce((sum, { value }) => sum + toCents(value), 0);

export function getRefund({ ledger, origin }: SimulatorContext, id: string): SimulatorResponse {
  for (const order of ledger.orders.values()) {
    const refund = order.refunds?.find((candidate) => candidate.id === id);
    if (refund) return { status: 200, body: representRefund(order, refund, origin) };
  }
  return resourceNotFound();
}
