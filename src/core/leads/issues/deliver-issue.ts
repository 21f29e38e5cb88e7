import type { Tx } from '../../deps.ts';
import { recordAudit } from '../../kernel/audit.ts';
import { judgeEmailError, type JudgedEmail } from '../../kernel/email-failure.ts';
import type { Publisher } from '../../kernel/email-layout.ts';
import { leaseMs, sendUnderLease, waitAtMost } from '../../kernel/leased-sending.ts';
import { noteHardBounce } from '../subscribers/bounces.store.ts';
import type { IssueDeps } from './deps.ts';
import type { Issue } from './issue.model.ts';
import {
  countAnswer,
  findIssue,
  lockIssue,
  readAnswers,
  readFixedCards,
  setIssueState,
  type Answers,
} from './issues.store.ts';
import {
  claimRecipient,
  endLostClaims,
  noteFinalDot,
  readOpenRecipients,
  recordResult,
  recordSent,
  renewClaim,
  wasTakenSince,
  type ClaimedRecipient,
} from './recipients.store.ts';
import { renderIssueEmail, type ShownIssue } from './render-issue.ts';

/** How long one job sends before the next one continues. */
const runMs = 20_000;
/** How long a job waits for the mail server's answer; what takes longer goes on without it. */
const patienceMs = 20_000;
/** How many emails may wait for a slow mail server. */
const maxInFlight = 5;
/** The mail server is down: the rest waits for the run of the next minute. */
const maxFailuresInARow = 3;
/** With the waits below about three days. */
const maxAttempts = 75;
const firstWaitMs = 60_000;
const maxWaitMs = 3_600_000;
/** After an end that nobody knows it is sent once more; after the second one a person decides. */
const maxUnclear = 2;
/** An email that is refused so often, for another reason than its address, is given up. */
const maxRefused = 3;
const refusedWaitMs = 30 * 60_000;

const waitMs = (failedAttempts: number): number =>
  Math.min(firstWaitMs * 2 ** Math.min(failedAttempts, 10), maxWaitMs);

/** The sender is refused: by three recipients in a row, or by five and at least 5 % of all. */
const isSenderRefused = ({ answeredCount, refusedCount, refusedInRow }: Answers): boolean =>
  refusedInRow >= 3 || (refusedCount >= 5 && refusedCount >= answeredCount * 0.05);

/** Since sending began or was continued, the mail server has taken nothing. */
const isNothingTaken = ({ answeredCount, refusedCount }: Answers): boolean =>
  answeredCount === refusedCount;

type SentIssue = Issue & ShownIssue;
/** `away`: no other email would be taken now, either. */
type Sent = 'done' | 'away';
type Claimed = ClaimedRecipient & { readonly by: string };

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
 * Sends an issue one by one, at the newsletter's pace. A row is claimed before the mail server is
 * asked. Where nobody knows whether an email was taken, it is sent once more at most; where the
 * server refuses the sender, the issue stops, and no address is blamed.
 */
export class IssueDelivery {
  readonly #deps: IssueDeps;
  #inFlight = 0;

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
    const until = new Date(startedMs + leaseMs);
    await endLostClaims(db, id, { now: clock(), until, maxUnclear });
    let failuresInARow = 0;
    while (clock().getTime() - startedMs < runMs && failuresInARow < maxFailuresInARow) {
      if (this.#inFlight >= maxInFlight) break;
      const claimed = await this.#claim(id);
      if (!claimed) break;
      const sending = this.#sendTo(claimed, shown, publisher);
      const sent = await waitAtMost(this.#deps, sending, patienceMs);
      failuresInARow = sent === 'away' ? failuresInARow + 1 : 0;
      await sleep(newsletterPauseMs);
    }
    await this.#goOn(id, failuresInARow < maxFailuresInARow);
  }

  async #claim(issueId: number): Promise<Claimed | undefined> {
    const by = this.#deps.generateSecret();
    const latestWait = new Date(this.#deps.clock().getTime() + maxWaitMs);
    const claimed = await claimRecipient(this.#deps.db, issueId, {
      ...this.#claimAs(by),
      latestWait,
    });
    return claimed && { ...claimed, by };
  }

