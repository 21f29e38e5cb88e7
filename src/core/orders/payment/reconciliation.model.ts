/** What the provider's list of transactions and our orders say differently. Safe in the browser. */

export type TransactionDifference = {
  readonly captureId: string;
  readonly orderNumber: string | undefined;
  readonly kind:
    | 'unknown order'
    | 'captured and not paid'
    | 'other amount'
    | 'paid and not captured'
    | 'second payment';
};

export type ReconciliationReport = {
  /** How many captures the provider listed. */
  readonly captures: number;
  readonly differences: readonly TransactionDifference[];
  /** How many orders became paid by this run. */
  readonly repaired: number;
};
