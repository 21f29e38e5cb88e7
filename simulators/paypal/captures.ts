import type { SimulatorContext } from './context.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { representCaptureOfOrder, representOrder } from './represent-order.ts';
import { issueResponse, resourceNotFound, type SimulatorResponse } from './responses.ts';

/** A capture as PayPal represents it by itself. */
export const representCapture = (order: SimulatedOrder, origin: string): object => ({
  ...representCaptureOfOrder(order, origin),
  supplementary_data: { related_ids: { order_id: order.id } },
});

/** Captures an approved order once, with the status that the fault plan wants (or COMPLETED). */
export function captureOrder(context: SimulatorContext, order: SimulatedOrder): SimulatorResponse {
  const { ledger, account, faults, origin } = context;
  if (order.status === 'COMPLETED') return issueResponse('capture', 'ORDER_ALREADY_CAPTURED');
  if (order.status === 'VOIDED') return resourceNotFound();
  if (order.status !== 'APPROVED') return issueResponse('capture', 'ORDER_NOT_APPROVED');
  const { status, reason } = order.badCard ? noFault : faults.nextCaptureOutcome();
  if (account.blockDuplicateInvoices && isInvoicePaid(context, order))
    return issueResponse('capture', 'DUPLICATE_INVOICE_ID');
  if (order.badCard)
    return {
      ...withRedirect(issueResponse('capture', 'INSTRUMENT_DECLINED'), order, origin),
      savedOrder: { ...order, status: 'PAYER_ACTION_REQUIRED', badCard: false },
      isReplayable: true,
    };
  const paid: SimulatedOrder = {
    ...order,
    status: 'COMPLETED',
    capturedAt: new Date(ledger.now()).toISOString(),
    capture: { id: newId(), status, ...(reason === undefined ? {} : { reason }) },
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

const noFault = { status: 'COMPLETED', reason: undefined };

/** A declined payer is to be sent back, to choose another card: PayPal links to where. */
function withRedirect(
  response: SimulatorResponse,
  { id }: SimulatedOrder,
  origin: string,
): SimulatorResponse {
  const links = [
    {
      href: 'https://developer.paypal.com/docs/api/orders/v2/#error-INSTRUMENT_DECLINED',
      rel: 'information_link',
      method: 'GET',
    },
    { href: `${origin}/checkoutnow?token=${id}`, rel: 'redirect', method: 'GET' },
  ];
  return { ...response, body: { ...response.body, links } };
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
