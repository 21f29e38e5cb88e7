import type { Deps, Email, Tx } from '../deps.ts';
import {
  claimEmail,
  correctFutureTimes,
  getNextClaimEnd,
  insertEmail,
  listDueEmailIds,
  markEmailSent,
  recordFailedAttempt,
  type QueuedEmail,
} from './outbox.store.ts';

/** Attempts before an email counts as failed: with the backoff below about three days. */
const maxAttempts = 300;
/** Attempts after which a warning is logged. */
const attemptsBeforeWarning = 5;
/** How long one process holds an email. Longer than a mail server may take to answer (30 s). */
const leaseMs = 40_000;
const maxEmailsPerRun = 1000;
const maxFailuresInARow = 3;

/** The wait before the next attempt doubles from half a minute to a quarter of an hour. */
const maxBackoffMs = 15 * 60_000;
const backoffMs = (failedAttempts: number): number =>
  Math.min(30_000 * 2 ** Math.min(failedAttempts, 10), maxBackoffMs);

/** Queues an email in `tx`; see Outbox.queue. */
export const queueEmail = (deps: Deps, tx: Tx, email: Email): Promise<void> =>
  new Outbox(deps).queue(tx, email);

/** Emails are written with the change that they report, and sent afterwards until it succeeds. */
export class Outbox {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The email is sent exactly if `tx` commits. A second one with its Message-ID is left out. */
  async queue(tx: Tx, email: Email): Promise<void> {
    const id = await insertEmail(tx, email, this.#deps.clock());
    if (id === undefined) return;
    await this.#deps.enqueue(
      tx,
      'emails.send',
      { id },
      { dedupeKey: `email-${id}`, maxAttempts: 1, queueName: `emails-${id % 2}` },
    );
  }

  /** Sends one queued email, unless another process holds it. False where the attempt failed. */
  async send(id: number): Promise<boolean> {
    const { db, clock, email } = this.#deps;
    const now = clock();
    const queued = await claimEmail(db, id, { now, until: new Date(now.getTime() + leaseMs) });
    if (!queued) return true;
    try {
      await email.send(queued.email);
    } catch (error) {
      await this.#recordFailure(queued, error);
      return false;
    }
    await markEmailSent(db, id, { attemptCount: queued.attemptCount + 1, sentAt: clock() });
    return true;
  }

  /**
   * Sends the emails that are due, at start and every minute. Where another process holds one, the
   * next run is queued for the end of its lease, so that a killed process delays no email further.
   */
  async sendDue(): Promise<void> {
    const { db, clock } = this.#deps;
    await correctFutureTimes(db, { now: clock(), leaseMs, maxBackoffMs });
    let failuresInARow = 0;
    for (const id of await listDueEmailIds(db, clock(), maxEmailsPerRun)) {
      // The mail server is down: the rest is due again in a minute.
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
    await recordFailedAttempt(db, id, {
      attemptCount: attempts,
      error: String(error).slice(0, 500),
      nextAttemptAt: new Date(clock().getTime() + backoffMs(attemptCount)),
      isLast,
    });
    if (isLast) log.error({ emailId: id }, 'an email could not be sent and will not be retried');
    else if (attempts >= attemptsBeforeWarning)
      log.warn({ emailId: id, attempts }, 'an email could not be sent yet and will be retried');
  }

  async #queueRunAfter(claimMs: number): Promise<void> {
    const { db, enqueue } = this.#deps;
    const options = {
      dedupeKey: 'emails.sendDue:lease-end',
      queueName: 'emails.sendDue',
      delayMs: Math.min(claimMs, leaseMs) + 1000,
    };
    await db.transaction().execute((tx) => enqueue(tx, 'emails.sendDue', {}, options));
  }
}
