/** Every email about an order as an invented buyer gets it: for staff who change its words. */
import type { Email } from '#core/deps.ts';
import type { orderEmailWords } from '../../kernel/email-words-orders.model.ts';
import type { Letterhead } from '#core/kernel/email-layout.ts';
import { transferCancelledEmail, transferEmail } from './bank-transfer.ts';
import { documentEmail } from './document.ts';
import { failedRefundEmail } from './failed-refund.ts';
import { pendingRefundEmail } from './pending-refund.ts';
import { deliveredEmail, newEditionEmail, renewedLinksEmail } from './downloads.ts';
import type { EmailedOrder, OrderEmailContext } from './order-email.ts';
import { paymentFailedEmail } from './payment-failed.ts';
import { paymentWithheldEmail } from './payment-withheld.ts';
import { receiptEmail } from './receipt.ts';
import { refundEmail } from './refund.ts';
import { secondPaymentEmail } from './second-payment.ts';
import { seatInvitationEmail } from './seat-invitation.ts';

const order: EmailedOrder = {
  id: 0,
  number: 'QI-000042',
  email: 'anna@example.com',
  name: 'Anna Berg',
  companyName: 'Example GmbH',
  withdrawalWaiver: '',
  deliveryDays: null,
  deliverBy: null,
  placedAt: new Date('2026-11-02T09:00:00Z'),
  reportTitle: 'Wheat Market',
  reportCode: 'WHT-01',
  licence: 'single-user',
  rights: 'Single user: one named person may read the report.',
  seatLimit: 1,
  certificateToken: 'sample',
  currency: 'USD',
  priceCents: 349_000,
  taxKind: 'none',
  taxName: '',
  taxBasisPoints: 0,
  taxCountry: null,
  taxCents: 0,
};
/** The licence that is shared with colleagues. */
const shared: EmailedOrder = {
  ...order,
  licence: 'multiple-user',
  rights: 'Multiple users: up to five named people of one company may read the report.',
  seatLimit: 5,
  priceCents: 523_500,
};
/** Of a report that the publisher delivers. */
const promised: EmailedOrder = { ...order, deliveryDays: 5, deliverBy: '2026-11-07' };
const links = [{ label: 'Wheat Market (PDF)', url: 'https://example.com/download' }];
const invoice = { kind: 'invoice', number: 'INV-2026-000042', token: 'sample' } as const;
const creditNote = { kind: 'credit-note', number: 'CN-2026-000003', token: 'sample' } as const;
const reversal = {
  kind: 'credit-note-reversal',
  number: 'CN-2026-000004',
  token: 'sample',
} as const;
const proForma = { kind: 'pro-forma', number: 'PF-2026-000007', token: 'sample' } as const;
const bank = { holder: 'Your store', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };

const dedupeKey = 'sample';

type Sender = { readonly publisher: Letterhead; readonly origin: string };

/** One of each, by the key of its words. */
export const buildSampleOrderEmails = (
  sender: Sender,
): Record<keyof typeof orderEmailWords, Email> => ({
  ...buildPaymentEmails(sender),
  ...buildDeliveryEmails(sender),
});

/** Of what is paid, and what goes back. */
function buildPaymentEmails(sender: Sender) {
  const context = { order, ...sender };
  const failed = { ...context, baseOrderNumber: undefined, mayTransfer: true };
  return {
    'order.transfer': transferEmail({ ...context, proForma, bank }),
    'order.cancelled': transferCancelledEmail(context),
    'order.payment-failed': paymentFailedEmail({ ...failed, isOurFault: false }, dedupeKey),
    'order.payment-refused': paymentFailedEmail({ ...failed, isOurFault: true }, dedupeKey),
    'order.payment-withheld': paymentWithheldEmail(
      { ...context, reason: 'replaced', instead: { number: 'QI-000043', state: 'pending' } },
      dedupeKey,
    ),
    'order.second-payment': secondPaymentEmail({
      ...context,
      amountCents: 349_000,
      captureId: dedupeKey,
      paidOrderNumber: 'QI-000041',
    }),
    ...buildRefundEmails(context),
  };
}

/** Of what was bought. */
function buildDeliveryEmails(sender: Sender) {
  const context = { order, ...sender };
  const paid = { ...context, links, documents: [invoice], baseOrderNumber: undefined };
  const reader = { seatId: 1, name: 'Paul Roth', email: 'paul@example.com' };
  const reason = 'the figures of 2025 are final';
  return {
    'order.receipt': receiptEmail(paid),
    'order.upgraded': receiptEmail({ ...paid, baseOrderNumber: 'QI-000007' }),
    'order.promised': receiptEmail({ ...paid, order: promised, links: [] }),
    'order.delivered': deliveredEmail({ ...context, reader, links }),
    'order.document': documentEmail({ ...context, document: invoice, dedupeKey }),
    'order.links': renewedLinksEmail({ ...context, links, dedupeKey }),
    'order.edition': newEditionEmail({ ...context, reader, edition: 2, reason, links }),
    'order.seat': seatInvitationEmail({
      ...context,
      order: shared,
      reader,
      seatUrl: sender.origin,
      dedupeKey,
    }),
  };
}

/** Words on refunds, however they go. */
function buildRefundEmails(context: OrderEmailContext) {
  const amountCents = 349_000;
  const refunded = { ...context, amountCents, refundedCents: amountCents, creditNote };
  const sent = { way: 'bank-transfer', sentOn: '2026-11-28', reference: 'QI-000042' } as const;
  const failed = { refundId: 1, reversal, failedAt: order.placedAt };
  return {
    'order.refund': refundEmail({ ...refunded, refundKey: '1' }),
    'order.refund-sent': refundEmail({ ...refunded, sent, refundKey: '2' }),
    'order.refund-pending': pendingRefundEmail({ ...context, amountCents, refundKey: '1' }),
    'order.refund-failed': failedRefundEmail({ ...context, amountCents, ...failed }),
  };
}
