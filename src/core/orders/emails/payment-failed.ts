import { greet } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

/** To a buyer whose payment was being checked, and then failed. */
export function paymentFailedEmail(context: OrderEmailContext, dedupeKey: string): Email {
  const { order, origin } = context;
  return renderOrderEmail(context, {
    dedupeKey,
    whenMailboxIsFull: 'hold',
    subject: `Payment failed for order ${order.number}`,
    opening: [
      greet(order.name),
      'We were checking your payment. PayPal now tells us that it failed: nothing was charged.',
    ],
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
