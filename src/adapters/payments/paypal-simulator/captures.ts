import type { SimulatorContext } from './context.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { representOrder } from './represent-order.ts';
import { issueResponse, resourceNotFound, type SimulatorResponse } from './responses.ts';

/** A capture as PayPal represents it. */
export function representCapture({ unit, capture, id }: SimulatedOrder, origin: string): object {
  return {
    id: capture?.id,
    status: capture?.status,
    amount: unit.amount,
    final_capture: true,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
    supplementary_data: { related_ids: { order_id: id } },
    links: [
      { href: `${origin}/v2/payments/captures/${capture?.id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** Captures an approved order once, with the status that the fault plan wants (or COMPLETED). */
export function captureOrder(context: SimulatorContext, order: SimulatedOrder): SimulatorResponse {
  const { ledger, account, faults, origin } = context;
  if (order.status === 'COMPLETED') return issueResponse('capture', 'ORDER_ALREADY_CAPTURED');
  if (order.status === 'VOIDED') return resourceNotFound();
  if (order.status !== 'APPROVED') return issueResponse('capture', 'ORDER_NOT_APPROVED');
  const status = order.badCard ? 'COMPLETED' : faults.nextCaptureStatus();
  if (account.blockDuplicateInvoices && isInvoicePaid(context, order))
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
    capture: { id: newId(), status },
  };
  const body = representOrder(paid, origin);
  return {
    status: 201,
    body,
    savedOrder: paid,
    isReplayable: true,
    events: [
      { type: `PAYMENT.CAPTURE.${status}`, resource: representCapture(paid, origin) },
      { type: 'CHECKOUT.ORDER.COMPLETED', resource: body },
    ],
  };
}

const isInvoicePaid = ({ ledger }: SimulatorContext, order: SimulatedOrder): boolean =>
  [...ledger.orders.values()].some(
    ({ capture, unit }) =>
      capture && capture.status !== 'DECLINED' && unit.invoice_id === order.unit.invoice_id,
  );

export function getCapture({ ledger, origin }: SimulatorContext, id: string): SimulatorResponse {
  const order = ledger.findOrderByCapture(id);
  return order ? { status: 200, body: representCapture(order, origin) } : resourceNotFound();
}
