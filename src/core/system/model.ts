/** A job that failed, is tried again, or waits for longer than it should. */
export type TroubledJob = {
  readonly id: string;
  /** Such as "orders.deliver". */
  readonly name: string;
  readonly state: 'failed' | 'retrying' | 'overdue';
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The first line. */
  readonly lastError: string | undefined;
  readonly runAt: Date;
};

/** An email that was given up, is tried again, or is held since its mailbox had its share. */
export type TroubledEmail = {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly state: 'failed' | 'retrying' | 'held';
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date;
};

/** The queue of jobs, as far as staff look into it. */
export type JobQueue = {
  /** Those that failed first; at most `limit`. */
  readonly listTroubled: (limit: number) => Promise<TroubledJob[]>;
};
