import type { Email } from '#core/deps.ts';
import { wordEmail } from '#core/kernel/email-layout.ts';
import { toPlainName } from '#core/kernel/plain-name.ts';
import {
  orderRows,
  renderOrderEmail,
  type EmailedOrder,
  type OrderEmailContext,
} from './order-email.ts';

type SeatInvitation = OrderEmailContext & {
  readonly reader: { readonly name: string; readonly email: string };
  readonly seatUrl: string;
  /** Two emails with the same key are the same email. */
  readonly dedupeKey: string;
};

/**
 * To a colleague of the buyer. Accepting the seat shows that the address is theirs. Of what the
 * buyer typed it has names alone.
 */
export function seatInvitationEmail(invitation: SeatInvitation): Email {
  const { order, reader, seatUrl, dedupeKey } = invitation;
  return renderOrderEmail(invitation, {
    to: reader.email,
    dedupeKey,
    whenMailboxIsFull: 'hold',
    ...wordEmail(invitation.publisher, 'order.seat', reader.name, {
      report: order.reportCode,
      buyer: describeBuyer(order),
    }),
    actions: [{ label: 'Accept your seat', url: seatUrl }],
    rows: orderRows(order),
    closing: ['If you do not know the sender, you can ignore this email.'],
  });
}

/** "Anna Berg of Example", or as much of it as can't be read as anything but a name. */
function describeBuyer({ name, companyName }: EmailedOrder): string {
  const person = toPlainName(name) ?? 'A colleague';
  const company = toPlainName(companyName);
  return company === undefined ? person : `${person} of ${company}`;
}
