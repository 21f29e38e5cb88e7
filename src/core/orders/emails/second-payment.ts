import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { formatExactMoney } from '#core/kernel/money.model.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type SecondPayment = OrderEmailContext & {
  readonly amountCents: number;
  /** The provider's capture that went back: there is one email for each. */
  readonly captureId: string;
  /** The order that was paid first; the same if one order was paid twice. */
  readonly paidOrderNumber: string;
};

/** To a buyer who paid twice for one licence: the second payment went back. */
export function secondPaymentEmail(second: SecondPayment): Email {
  const { order, amountCents, captureId, paidOrderNumber } = second;
  const amount = `${formatExactMoney(amountCents, order.currency)} ${order.currency}`;
  return renderOrderEmail(second, {
    whenMailboxIsFull: 'send',
    dedupeKey: `second-payment-${captureId}`,
    ...wordEmail(second.publisher, 'order.second-payment', order.name, {
      order: order.number,
      amount,
    }),
    rows: [...orderRows(order), ['Sent back', amount]],
    closing: [
      `Order ${paidOrderNumber} stays paid: nothing changes for it.`,
      'If you want another copy, please order it once more and confirm that.',
    ],
  });
}
