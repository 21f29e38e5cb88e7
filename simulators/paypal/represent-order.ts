import type { SimulatedItem, SimulatedOrder, SimulatedRefund } from './ledger.ts';
import { calculateFee, subtract } from './money.ts';

/** The order as PayPal represents it (`return=representation`). */
export function representOrder(order: SimulatedOrder, origin: string): object {
  const { id, status, unit, breakdown, items } = order;
  const isApproved = status === 'APPROVED' || status === 'COMPLETED';
  const amount = { ...unit.amount, ...(breakdown ? { breakdown } : {}) };
  return {
    id,
    status,
    intent: 'CAPTURE',
    create_time: order.createdAt,
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        amount,
        payee: { email_address: 'seller@example.com', merchant_id: 'LCALSELLER234' },
        ...(items?.every(isWholeItem) ? { items } : {}),
        ...representPayments(order, origin),
      },
    ],
    ...(isApproved ? { payment_source: { paypal: wallet }, payer } : {}),
    links: [
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      ...approvalLinks(order, origin),
    ],
  };
}

/** Items that were kept before their amounts were are left out. */
const isWholeItem = ({ quantity, unit_amount: amount }: SimulatedItem): boolean =>
  quantity !== undefined && amount !== undefined;

const name = { given_name: 'Local', surname: 'Payer' };
const address = { country_code: 'US' };
const email_address = 'payer@example.com';
const wallet = {
  email_address,
  account_id: 'LCALPAYER2345',
  account_status: 'VERIFIED',
  name,
  address,
};

/** PayPal's deprecated form of the same. */
const payer = { payer_id: 'LCALPAYER2345', email_address, name, address };

function representPayments(order: SimulatedOrder, origin: string) {
  const { capture, refunds = [] } = order;
  if (!capture) return {};
  const captures = [representCaptureOfOrder(order, origin)];
  if (refunds.length === 0) return { payments: { captures } };
  return {
    payments: {
      captures,
      refunds: refunds.map((refund) => representRefund(order, refund, origin)),
    },
  };
}

/** The capture of an order, with PayPal's fee once the money is there. */
export function representCaptureOfOrder(order: SimulatedOrder, origin: string): object {
  const { id, unit, capture, capturedAt } = order;
  const { amount, custom_id, invoice_id } = unit;
  const hasMoney = !['PENDING', 'DECLINED', 'FAILED'].includes(capture?.status ?? '');
  const fee = calculateFee(amount);
  return {
    id: capture?.id,
    status: capture?.status,
    ...(capture?.reason === undefined ? {} : { status_details: { reason: capture.reason } }),
    amount,
    invoice_id,
    custom_id,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    final_capture: true,
    ...(hasMoney
      ? {
          seller_receivable_breakdown: {
            gross_amount: amount,
            paypal_fee: fee,
            net_amount: subtract(amount, fee),
          },
        }
      : {}),
    ...(capturedAt === undefined ? {} : { create_time: capturedAt, update_time: capturedAt }),
    links: [
      { href: `${origin}/v2/payments/captures/${capture?.id}`, rel: 'self', method: 'GET' },
      {
        href: `${origin}/v2/payments/captures/${capture?.id}/refund`,
        rel: 'refund',
        method: 'POST',
      },
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** A refund as PayPal represents it. */
export function representRefund(
  { unit, capture }: SimulatedOrder,
  { id, status, value, refundedAt, ...refund }: SimulatedRefund,
  origin: string,
): object {
  const amount = { value, currency_code: unit.amount.currency_code };
  return {
    id,
    status,
    ...(refund.reason === undefined ? {} : { status_details: { reason: refund.reason } }),
    amount,
    invoice_id: unit.invoice_id,
    custom_id: refund.custom_id ?? unit.custom_id,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: { ...amount, value: subtract(amount, amount).value },
      net_amount: amount,
      total_refunded_amount: amount,
    },
    ...(refundedAt === undefined
      ? {}
      : { create_time: refundedAt, update_time: refund.updatedAt ?? refundedAt }),
    links: [
      { href: `${origin}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/payments/captures/${capture?.id}`, rel: 'up', method: 'GET' },
    ],
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
