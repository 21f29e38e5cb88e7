import type { Tx } from '../../deps.ts';
import { EmailNotSentError } from '../../kernel/email-not-sent.ts';
import type { Publisher } from '../../kernel/email-layout.ts';
import { noteHardBounce } from '../subscribers/bounces.store.ts';
import type { IssueDeps } from './deps.ts';
import type { Issue } from './issue.model.ts';
import { findIssue, lockIssue, readFixedCards, setIssueState } from './issues.store.ts';
import {
  claimRecipient,
  endLostClaims,
  readOpenRecipients,
  recordResult,
  type ClaimedRecipient,
} from './recipients.store.ts';
import { renderIssueEmail, type ShownIssue } from './render-issue.ts';

/** How long one job sends before the next one continues. */
const runMs = 20_000;
/** How long an email may take to be sent. Longer than a mail server may take to answer (30 s). */
const leaseMs = 60_000;
/** The mail server is down: the rest waits for the run of the next minute. */
const maxFailuresInARow = 3;
/** With the waits below about three days. */
const maxAttempts = 75;
const firstWaitMs = 60_000;
const maxWaitMs = 3_600_000;

const waitMs = (failedAttempts: number): number =>
  Math.min(firstWaitMs * 2 ** Math.min(failedAttempts, 10), maxWaitMs);

type SentIssue = Issue & ShownIssue;
type Sent = 'done' | 'failed' | 'unclear';

/** In `tx`: the issue's sending continues, in a queue of its own behind all short jobs. */
export const enqueueSending = (
  { enqueue }: Pick<IssueDeps, 'enqueue'>,
  tx: Tx,
  id: number,
): Promise<void> =>
  enqueue(
    tx,
    'newsletter.send',
    { id },
    { dedupeKey: `newsletter-${id}`, queueName: 'newsletter', isLongRunning: true },
  );

/**
 * Sends an issue one by one, at the newsletter's pace. Nobody gets it twice: a row is claimed before
 * the mail server is asked, and a claim whose end nobody knows is not repeated.
 */
export class IssueDelivery {
  readonly #deps: IssueDeps;

  constructor(deps: IssueDeps) {
    this.#deps = deps;
  }

  /** Job: sends for some seconds, and queues the next job. */
  async sendSome(id: number): Promise<void> {
    const { db, clock, sleep, newsletterPauseMs } = this.#deps;
    const issue = await findIssue(db, id);
    if (issue?.state !== 'sending') return;
    const shown = { ...issue, cards: (await readFixedCards(db, id)) ?? [] };
    const publisher = await this.#deps.getPublisher();
    const startedMs = clock().getTime();
    await endLostClaims(db, id, { now: clock(), until: new Date(startedMs + leaseMs) });
    let failuresInARow = 0;
    while (clock().getTime() - startedMs < runMs && failuresInARow < maxFailuresInARow) {
      const claimed = await this.#claim(id);
      if (!claimed) break;
      const sent = await this.#sendTo(claimed, shown, publisher);
      if (sent === 'unclear') failuresInARow = maxFailuresInARow;
      else failuresInARow = sent === 'failed' ? failuresInARow + 1 : 0;
      await sleep(newsletterPauseMs);
    }
    await this.#goOn(id, failuresInARow < maxFailuresInARow);
  }

  #claim(issueId: number): Promise<ClaimedRecipient | undefined> {
    const now = this.#deps.clock();
    const until = new Date(now.getTime() + leaseMs);
    const latestWait = new Date(now.getTime() + maxWaitMs);
    return claimRecipient(this.#deps.db, issueId, { now, until, latestWait });
  }

  /** Anyone who has unsubscribed or was erased meanwhile gets nothing. */
  async #sendTo(claimed: ClaimedRecipient, issue: SentIssue, publisher: Publisher): Promise<Sent> {
    const { db, clock, email } = this.#deps;
    const { subscriber } = claimed;
    if (subscriber?.state !== 'confirmed') {
      await recordResult(db, claimed.id, { state: 'skipped' });
      return 'done';
    }
    const { email: to } = subscriber;
    const token = this.#deps.vault.open(subscriber.token);
    const dedupeKey = `issue-${issue.id}-${subscriber.id}`;
    const rendered = renderIssueEmail(issue, { to, token, dedupeKey }, publisher);
    try {
      await email.send(rendered);
    } catch (error) {
      return this.#recordFailure(claimed, error);
    }
    const attemptCount = claimed.attemptCount + 1;
    await recordResult(db, claimed.id, { state: 'sent', sentAt: clock(), attemptCount });
    return 'done';
  }

  async #recordFailure({ id, attemptCount, subscriber }: ClaimedRecipient, error: unknown) {
    const { db, clock, log } = this.#deps;
    const attempts = attemptCount + 1;
    const now = clock();
    if (!(error instanceof EmailNotSentError)) {
      await recordResult(db, id, { state: 'unclear', attemptCount: attempts });
      log.warn({ recipientId: id, error }, 'it is not known whether a newsletter was sent');
      return 'unclear';
    }
    const { refusedRecipient } = error;
    if (refusedRecipient && subscriber) {
      await db.transaction().execute(async (tx) => {
        await noteHardBounce(tx, { id: subscriber.id }, { ...refusedRecipient, at: now });
        await recordResult(tx, id, { state: 'bounced', attemptCount: attempts });
      });
      return 'done';
    }
    const nextAttemptAt = new Date(now.getTime() + waitMs(attemptCount));
    const state = attempts < maxAttempts ? 'queued' : 'failed';
    await recordResult(db, id, { state, attemptCount: attempts, nextAttemptAt });
    log.warn({ recipientId: id, attempts, error }, 'a newsletter could not be sent');
    return 'failed';
  }

  /** The issue is sent once nobody is left; else the next job follows, at once or by the minute. */
  async #goOn(id: number, isServerUp: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    await db.transaction().execute(async (tx) => {
      const issue = await lockIssue(tx, id);
      if (issue?.state !== 'sending') return;
      const { isOpen, isDue } = await readOpenRecipients(tx, id, clock());
      if (!isOpen) await setIssueState(tx, id, { state: 'sent', finishedAt: clock() });
      else if (isDue && isServerUp) await enqueueSending(this.#deps, tx, id);
    });
  }
}