  #claimAs(by: string) {
    const now = this.#deps.clock();
    return { by, now, until: new Date(now.getTime() + leaseMs) };
  }

  async #sendTo(claimed: Claimed, issue: SentIssue, publisher: Publisher): Promise<Sent> {
    this.#inFlight++;
    try {
      return await this.#attempt(claimed, issue, publisher);
    } finally {
      this.#inFlight--;
    }
  }

  /** Anyone who has unsubscribed or was erased meanwhile gets nothing. */
  async #attempt(claimed: Claimed, issue: SentIssue, publisher: Publisher): Promise<Sent> {
    const { db, clock } = this.#deps;
    const { id, by, subscriber } = claimed;
    if (subscriber?.state !== 'confirmed') {
      await recordResult(db, claimed, { state: 'skipped' });
      return 'done';
    }
    const { email: to } = subscriber;
    const token = this.#deps.vault.open(subscriber.token);
    const dedupeKey = `issue-${issue.id}-${subscriber.id}`;
    const rendered = renderIssueEmail(issue, { to, token, dedupeKey }, publisher);
    try {
      await sendUnderLease(this.#deps, rendered, {
        renew: () => renewClaim(db, id, this.#claimAs(by)),
        noteFinalDot: () => noteFinalDot(db, id, this.#claimAs(by)),
      });
    } catch (error) {
      const judged = judgeEmailError(error);
      await this.#recordFailure(claimed, issue, judged);
      return judged.isAboutServer || judged.outcome === 'unclear' ? 'away' : 'done';
    }
    const sent = { sentAt: clock(), attemptCount: claimed.attemptCount + 1 };
    await db.transaction().execute(async (tx) => {
      await recordSent(tx, id, sent);
      await countAnswer(tx, issue.id, false);
    });
    return 'done';
  }

  async #recordFailure(claimed: Claimed, issue: Issue, judged: JudgedEmail): Promise<void> {
    const { log } = this.#deps;
    const { outcome, reason } = judged;
    if (outcome === 'address' && (judged.isCertain || (await this.#isConfirmed(claimed, issue))))
      return this.#recordBounce(claimed, judged);
    if (outcome === 'address' || outcome === 'sender')
      return this.#recordRefusal(claimed, issue, reason);
    log.warn({ recipientId: claimed.id, outcome, reason }, 'a newsletter could not be sent');
    return this.#recordTry(claimed, judged);
  }

  /** An answer that may be about the sender is about the address once it comes again meanwhile. */
  #isConfirmed({ refusedAt }: Claimed, issue: Issue): Promise<boolean> | false {
    return refusedAt !== null && wasTakenSince(this.#deps.db, issue.id, refusedAt);
  }

  async #recordBounce(claimed: Claimed, { isUnknown, reason }: JudgedEmail): Promise<void> {
    const { db, clock } = this.#deps;
    const attemptCount = claimed.attemptCount + 1;
    await db.transaction().execute(async (tx) => {
      const result = { state: 'bounced', attemptCount, answer: reason } as const;
      if (!(await recordResult(tx, claimed, result)) || !claimed.subscriber) return;
      const key = { id: claimed.subscriber.id };
      await noteHardBounce(tx, key, { isUnknown, reason, at: clock() });
    });
  }

  async #recordTry(claimed: Claimed, { outcome, reason }: JudgedEmail): Promise<void> {
    const { db, clock } = this.#deps;
    const attemptCount = claimed.attemptCount + 1;
    const unclearCount = claimed.unclearCount + (outcome === 'unclear' ? 1 : 0);
    const open = attemptCount >= maxAttempts ? 'failed' : 'queued';
    const nextAttemptAt = new Date(clock().getTime() + waitMs(claimed.attemptCount));
    await recordResult(db, claimed, {
      state: unclearCount >= maxUnclear ? 'unclear' : open,
      attemptCount,
      unclearCount,
      answer: reason,
      nextAttemptAt,
    });
  }

  /** It waits for another try; where the sender is refused, the issue stops and staff are told. */
  async #recordRefusal(claimed: Claimed, { id, subject }: Issue, reason: string): Promise<void> {
    const { db, clock, log } = this.#deps;
    const now = clock();
    const refusedCount = claimed.refusedCount + 1;
    const isStopped = await db.transaction().execute(async (tx) => {
      const issue = await lockIssue(tx, id);
      // A recipient counts once, however often they are tried.
      const isFirst = claimed.refusedCount === 0;
      const answers = await (isFirst ? countAnswer(tx, id, true) : readAnswers(tx, id));
      const isLast = refusedCount >= maxRefused;
      const isRefused =
        issue?.state === 'sending' &&
        (isFirst ? isSenderRefused(answers) : isLast && isNothingTaken(answers));
      await recordResult(tx, claimed, {
        state: isLast && !isRefused ? 'failed' : 'queued',
        attemptCount: claimed.attemptCount + 1,
        refusedCount,
        refusedAt: claimed.refusedAt ?? now,
        answer: reason,
        nextAttemptAt: new Date(now.getTime() + refusedWaitMs),
      });
      if (!isRefused) return false;
      await setIssueState(tx, id, { state: 'stopped', stopReason: reason });
      await recordAudit(tx, this.#deps, {
        actor: { programName: 'the newsletter' },
        verb: 'newsletter.send',
        thing: { kind: 'newsletter-issue', id: String(id) },
        change: { before: { state: 'sending' }, after: { state: 'stopped', reason } },
      });
      return true;
    });
    if (isStopped)
      log.error(
        { issueId: id, subject, reason },
        'the mail server refuses the newsletter: stopped',
      );
  }

  /** The issue is sent once nobody is left; else the next job follows, at once or by the minute. */
  async #goOn(id: number, isServerUp: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    await db.transaction().execute(async (tx) => {
      const issue = await lockIssue(tx, id);
      if (issue?.state !== 'sending') return;
      const { isOpen, isDue } = await readOpenRecipients(tx, id, clock());
      if (!isOpen) await setIssueState(tx, id, { state: 'sent', finishedAt: clock() });
      else if (isDue && isServerUp && this.#inFlight < maxInFlight)
        await enqueueSending(this.#deps, tx, id);
    });
  }
}
