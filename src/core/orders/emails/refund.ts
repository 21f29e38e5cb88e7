import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { describeSentMoney, type SentMoney } from '../refunds/refund-way.model.ts';
import {
  documentUrl,
  orderRows,
  renderOrderEmail,
  type EmailedOrder,
  type OrderEmailContext,
} from './order-email.ts';

type Refund = OrderEmailContext & {
  /** Undefined if the amount is not known. */
  readonly amountCents: number | undefined;
  /** Only the tax is given back. */
  readonly isTaxAlone?: boolean;
  /** If it was sent by hand. */
  readonly sent?: SentMoney | undefined;
  /** Of all refunds of the order; undefined if nothing was delivered. */
  readonly refundedCents: number | undefined;
  /** Undefined if there was no invoice to correct. */
  readonly creditNote: OrderDocument | undefined;
  /** Identifies the refund: two emails with the same key are the same email. */
  readonly refundKey: string;
};

/** To the buyer of an order that was refunded, in part or in full. */
export function refundEmail(refund: Refund): Email {
  const { order, origin, amountCents, refundedCents, creditNote, refundKey, sent } = refund;
  const what = refund.isTaxAlone ? `Refunded, ${order.taxName} alone` : 'Refunded';
  const amount =
    amountCents === undefined ? 'the payment' : formatMoney(amountCents, order.currency);
  return renderOrderEmail(refund, {
    whenMailboxIsFull: 'send',
    dedupeKey: `refund-${refundKey}`,
    ...wordEmail(refund.publisher, sent ? 'order.refund-sent' : 'order.refund', order.name, {
      order: order.number,
      amount,
    }),
    actions: creditNote
      ? [
          {
            label: `Credit note ${creditNote.number} (PDF)`,
            url: documentUrl(creditNote, origin),
          },
        ]
      : [],
    rows: [
      ...orderRows(order),
      ...(amountCents === undefined ? [] : [[what, `${amount} ${order.currency}`] as const]),
      ...(sent ? [['Sent', describeSentMoney(sent)] as const] : []),
    ],
    closing: refundedCents === undefined ? [] : [describeLicence(order, refundedCents)],
  });
}

const describeLicence = ({ priceCents }: EmailedOrder, refundedCents: number): string =>
  refundedCents < priceCents
    ? 'Your licence and your downloads stay as they are.'
    : 'The licence has ended, and the files can no longer be downloaded.';
