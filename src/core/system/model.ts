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
  /** The meaning of the mail server's last answer; null if it was never asked. */
  readonly trouble: SmtpOutcome | null;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly queuedAt: Date;
  /** When it is tried next; null if it was given up. */
  readonly dueAt: Date | null;
};

/** The mail server refuses what this store sends, whomever it is for. */
export type RefusedSender = {
  /** How many emails wait for that, or were given up. */
  readonly emails: number;
  /** Its last answer. */
  readonly reason: string;
};

/** The queue of jobs, as far as staff look into it. */
export type JobQueue = {
  /** Those that failed first; at most `limit`. */
  readonly listTroubled: (limit: number) => Promise<TroubledJob[]>;
};

/** Whether the cleaning of files waits, and for which reason. */
export type CleaningState = {
  /** Until then no file is cleaned away. */
  readonly quiet: { readonly until: Date; readonly reason: string } | undefined;
  /** Cleanings that would have removed unusually much. */
  readonly held: readonly HeldFiles[];
};

/** Files of one kind ("goods/") that no row names, where there are unusually many. */
export type HeldFiles = {
  readonly kind: string;
  readonly foundAt: Date;
  readonly unused: number;
  readonly total: number;
  /** The first ones. */
  readonly keys: readonly string[];
  /** When an owner said to go on. */
  readonly allowedAt: Date | null;
};
