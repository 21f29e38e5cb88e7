/** An order before it is captured. Limits and issues: PayPal's checkout_orders_v2. */
import { z } from 'zod';
import type { SimulatorContext } from './context.ts';
import { moneySchema, shortText } from './create-order.ts';
import type { SimulatedOrder } from './ledger.ts';
import {
  issueResponse,
  parseJson,
  resourceNotFound,
  type EventDraft,
  type SimulatorResponse,
} from './responses.ts';

const hourMs = 3_600_000;

/**
 * The order as it is by now, with the events of its expiry: unpaid orders expire three hours after
 * they were created, approved ones three hours (or 72, by the account) after the approval.
 */
export function expireOrder(
  { ledger, account }: SimulatorContext,
  order: SimulatedOrder,
): { readonly order: SimulatedOrder; readonly events: readonly EventDraft[] } {
  const ageMs = (since: string | undefined): number =>
    ledger.now() - Date.parse(since ?? order.createdAt);
  const isApproved = order.status === 'APPROVED';
  const isUnpaid = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED';
  const isExpired = isApproved
    ? ageMs(order.approvedAt) > (account.keepApproved ? 72 : 3) * hourMs
    : isUnpaid && ageMs(undefined) > 3 * hourMs;
  if (!isExpired) return { order, events: [] };
  const voided: SimulatedOrder = { ...order, status: 'VOIDED' };
  ledger.save(voided);
  const reversed: EventDraft = {
    type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resource: { id: order.id, order_id: order.id },
  };
  return { order: voided, events: isApproved ? [reversed] : [] };
}

const patchBody = z
  .array(
    z.object({ op: z.enum(['add', 'replace', 'remove']), path: z.string(), value: z.unknown() }),
  )
  .min(1);

const patchablePath =
  /^\/purchase_units\/@reference_id=='default'\/(amount|description|custom_id|invoice_id)$/;

/** 204 if each change is one to the amount, description or our ids of an unpaid order. */
export function patchOrder(order: SimulatedOrder, text: string): SimulatorResponse {
  if (order.status === 'VOIDED') return resourceNotFound();
  if (order.status === 'COMPLETED') return issueResponse('patch', 'ORDER_ALREADY_COMPLETED');
  const parsed = patchBody.safeParse(parseJson(text));
  if (!parsed.success) return issueResponse('patch', 'INVALID_PARAMETER_SYNTAX');
  let { unit } = order;
  for (const { path, value } of parsed.data) {
    const field = patchablePath.exec(path)?.[1];
    if (!field) return issueResponse('patch', 'NOT_PATCHABLE', path);
    const schema = field === 'amount' ? moneySchema : shortText;
    const newValue = schema.safeParse(value);
    if (!newValue.success) return issueResponse('patch', 'INVALID_PARAMETER_VALUE', path);
    unit = { ...unit, [field]: newValue.data };
  }
  return { status: 204, body: {}, savedOrder: { ...order, unit } };
}
