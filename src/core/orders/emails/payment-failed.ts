import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

/** To a buyer whose payment was being checked, and then failed. */
export function paymentFailedEmail(context: OrderEmailContext, dedupeKey: string): Email {
  const { order, origin } = context;
  return renderOrderEmail(context, {
    dedupeKey,
    whenMailboxIsFull: 'hold',
    ...wordEmail(context.publisher, 'order.payment-failed', order.name, { order: order.number }),
    actions: [
      {
        label: 'Try again',
        url: `${origin}/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`,
      },
    ],
    rows: orderRows(order),
    closing: ['If you no longer want the report, you can ignore this email.'],
  });
}
