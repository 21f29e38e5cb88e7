import type { SimulatedOrder } from './ledger.ts';

/** The order as PayPal represents it (`return=representation`). */
export function representOrder(order: SimulatedOrder, origin: string): object {
  const { id, status } = order;
  const isApproved = status === 'APPROVED' || status === 'COMPLETED';
  return {
    id,
    status,
    intent: 'CAPTURE',
    create_time: order.createdAt,
    purchase_units: [
      { reference_id: 'default', ...order.unit, ...representPayments(order, origin) },
    ],
    ...(isApproved ? { payer } : {}),
    links: [
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      ...approvalLinks(order, origin),
    ],
  };
}

const payer = {
  payer_id: 'LCALPAYER2345',
  email_address: 'payer@example.com',
  name: { given_name: 'Local', surname: 'Payer' },
};

function representPayments({ unit, capture, refunds = [] }: SimulatedOrder, origin: string) {
  if (!capture) return {};
  const { amount, custom_id, invoice_id } = unit;
  const href = `${origin}/v2/payments/captures/${capture.id}`;
  const captures = [{ ...capture, amount, final_capture: true, custom_id, invoice_id }];
  if (refunds.length === 0) return { payments: { captures } };
  return {
    payments: {
      captures,
      refunds: refunds.map(({ id, status, value }) => ({
        id,
        status,
        amount: { value, currency_code: amount.currency_code },
        links: [{ href, rel: 'up', method: 'GET' }],
      })),
    },
  };
}

/** Where the payer approves an order that waits for it; the name depends on the order's context. */
function approvalLinks({ id, status }: SimulatedOrder, origin: string): object[] {
  const rels: Partial<Record<SimulatedOrder['status'], string>> = {
    CREATED: 'approve',
    PAYER_ACTION_REQUIRED: 'payer-action',
  };
  const rel = rels[status];
  return rel ? [{ href: `${origin}/checkoutnow?token=${id}`, rel, method: 'GET' }] : [];
}
