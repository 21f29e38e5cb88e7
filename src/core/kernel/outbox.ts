import type { Deps } from '../deps.ts';
import { takeFrom, workConcurrently } from './concurrency.ts';
import { judgeEmailError, type JudgedEmail } from './email-failure.ts';
import { leaseMs, sendUnderLease, waitAtMost } from './leased-sending.ts';
import {
  claimEmail,
  correctFutureTimes,
  getNextClaimEnd,
  listDueEmailIds,
  markEmailSent,
  noteFinalDot,
  recordFailedAttempt,
  renewClaim,
  type QueuedEmail,
} from './outbox.store.ts';
import { maxHoldMs, openEmail } from './queue-email.ts';

/** Attempts before an email counts as failed: with the backoff below about three days. */
const maxAttempts = 300;
/** Attempts after which a warning is logged. */
const attemptsBeforeWarning = 5;
/** After an end that nobody knows it is sent once more; after the second one a person decides. */
const maxUnclear = 2;
const maxEmailsPerRun = 1000;
const maxFailuresInARow = 3;
/** How many emails a run sends at once, and how many wait for a slow mail server in all. */
const maxAtOnce = 4;
const maxInFlight = 20;
/** How long a job waits for the mail server; what takes longer goes on without it. */
const patienceMs = 20_000;
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

/** `away`: no other email would be taken now, either. */
type Attempted = 'done' | 'away';

/**
 * Sends what `queueEmail` has written. What was not taken is tried again for three days; a refused
 * address ends at once, and what nobody knows of is sent once more at most.
 */
export class Outbox {
  readonly #deps: Deps;
  readonly #inFlight = new Set<number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sends one queued email, unless somebody else does. A slow mail server is not waited for. */
  async send(id: number): Promise<void> {
    await waitAtMost(this.#deps, this.#sendOne(id), patienceMs);
  }

  /**
   * Sends the emails that are due, at start and every minute. Where another process holds one, a run
   * is queued for the end of its lease, so that a killed process delays no email further. Where an
   * attempt fails, one is queued for the end of its wait.
   */
  async sendDue(): Promise<void> {
    const { db, clock } = this.#deps;
    await correctFutureTimes(db, { now: clock(), leaseMs, maxBackoffMs, maxHoldMs });
    const take = takeFrom(await listDueEmailIds(db, clock(), maxEmailsPerRun));
    let failuresInARow = 0;
    await workConcurrently({
      maxAtOnce,
      // The mail server is down: the rest is due again when these have waited.
      take: async (count) => (failuresInARow < maxFailuresInARow ? take(count) : []),
      perform: async (id) => {
        const attempted = await waitAtMost(this.#deps, this.#sendOne(id), patienceMs);
        failuresInARow = attempted === 'away' ? failuresInARow + 1 : 0;
      },
      retake: () => new Promise(() => {}),
    });
    const now = clock();
    const claimEnd = await getNextClaimEnd(db, now);
    if (claimEnd) await this.#queueRunAfter(claimEnd.getTime() - now.getTime());
  }

  async #sendOne(id: number): Promise<Attempted> {
    if (this.#inFlight.has(id) || this.#inFlight.size >= maxInFlight) return 'done';
    this.#inFlight.add(id);
    try {
      return await this.#attempt(id);
    } finally {
      this.#inFlight.delete(id);
    }
  }

  async #attempt(id: number): Promise<Attempted> {
    const { db, clock, generateSecret } = this.#deps;
    const by = generateSecret();
    const toClaim = () => ({ by, now: clock(), until: new Date(clock().getTime() + leaseMs) });
    const queued = await claimEmail(db, id, toClaim());
    if (!queued) return 'done';
    if (queued.unclearCount >= maxUnclear) {
      const reason = 'The program ended before the mail server answered.';
      await this.#recordFailure(queued, by, { outcome: 'unclear', reason });
      return 'done';
    }
    try {
      await sendUnderLease(this.#deps, openEmail(this.#deps.vault, queued.email), {
        renew: () => renewClaim(db, id, toClaim()),
        noteFinalDot: () => noteFinalDot(db, id, toClaim()),
      });
    } catch (error) {
      const judged = judgeEmailError(error);
      const unclearCount = queued.unclearCount + (judged.outcome === 'unclear' ? 1 : 0);
      await this.#recordFailure({ ...queued, unclearCount }, by, judged);
      return judged.isAboutServer ? 'away' : 'done';
    }
    await markEmailSent(db, id, { attemptCount: queued.attemptCount + 1, sentAt: clock() });
    return 'done';
  }

  async #recordFailure(
    { id, attemptCount, unclearCount }: QueuedEmail,
    by: string,
    { outcome, reason }: Pick<JudgedEmail, 'outcome' | 'reason'>,
  ): Promise<void> {
    const { db, clock, log } = this.#deps;
    const attempts = attemptCount + 1;
    const isLast = outcome === 'address' || unclearCount >= maxUnclear || attempts >= maxAttempts;
    const waitMs = backoffMs(attemptCount);
    await recordFailedAttempt(
      db,
      { id, by },
      {
        attemptCount: attempts,
        unclearCount,
        trouble: outcome,
        error: reason,
        nextAttemptAt: new Date(clock().getTime() + waitMs),
        isLast,
      },
    );
    if (!isLast) await this.#queueRunAfter(waitMs);
    const facts = { emailId: id, attempts, outcome, reason };
    if (isLast) log.error(facts, 'an email could not be sent and will not be retried');
    else if (attempts >= attemptsBeforeWarning || outcome !== 'later')
      log.warn(facts, 'an email could not be sent yet and will be retried');
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
