import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

export type PaymentFailedContext = OrderEmailContext & {
  /** Of an upgrade: the order that it upgrades, from which it is ordered again. */
  readonly baseOrderNumber: string | undefined;
  /** True if the provider refuses us, so that another card of the buyer's does not help. */
  readonly isOurFault: boolean;
  /** True if the store takes bank transfers for it too. */
  readonly mayTransfer: boolean;
};

/** To a buyer whose payment was not carried out: nothing was charged, and how to go on. */
export function paymentFailedEmail(context: PaymentFailedContext, dedupeKey: string): Email {
  const { order, origin, baseOrderNumber, isOurFault, mayTransfer } = context;
  const words = isOurFault ? 'order.payment-refused' : 'order.payment-failed';
  const path =
    baseOrderNumber === undefined
      ? `/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`
      : `/payment-success?order=${baseOrderNumber}`;
  return renderOrderEmail(context, {
    dedupeKey,
    whenMailboxIsFull: 'hold',
    ...wordEmail(context.publisher, words, order.name, { order: order.number }),
    actions: [{ label: 'Try again', url: origin + path }],
    rows: orderRows(order),
    closing: [
      ...(mayTransfer ? ['You can also pay by bank transfer: choose it at the checkout.'] : []),
      'If you no longer want the report, you can ignore this email.',
    ],
  });
}
