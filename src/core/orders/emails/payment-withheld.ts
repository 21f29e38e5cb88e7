import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { hasAccess, unpaidStates, type OrderState } from '../order-states.model.ts';
import type { ClosedReason } from '../payment/closed-order.model.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type Withheld = OrderEmailContext & {
  readonly reason: ClosedReason;
  /** The order that stands in the place of this one. */
  readonly instead: { readonly number: string; readonly state: OrderState } | undefined;
};

/** To a buyer who approved a payment that was not taken: why, and what to do. */
export function paymentWithheldEmail(withheld: Withheld, dedupeKey: string): Email {
  const { order, origin, instead } = withheld;
  return renderOrderEmail(withheld, {
    dedupeKey,
    whenMailboxIsFull: 'send',
    ...wordEmail(withheld.publisher, 'order.payment-withheld', order.name, {
      order: order.number,
    }),
    actions: instead
      ? [
          {
            label: `Order ${instead.number}`,
            url: `${origin}/payment-success?order=${instead.number}`,
          },
        ]
      : [],
    rows: orderRows(order),
    closing: [explain(withheld), 'PayPal releases the payment that you approved by itself.'],
  });
}

function explain({ reason, instead }: Withheld): string {
  const number = instead ? `order ${instead.number}` : 'another order';
  if (reason === 'replaced')
    return instead && unpaidStates.includes(instead.state)
      ? `You placed it again with other details: ${number} is in its place. Please pay that one.`
      : `You placed it again with other details: ${number} is in its place.`;
  if (reason === 'base-closed')
    return 'The order that it upgrades is closed, so that there is nothing to upgrade.';
  if (reason === 'nothing-to-deliver')
    return 'The report is not for sale any more in this licence. If you still need it, please write to us.';
  if (reason === 'number-taken')
    return 'PayPal takes no payment under the number of this order. Please order once more.';
  const paid =
    instead && hasAccess(instead.state)
      ? `This licence is paid already, with ${number}.`
      : `Your payment for the same licence, ${number}, is still being checked.`;
  return `${paid} If you want another copy, please order it once more and confirm that.`;
}
