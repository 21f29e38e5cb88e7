/**
 * The differences between the provider's list of transactions and our orders. Safe in the browser.
 */

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

/** A difference that waits for a member of staff. */
export type OpenDifference = {
  readonly captureId: string;
  readonly kind: TransactionDifference['kind'];
  /** Our order that it is about; null for a payment of this store without one. */
  readonly orderNumber: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly capturedAt: Date | null;
  readonly foundAt: Date;
};

export type ReconciliationReport = {
  /** How many payments the provider listed, ours and those of other programs. */
  readonly captures: number;
  /** Of these, payments of other programs or stores on the same account. They change nothing. */
  readonly foreign: number;
  /** The foreign ones that have the number of an order of ours. */
  readonly namesakes: readonly { readonly captureId: string; readonly orderNumber: string }[];
  /** Ids of entries that could not be read, or what they lack. */
  readonly unreadable: readonly string[];
  /** False if the list was longer than we read. */
  readonly isWhole: boolean;
  readonly differences: readonly TransactionDifference[];
  /** How many orders became paid by this run. */
  readonly repaired: number;
};
