/** Subscribers as staff see them. Pure, safe in the browser. */

/**
 * `pending` until the address is confirmed; `bounced` once mail servers refused it for good, until
 * its owner subscribes again.
 */
export const subscriptionStates = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** After this many hard bounces, or one that says "no such address", nothing more is sent. */
export const maxHardBounces = 3;

export type SubscriberRow = {
  readonly id: number;
  readonly email: string;
  readonly state: SubscriptionState;
  /** The sentence that was agreed to. */
  readonly consent: string;
  readonly requestedAt: Date;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly hardBounces: number;
  readonly lastBounce: string | null;
  /** Names, in the publisher's order; none if everything is wanted. */
  readonly industries: readonly string[];
};
