/**
 * The events that other programs can hear of. Pure, safe in the browser. docs/webhooks.md has the
 * data of each.
 */
export const outgoingEventTypes = [
  'order.paid',
  'order.refunded',
  'order.refund-reversed',
  'enquiry.created',
  'report.published',
  'report.withdrawn',
  'subscriber.confirmed',
] as const;
type KnownEventType = (typeof outgoingEventTypes)[number];

/** A test is sent by a button alone. */
export type OutgoingEventType = KnownEventType | 'webhook.test';

export type OutgoingEvent = {
  readonly type: OutgoingEventType;
  readonly data: Readonly<Record<string, string | number | null>>;
};
