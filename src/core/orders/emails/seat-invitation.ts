import { greet } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type SeatInvitation = OrderEmailContext & {
  readonly reader: { readonly name: string; readonly email: string };
  readonly seatUrl: string;
  /** Two emails with the same key are the same email. */
  readonly dedupeKey: string;
};

/**
 * To a colleague of the buyer. Accepting the seat shows that the address is theirs. The subject has
 * no text that the buyer typed.
 */
export function seatInvitationEmail(invitation: SeatInvitation): Email {
  const { order, reader, seatUrl, dedupeKey } = invitation;
  return renderOrderEmail(invitation, {
    to: reader.email,
    dedupeKey,
    subject: `You have a seat for report ${order.reportCode}`,
    opening: [
      greet(reader.name),
      `${order.name} of ${order.companyName} shares a licence for this report with you. Accept ` +
        'your seat to download your own copy as PDF and Excel.',
    ],
    actions: [{ label: 'Accept your seat', url: seatUrl }],
    rows: orderRows(order),
    closing: ['If you do not know the sender, you can ignore this email.'],
  });
}
