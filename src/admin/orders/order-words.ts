/** Staff's words for an order's state, its payment and its history. */
import type { PaymentMethod } from '#core/orders/model.ts';
import type { OrderState } from '#core/orders/order-states.model.ts';
import type { AttentionReason } from '#core/orders/staff/attention.model.ts';
import type { OrderListView } from '#core/orders/staff/order-list.model.ts';
import { findByName } from '#site/form-fields.ts';

type Tone = 'plain' | 'good' | 'bad' | 'open';

export const stateWords: Readonly<Record<OrderState, readonly [word: string, tone: Tone]>> = {
  pending: ['Not started', 'plain'],
  'awaiting-approval': ['Awaiting payment', 'open'],
  'awaiting-transfer': ['Awaiting transfer', 'open'],
  capturing: ['Payment being checked', 'open'],
  paid: ['Paid, to deliver', 'open'],
  fulfilled: ['Delivered', 'good'],
  review: ['Payment in review', 'open'],
  mismatch: ['Payment differs', 'bad'],
  expired: ['Expired', 'plain'],
  cancelled: ['Cancelled', 'plain'],
  refunded: ['Refunded', 'plain'],
  'partly-refunded': ['Partly refunded', 'plain'],
  suspended: ['Suspended', 'bad'],
};

export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  card: 'PayPal or card',
  bank: 'Bank transfer',
};

export const viewWords: Readonly<Record<Exclude<OrderListView, 'all'>, string>> = {
  paid: 'Paid',
  'to-deliver': 'To deliver',
  transfers: 'Transfers',
  disputes: 'Disputes',
};

/** Why an order needs somebody, and what they can do. */
export const reasonWords: Readonly<Record<AttentionReason, readonly [word: string, hint: string]>> =
  {
    mismatch: ['Payment differs', 'What was paid is not what was ordered. Refund all of it.'],
    suspended: [
      'Suspended',
      'Answer the dispute at PayPal; its outcome arrives here automatically. Or the ' +
        'order that this one upgrades was closed.',
    ],
    'second-payment': [
      'Paid twice',
      'The second payment did not go back automatically. Refund it at PayPal, then settle it here.',
    ],
    'paid-twice': [
      'Paid twice',
      'The buyer has this licence with another order. This payment did not go back ' +
        'automatically: refund all of it.',
    ],
    refund: [
      'Refund on its way',
      'PayPal has not carried it out, or gave no clear answer. We keep asking.',
    ],
    'refund-failed': [
      'Refund failed',
      'The buyer did not get the money. Refund it again, or settle it on the order’s page.',
    ],
    review: ['Payment in review', 'PayPal holds the payment back to check it.'],
    refused: [
      'PayPal refuses us',
      'Our account or our request, not the buyer. Mend it at PayPal, or write to the buyer: ' +
        'nothing was charged.',
    ],
    capture: [
      'Payment unconfirmed',
      'PayPal has given no clear answer for a quarter of an hour. We keep asking.',
    ],
    webhook: ['Webhook not dealt with', 'PayPal told us of a change that we could not record.'],
    delivery: ['Not delivered', 'It is paid, but its files have not been created.'],
    file: [
      'File missing',
      'Put it back from a backup, or upload the same file again: it is found, and delivered, ' +
        'within a minute.',
    ],
    overdue: [
      'Delivery overdue',
      'It is paid, and the days that we promised are over. Upload its files and deliver.',
    ],
    'due-today': ['Delivery due today', 'Today is the last day of our promise to deliver it.'],
    email: [
      'Email not delivered',
      'An email about it did not arrive. Correct the address, or send the email again.',
    ],
  };

const eventWords: Readonly<Record<string, string>> = {
  'payment-attempt': 'Checkout started',
  'provider-order-failed': 'PayPal did not start the payment',
  'provider-order-refused': 'PayPal did not start the payment: our account or our request',
  'awaiting-transfer': 'Waiting for a bank transfer',
  'capture-unknown': 'No clear answer about the payment',
  'payment-declined': 'Payment declined',
  'payment-refused': 'PayPal refused the payment: our account or our request',
  mismatch: 'What was paid differs from the order',
  paid: 'Paid',
  fulfilled: 'Delivered',
  'file-missing': 'A file could not be delivered',
  'file-found': 'The missing file is back',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  'partly-refunded': 'Refunded in part',
  suspended: 'Suspended: downloads are closed',
  'refund-refused': 'PayPal refused the refund',
  'refund-pending': 'A refund is on its way',
  'refund-reversed': 'PayPal took a refund back',
  'refund-settled': 'The failed refund was settled by hand',
  'delivery-promised': 'The buyer was told when we deliver',
  'file-added': 'A file was prepared for the buyer',
  'file-replaced': 'A prepared file was replaced',
  'file-removed': 'A prepared file was removed',
  'files-released': 'Delivered by us',
  'email-changed': 'Email address changed',
  'email-corrected': 'The buyer corrected their email address',
  'downloads-renewed': 'Download links renewed',
  'seat-invited': 'A colleague was invited',
  'seat-accepted': 'A colleague accepted their seat',
  recreated: 'Recreated from its payment',
  'payment-held': 'PayPal holds the payment back',
  'payment-withheld': 'An approved payment was not taken',
  replaced: 'The buyer placed it again with other details',
  'second-payment-held': 'Paid twice: the second payment goes back',
  'second-payment-refunded': 'Paid twice: the second payment was refunded',
  'second-payment-not-refunded': 'Paid twice: the second payment was not refunded',
  'second-payment-settled': 'The second payment was settled by hand',
};

/** A line of the order's history; one that has no words of its own as it is stored. */
export const describeEvent = (kind: string): string =>
  findByName(eventWords, kind) ?? kind.replaceAll('-', ' ');

const factWords: Readonly<Record<string, string>> = {
  amountCents: 'Amount',
  attemptNumber: 'Attempt',
  by: 'By',
  captureId: 'Capture',
  deliverBy: 'At the latest',
  file: 'File',
  creditNote: 'Credit note',
  insteadOf: 'Order that stands in its place',
  issue: 'PayPal says',
  paidOrder: 'Paid before with',
  previousEmail: 'Earlier address',
  reason: 'Reason',
  reference: 'Reference',
  sentOn: 'Sent on',
  way: 'Sent by',
  reversal: 'Credit note taken back by',
  replacedByOrder: 'Replaced by',
  seatId: 'Seat',
  withOrder: 'Together with order',
};
export const describeFact = (name: string): string => findByName(factWords, name) ?? name;

const verbWords: Readonly<Record<string, string>> = {
  'order.refund': 'Refund',
  'order.mark-paid': 'Mark transfer as paid',
  'order.close-transfer': 'Close transfer',
  'order.change-address': 'Change email address',
  'order.resend': 'Send email again',
  'order.renew': 'Renew download links',
  'order.deliver': 'Prepare or deliver files',
  'order.reconcile': 'Ask PayPal',
  'order.issue-document': 'Send document',
};
export const describeVerb = (verb: string): string => findByName(verbWords, verb) ?? verb;

export const documentWords = {
  invoice: 'Invoice',
  'corrected-invoice': 'Corrected invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
  'credit-note-reversal': 'Credit note reversal',
} as const;
