/** The result of the last reading of one of the provider's lists. Safe in the browser. */
export type ListReading = {
  readonly list: 'disputes' | 'refunds' | 'transactions';
  readonly readAt: Date;
  readonly entries: number;
  /** Entries of other programs on the same account. */
  readonly foreignEntries: number;
  /** Entries that were left out since they can't be read, and the ids of the first of them. */
  readonly unreadableCount: number;
  readonly unreadable: readonly string[];
  /** False if the list was longer than we read. */
  readonly isWhole: boolean;
};
