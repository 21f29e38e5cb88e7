import type { Deps } from '../deps.ts';
import {
  claimEmail,
  correctFutureTimes,
  getNextClaimEnd,
  listDueEmailIds,
  markEmailSent,
  recordFailedAttempt,
  type QueuedEmail,
} from './outbox.store.ts';
import { maxHoldMs, openEmail } from './queue-email.ts';

/** Attempts before an email counts as failed: with the backoff below about three days. */
const maxAttempts = 300;
/** Attempts after which a warning is logged. */
const attemptsBeforeWarning = 5;
/** How long one process holds an email. Longer than a mail server may take to answer (30 s). */
const leaseMs = 40_000;
const maxEmailsPerRun = 1000;
const maxFailuresInARow = 3;
const firstBackoffMs = 30_000;
const maxBackoffMs = 15 * 60_000;
/** How many attempts have the first backoff: those of ten minutes. */
const quickAttempts = 20;
/** Runs at the end of a wait begin in slots of this length, one a slot. */
const runSlotMs = 5000;
const maxQueuedWaitMs = 60_000;

/**
 * The wait before the next attempt. A mail server is back within minutes as a rule, and what waits
 * for it goes out within half a minute then; later the wait doubles to a quarter of an hour.
 */
function backoffMs(failedAttempts: number): number {
  const doublings = Math.min(Math.max(0, failedAttempts - quickAttempts + 1), 10);
  return Math.min(firstBackoffMs * 2 ** doublings, maxBackoffMs);
}

/** Sends what `queueEmail` has written, until it succeeds. */
export class Outbox {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sends one queued email, unless another process holds it. False where the attempt failed. */
  async send(id: number): Promise<boolean> {
    const { db, clock, email } = this.#deps;
    const now = clock();
    const queued = await claimEmail(db, id, { now, until: new Date(now.getTime() + leaseMs) });
    if (!queued) return true;
    try {
      await email.send(openEmail(this.#deps.vault, queued.email));
    } catch (error) {
      await this.#recordFailure(queued, error);
      return false;
    }
    await markEmailSent(db, id, { attemptCount: queued.attemptCount + 1, sentAt: clock() });
    return true;
  }

  /**
   * Sends the emails that are due, at start and every minute. Where another process holds one, a run
   * is queued for the end of its lease, so that a killed process delays no email further. Where an
   * attempt fails, one is queued for the end of its wait.
   */
  async sendDue(): Promise<void> {
    const { db, clock } = this.#deps;
    await correctFutureTimes(db, { now: clock(), leaseMs, maxBackoffMs, maxHoldMs });
    let failuresInARow = 0;
    for (const id of await listDueEmailIds(db, clock(), maxEmailsPerRun)) {
      // The mail server is down: the rest is due again when these have waited.
      if (failuresInARow === maxFailuresInARow) break;
      failuresInARow = (await this.send(id)) ? 0 : failuresInARow + 1;
    }
    const now = clock();
    const claimEnd = await getNextClaimEnd(db, now);
    if (claimEnd) await this.#queueRunAfter(claimEnd.getTime() - now.getTime());
  }

  async #recordFailure({ id, attemptCount }: QueuedEmail, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps;
    const attempts = attemptCount + 1;
    const isLast = attempts >= maxAttempts;
    const waitMs = backoffMs(attemptCount);
    const nextAttemptAt = new Date(clock().getTime() + waitMs);
    await recordFailedAttempt(db, id, {
      attemptCount: attempts,
      error: String(error).slice(0, 500),
      nextAttemptAt,
      isLast,
    });
    if (!isLast) await this.#queueRunAfter(waitMs);
    if (isLast)
      log.error({ emailId: id, error }, 'an email could not be sent and will not be retried');
    else if (attempts >= attemptsBeforeWarning)
      log.warn(
        { emailId: id, attempts, error },
        'an email could not be sent yet and will be retried',
      );
  }

  /**
   * Longer waits end with the run of the minute. The key is the slot's own: a later wait neither
   * delays this run nor adds a second one.
   */
  async #queueRunAfter(waitMs: number): Promise<void> {
    if (waitMs > maxQueuedWaitMs) return;
    const { clock, db, enqueue } = this.#deps;
    const now = clock().getTime();
    const runAtMs = Math.ceil((now + waitMs + 500) / runSlotMs) * runSlotMs;
    const options = {
      dedupeKey: `emails.sendDue:${new Date(runAtMs).toISOString()}`,
      queueName: 'emails.sendDue',
      delayMs: runAtMs - now,
    };
    await db.transaction().execute((tx) => enqueue(tx, 'emails.sendDue', {}, options));
  }
}
