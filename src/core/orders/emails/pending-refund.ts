import type { Email } from '#core/deps.ts';
import { wordEmail } from '#core/kernel/email-layout.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type PendingRefund = OrderEmailContext & {
  readonly amountCents: number;
  /** Identifies the refund: two emails with the same key are the same email. */
  readonly refundKey: string;
};

/** To the buyer of an order whose refund takes the provider some days. */
export function pendingRefundEmail(refund: PendingRefund): Email {
  const { order, amountCents, refundKey } = refund;
  const amount = formatMoney(amountCents, order.currency);
  return renderOrderEmail(refund, {
    whenMailboxIsFull: 'send',
    dedupeKey: `refund-pending-${refundKey}`,
    ...wordEmail(refund.publisher, 'order.refund-pending', order.name, {
      order: order.number,
      amount,
    }),
    actions: [],
    rows: [...orderRows(order), ['On its way', `${amount} ${order.currency}`]],
    closing: [],
  });
}
