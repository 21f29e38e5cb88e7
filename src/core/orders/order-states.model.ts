/** Rules of an order that hold everywhere. Pure, safe in the browser. */

export const orderStates = [
  'pending',
  'awaiting-approval',
  'awaiting-transfer',
  'capturing',
  'paid',
  'fulfilled',
  'review',
  'mismatch',
  'expired',
  'cancelled',
  'refunded',
  'partly-refunded',
  'suspended',
] as const;

export type OrderState = (typeof orderStates)[number];

/** States in which the order is paid and its buyer may download the files. */
export const statesWithAccess: readonly OrderState[] = ['paid', 'fulfilled', 'partly-refunded'];

/** States in which the payment is being taken or checked. */
export const statesInCheck: readonly OrderState[] = ['capturing', 'review', 'mismatch'];

/** States in which nothing was paid by card, and no payment is on its way. */
export const unpaidStates: readonly OrderState[] = [
  'pending',
  'awaiting-approval',
  'expired',
  'cancelled',
];

/** True while the order is paid and its buyer may download the files. */
export const hasAccess = (state: OrderState): boolean => statesWithAccess.includes(state);

/**
 * The states that each state may change to. The database has the same table
 * (order_state_transition) and refuses any other change; a test compares the two.
 */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['awaiting-approval', 'awaiting-transfer', 'cancelled', 'expired'],
  'awaiting-transfer': ['cancelled', 'expired', 'paid'],
  'awaiting-approval': ['cancelled', 'capturing', 'expired'],
  capturing: ['awaiting-approval', 'mismatch', 'paid', 'review'],
  paid: ['fulfilled', 'partly-refunded', 'refunded', 'suspended'],
  fulfilled: ['partly-refunded', 'refunded', 'suspended'],
  review: ['awaiting-approval', 'mismatch', 'paid'],
  mismatch: ['paid', 'refunded'],
  expired: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  cancelled: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  // A refund that the provider takes back.
  refunded: ['fulfilled', 'paid', 'partly-refunded', 'suspended'],
  'partly-refunded': ['fulfilled', 'paid', 'refunded', 'suspended'],
  suspended: ['fulfilled', 'paid', 'partly-refunded', 'refunded'],
};
