/** Why an order needs a member of staff, and what they can do about it. */
import type { StaffVerb } from '#core/staff/verbs.model.ts';
import type { StaffOrderRow } from './order-list.model.ts';

export const attentionReasons = [
  /** The paid amount is not the ordered one. */
  'mismatch',
  /** The payment is in dispute, or the order that this one upgrades is closed. */
  'suspended',
  /** A second payment for the order does not go back. */
  'second-payment',
  /** The order was paid although its buyer has this licence, and the payment does not go back. */
  'paid-twice',
  /** A refund that the provider has not answered, or that is still on its way. */
  'refund',
  /** A refund whose money did not arrive: refused unseen, or taken back by the provider. */
  'refund-failed',
  /** The provider holds the payment back to check it. */
  'review',
  /**
   * The provider refused the payment because of our account or our request, within the last week.
   */
  'refused',
  /** A capture without a clear answer for a quarter of an hour. */
  'capture',
  /** A webhook about the order that could not be dealt with for a quarter of an hour. */
  'webhook',
  /** Paid, and not delivered for a quarter of an hour. */
  'delivery',
  /** A file that was sold is missing if the store's files are. */
  'file',
  /** We promised to deliver it, and the last day of that is over. */
  'overdue',
  /** The last day on which we promised to deliver it is today. */
  'due-today',
  /** An email about the order did not arrive, and is not tried again. */
  'email',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** An order that needs a member of staff. */
export type AttentionRow = StaffOrderRow & {
  readonly reason: AttentionReason;
  /** The money that it is about. */
  readonly amountCents: number;
  readonly since: Date;
  /** Details beyond the reason, in a sentence. */
  readonly why?: string | undefined;
};

/** The one thing that is offered for each reason; each verb has its own roles. */
export const attentionActions: Readonly<Record<AttentionReason, StaffVerb>> = {
  mismatch: 'order.refund',
  suspended: 'order.reconcile',
  'second-payment': 'order.reconcile',
  'paid-twice': 'order.refund',
  refund: 'order.reconcile',
  'refund-failed': 'order.refund',
  review: 'order.reconcile',
  refused: 'order.read',
  capture: 'order.reconcile',
  webhook: 'order.reconcile',
  delivery: 'order.reconcile',
  file: 'order.reconcile',
  overdue: 'order.deliver',
  'due-today': 'order.deliver',
  email: 'order.change-address',
};

/** In time, not paid, or an email that can be sent again. */
const harmless: readonly AttentionReason[] = ['email', 'due-today', 'refused'];

/** True if money may be lost. */
export const isAtRisk = (reason: AttentionReason): boolean => !harmless.includes(reason);

/** A webhook of the payment provider that belongs to no order of this store. */
export type UnknownWebhook = {
  readonly id: string;
  readonly type: string;
  /** The order and the payment that it names, as the provider knows them. */
  readonly providerOrderId: string | null;
  readonly captureId: string | null;
  readonly receivedAt: Date;
};
