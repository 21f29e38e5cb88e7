import type { Email } from '#core/deps.ts';
import { wordEmail } from '#core/kernel/email-layout.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { documentUrl, orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type FailedRefund = OrderEmailContext & {
  readonly refundId: number;
  readonly amountCents: number;
  /** The document that takes its credit note back; undefined if none was issued. */
  readonly reversal: OrderDocument | undefined;
  readonly failedAt: Date;
};

/** To the buyer of an order whose refund did not arrive. */
export function failedRefundEmail(refund: FailedRefund): Email {
  const { order, origin, refundId, amountCents, reversal, failedAt } = refund;
  const amount = formatMoney(amountCents, order.currency);
  return renderOrderEmail(refund, {
    whenMailboxIsFull: 'send',
    dedupeKey: `refund-failed-${refundId}-${failedAt.getTime()}`,
    ...wordEmail(refund.publisher, 'order.refund-failed', order.name, {
      order: order.number,
      amount,
    }),
    actions: reversal
      ? [
          {
            label: `Credit note reversal ${reversal.number} (PDF)`,
            url: documentUrl(reversal, origin),
          },
        ]
      : [],
    rows: [...orderRows(order), ['Not arrived', `${amount} ${order.currency}`]],
    closing: [],
  });
}
