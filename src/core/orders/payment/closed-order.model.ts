/** Why no payment is taken for an order any more. Safe in the browser. */
export const closedReasons = [
  /** Its buyer placed it again with other details: the newer order stands. */
  'replaced',
  /** The buyer has paid for this licence with another order, and did not ask for a second copy. */
  'already-paid',
  /** The order that it upgrades is closed. */
  'base-closed',
  /** The provider refuses its number, under which something else was paid. */
  'number-taken',
  /** Its report lost what the licence would have brought. */
  'nothing-to-deliver',
] as const;

export type ClosedReason = (typeof closedReasons)[number];
