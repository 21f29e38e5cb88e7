import type { Deps } from '../deps.ts';
import { Claims, type Claim, type Held } from './claim.ts';
import { takeFrom, workConcurrently } from './concurrency.ts';
import { judgeEmailError, type JudgedEmail } from './email-failure.ts';
import { clearMailServerTrouble, noteMailServerTrouble } from './mail-server-trouble.store.ts';
import * as store from './outbox.store.ts';
import { maxHoldMs } from './queue-email.ts';
import { waitAtMost } from './wait-at-most.ts';

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
 * Sends what `Emails.queue` has written. What was not taken is tried again for three days; a refused
 * address ends at once, and what nobody knows of is sent once more at most.
 */
export class Outbox {
  readonly #deps: Deps;
  readonly #claims: Claims;
  readonly #inFlight = new Set<number>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#claims = new Claims(deps, {
      table: 'outbox_email',
      clock: deps.clock,
      maxTries: maxAttempts,
      longestWaitMs: maxHoldMs,
      onGiveUp: (tx, id) => store.markEmailFailed(tx, id, deps.clock()),
    });
  }

  /** Sends one queued email, unless somebody else does. A slow mail server is not waited for. */
  async send(id: number): Promise<void> {
    const sending = this.#sendOne(id, () => this.#claims.takeAtOnce(id));
    await waitAtMost(this.#deps.sleep, sending, patienceMs);
  }

  /**
   * Sends the emails that are due, at start and every minute. Where another process holds one, a run
   * is queued for the end of its lease, so that a killed process delays no email further. Where an
   * attempt fails, one is queued for the end of its wait.
   */
  async sendDue(): Promise<void> {
    const { db, clock } = this.#deps;
    await store.endFutureWaits(db, clock(), maxBackoffMs);
    const take = takeFrom(await this.#claims.listDue(maxEmailsPerRun));
    let failuresInARow = 0;
    await workConcurrently({
      maxAtOnce,
      // The mail server is down: the rest is due again when these have waited.
      take: async (count) => (failuresInARow < maxFailuresInARow ? take(count) : []),
      perform: async (id) => {
        const sending = this.#sendOne(id, () => this.#claims.take(id));
        const attempted = await waitAtMost(this.#deps.sleep, sending, patienceMs);
        failuresInARow = attempted === 'away' ? failuresInARow + 1 : 0;
      },
      retake: () => new Promise(() => {}),
    });
    const leaseEndMs = await this.#claims.getNextLeaseEndMs();
    if (leaseEndMs !== undefined) await this.#queueRunAfter(leaseEndMs);
  }

  async #sendOne(id: number, take: () => Promise<Claim | undefined>): Promise<Attempted> {
    if (this.#inFlight.has(id) || this.#inFlight.size >= maxInFlight) return 'done';
    this.#inFlight.add(id);
    try {
      const claim = await take();
      if (!claim) return 'done';
      let attempted: Attempted = 'done';
      await this.#claims.perform(claim, async (held) => {
        attempted = await this.#attempt(held);
      });
      return attempted;
    } finally {
      this.#inFlight.delete(id);
    }
  }

  async #attempt(held: Held): Promise<Attempted> {
    const { db, clock, email: mailServer, emails } = this.#deps;
    const { id } = held.claim;
    const queued = await store.findQueuedEmail(db, id);
    if (!queued) return 'done';
    const { attemptCount, isLostBehindFinalDot } = queued;
    const unclearCount = queued.unclearCount + (isLostBehindFinalDot ? 1 : 0);
    const counted = { ...queued, unclearCount };
    if (isLostBehindFinalDot) {
      const reason = 'The program ended before the mail server answered.';
      if (unclearCount >= maxUnclear) {
        await this.#recordFailure(held, counted, { outcome: 'unclear', reason });
        return 'done';
      }
      await held.report((tx) => store.noteLostDot(tx, id, unclearCount));
    }
    try {
      await mailServer.send(emails.open(queued.email), {
        beforeFinalDot: () => held.report((tx) => store.noteFinalDot(tx, id, clock())),
      });
    } catch (error) {
      const judged = judgeEmailError(error);
      const isUnclear = judged.outcome === 'unclear';
      await this.#recordFailure(
        held,
        { ...counted, unclearCount: unclearCount + (isUnclear ? 1 : 0) },
        judged,
      );
      if (judged.isAboutServer) await noteMailServerTrouble(db, clock());
      return judged.isAboutServer ? 'away' : 'done';
    }
    const sent = { attemptCount: attemptCount + 1, sentAt: clock() };
    await held.finishEvenIfLost((tx) => store.markEmailSent(tx, id, sent));
    if (queued.isServerInTrouble) await clearMailServerTrouble(db);
    return 'done';
  }

  async #recordFailure(
    held: Held,
    { id, attemptCount, unclearCount }: store.QueuedEmail,
    { outcome, reason }: Pick<JudgedEmail, 'outcome' | 'reason'>,
  ): Promise<void> {
    const { clock, log } = this.#deps;
    const attempts = attemptCount + 1;
    const isLast = outcome === 'address' || unclearCount >= maxUnclear || attempts >= maxAttempts;
    const attempt = { attemptCount: attempts, unclearCount, trouble: outcome, triedAt: clock() };
    const wait = isLast ? {} : { waitMs: backoffMs(attemptCount) };
    await held.end(async (tx) => {
      await store.recordFailedAttempt(tx, id, { ...attempt, isLast });
      return { error: reason, ...wait };
    });
    if (wait.waitMs !== undefined) await this.#queueRunAfter(wait.waitMs);
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
