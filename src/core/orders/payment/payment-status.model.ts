/** How far the payment of an order got. */
export type PaymentStatus =
  | 'paid'
  /** The buyer has not approved the payment. */
  | 'not-approved'
  | 'declined'
  /** The provider gave no clear answer yet: the reconciler continues. */
  | 'checking'
  /** The provider itself reviews the payment. */
  | 'review'
  /** The provider captured something else than was ordered. */
  | 'mismatch'
  /** Not taken: another order stands in the place of this one, or its number is refused. */
  | 'withheld'
  /** Paid, and then refunded or suspended. */
  | 'closed';
