import type { SmtpOutcome } from '../kernel/smtp-outcomes.model.ts';

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
  /** What the mail server's last answer means; null where it was never asked. */
  readonly trouble: SmtpOutcome | null;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date;
};

/** The mail server refuses what this store sends, whomever it is for. */
export type RefusedSender = {
  /** How many emails wait for that, or were given up. */
  readonly emails: number;
  /** What it said last. */
  readonly reason: string;
};

/** The queue of jobs, as far as staff look into it. */
export type JobQueue = {
  /** Those that failed first; at most `limit`. */
  readonly listTroubled: (limit: number) => Promise<TroubledJob[]>;
};
