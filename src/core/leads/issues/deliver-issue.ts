import type { Tx } from '../../deps.ts';
import { Claims, type Claim, type Held } from '../../kernel/claim.ts';
import { judgeEmailError, type JudgedEmail } from '../../kernel/email-failure.ts';
import type { Publisher } from '../../kernel/email-layout.ts';
import { waitAtMost } from '../../kernel/wait-at-most.ts';
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
  isOfSentIssue,
  noteFinalDot,
  readOpenRecipients,
  readRecipient,
  recordResult,
  recordSent,
  wasTakenSince,
  type Recipient,
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
type Sending = { readonly recipient: Recipient; readonly issue: Issue };

/**
 * Sends an issue one by one, at the newsletter's pace. A row is claimed before the mail server is
 * asked. Where nobody knows whether an email was taken, it is sent once more at most; where the
 * server refuses the sender, the issue stops, and no address is blamed.
 */
export class IssueDelivery {
  readonly #deps: IssueDeps;
  readonly #claims: Claims;
  #inFlight = 0;

  constructor(deps: IssueDeps) {
    this.#deps = deps;
    this.#claims = new Claims(deps, {
      table: 'newsletter_recipient',
      clock: deps.clock,
      maxTries: maxAttempts,
      longestWaitMs: maxWaitMs,
      onGiveUp: (tx, id, answer) => recordResult(tx, id, { state: 'failed', answer }),
    });
  }

  /** In `tx`: the issue's sending continues, in a queue of its own behind all short jobs. */
  enqueue(tx: Tx, id: number): Promise<void> {
    return this.#deps.enqueue(
      tx,
      'newsletter.send',
      { id },
      { dedupeKey: `newsletter-${id}`, queueName: 'newsletter', isLongRunning: true },
    );
  }

  /** Job: sends for some seconds, and queues the next job. */
  async sendSome(id: number): Promise<void> {
    const { db, clock, sleep, newsletterPauseMs } = this.#deps;
    const issue = await findIssue(db, id);
    if (issue?.state !== 'sending') return;
    const shown = { ...issue, cards: (await readFixedCards(db, id)) ?? [] };
    const publisher = await this.#deps.getPublisher();
    const startedMs = clock().getTime();
    let failuresInARow = 0;
    while (clock().getTime() - startedMs < runMs && failuresInARow < maxFailuresInARow) {
      if (this.#inFlight >= maxInFlight) break;
      const [claim] = await this.#claims.takeDue(1, isOfSentIssue(id));
      if (!claim) break;
      const sending = this.#sendTo(claim, shown, publisher);
      const sent = await waitAtMost(this.#deps.sleep, sending, patienceMs);
      failuresInARow = sent === 'away' ? failuresInARow + 1 : 0;
      await sleep(newsletterPauseMs);
    }
    await this.#goOn(id, failuresInARow < maxFailuresInARow);
  }

  async #sendTo(claim: Claim, issue: SentIssue, publisher: Publisher): Promise<Sent> {
    this.#inFlight++;
    let sent: Sent = 'done';
    try {
      await this.#claims.perform(claim, async (held) => {
        sent = await this.#attempt(held, issue, publisher);
      });
      return sent;
    } finally {
      this.#inFlight--;
    }
  }

  /** Anyone who has unsubscribed or was erased meanwhile gets nothing. */
  async #attempt(held: Held, issue: SentIssue, publisher: Publisher): Promise<Sent> {
    const { db, clock, email: mailServer } = this.#deps;
    const { id } = held.claim;
    const recipient = await this.#countLostDot(held, await readRecipient(db, id));
    if (!recipient) return 'done';
    const { subscriber } = recipient;
    if (subscriber?.state !== 'confirmed') {
      await held.finish((tx) => recordResult(tx, id, { state: 'skipped' }));
      return 'done';
    }
    const { email: to } = subscriber;
    const token = this.#deps.vault.open(subscriber.token);
    const dedupeKey = `issue-${issue.id}-${subscriber.id}`;
    const rendered = renderIssueEmail(issue, { to, token, dedupeKey }, publisher);
    try {
      await mailServer.send(rendered, {
        beforeFinalDot: () => held.report((tx) => noteFinalDot(tx, id, clock())),
      });
    } catch (error) {
      const judged = judgeEmailError(error);
      await this.#recordFailure(held, { recipient, issue }, judged);
      return judged.isAboutServer || judged.outcome === 'unclear' ? 'away' : 'done';
    }
    const sent = { sentAt: clock(), attemptCount: recipient.attemptCount + 1 };
    await held.finishEvenIfLost(async (tx) => {
      await recordSent(tx, id, sent);
      await countAnswer(tx, issue.id, false);
    });
    return 'done';
  }

  /**
   * The recipient with their count of unclear ends. One whose process was lost before the final dot
   * was sent nothing; behind it nobody knows. undefined if that was the last time.
   */
  async #countLostDot(held: Held, recipient: Recipient): Promise<Recipient | undefined> {
    if (!recipient.isLostBehindFinalDot) return recipient;
    const unclearCount = recipient.unclearCount + 1;
    const answer = 'The program ended before the mail server answered.';
    const isLast = unclearCount >= maxUnclear;
    const result = { state: isLast ? 'unclear' : 'queued', unclearCount, answer } as const;
    const record = (tx: Tx) => recordResult(tx, recipient.id, result);
    await (isLast ? held.finish(record) : held.report(record));
    return isLast ? undefined : { ...recipient, unclearCount };
  }

  async #recordFailure(held: Held, sending: Sending, judged: JudgedEmail): Promise<void> {
    const { recipient, issue } = sending;
    const { outcome, reason } = judged;
    if (outcome === 'address' && (judged.isCertain || (await this.#isConfirmed(recipient, issue))))
      return this.#recordBounce(held, recipient, judged);
    if (outcome === 'address' || outcome === 'sender')
      return this.#recordRefusal(held, sending, reason);
    const facts = { recipientId: recipient.id, outcome, reason };
    this.#deps.log.warn(facts, 'a newsletter could not be sent');
    return this.#recordTry(held, recipient, judged);
  }

  /** An answer that may be about the sender is about the address once it comes again meanwhile. */
  #isConfirmed({ refusedAt }: Recipient, issue: Issue): Promise<boolean> | false {
    return refusedAt !== null && wasTakenSince(this.#deps.db, issue.id, refusedAt);
  }

  async #recordBounce(held: Held, recipient: Recipient, judged: JudgedEmail): Promise<void> {
    const { isUnknown, reason } = judged;
    const attemptCount = recipient.attemptCount + 1;
    const at = this.#deps.clock();
    await held.finish(async (tx) => {
      const result = { state: 'bounced', attemptCount, answer: reason } as const;
      await recordResult(tx, recipient.id, result);
      if (!recipient.subscriber) return;
      await noteHardBounce(tx, { id: recipient.subscriber.id }, { isUnknown, reason, at });
    });
  }

  async #recordTry(held: Held, recipient: Recipient, judged: JudgedEmail): Promise<void> {
    const { outcome, reason } = judged;
    const attemptCount = recipient.attemptCount + 1;
    const unclearCount = recipient.unclearCount + (outcome === 'unclear' ? 1 : 0);
    const open = attemptCount >= maxAttempts ? 'failed' : 'queued';
    const state = unclearCount >= maxUnclear ? 'unclear' : open;
    const result = { state, attemptCount, unclearCount, answer: reason } as const;
    const wait = state === 'queued' ? { waitMs: waitMs(recipient.attemptCount) } : {};
    await held.end(async (tx) => {
      await recordResult(tx, recipient.id, result);
      return { error: reason, ...wait };
    });
  }

  /** It waits for another try; where the sender is refused, the issue stops and staff are told. */
  async #recordRefusal(held: Held, { recipient, issue }: Sending, reason: string): Promise<void> {
    const { clock, log } = this.#deps;
    const { id, subject } = issue;
    const refusedCount = recipient.refusedCount + 1;
    const isLast = refusedCount >= maxRefused;
    let isStopped = false;
    await held.end(async (tx) => {
      isStopped = await this.#countRefusal(tx, recipient, issue);
      await recordResult(tx, recipient.id, {
        state: isLast && !isStopped ? 'failed' : 'queued',
        attemptCount: recipient.attemptCount + 1,
        refusedCount,
        refusedAt: recipient.refusedAt ?? clock(),
        answer: reason,
      });
      if (isStopped) await this.#stop(tx, id, reason);
      return isLast && !isStopped ? { error: reason } : { error: reason, waitMs: refusedWaitMs };
    });
    if (isStopped)
      log.error(
        { issueId: id, subject, reason },
        'the mail server refuses the newsletter: stopped',
      );
  }

  /** In `tx`: counts a recipient once, however often they are tried. True if the issue stops. */
  async #countRefusal(tx: Tx, { refusedCount }: Recipient, { id }: Issue): Promise<boolean> {
    const issue = await lockIssue(tx, id);
    const isFirst = refusedCount === 0;
    const answers = await (isFirst ? countAnswer(tx, id, true) : readAnswers(tx, id));
    if (issue?.state !== 'sending') return false;
    const isLast = refusedCount + 1 >= maxRefused;
    return isFirst ? isSenderRefused(answers) : isLast && isNothingTaken(answers);
  }

  async #stop(tx: Tx, id: number, reason: string): Promise<void> {
    await setIssueState(tx, id, { state: 'stopped', stopReason: reason });
    await this.#deps.audit.record(tx, {
      actor: { programName: 'the newsletter' },
      verb: 'newsletter.send',
      thing: { kind: 'newsletter-issue', id: String(id) },
      change: { before: { state: 'sending' }, after: { state: 'stopped', reason } },
    });
  }

  /** The issue is sent once nobody is left; else the next job follows, at once or by the minute. */
  async #goOn(id: number, isServerUp: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    await db.transaction().execute(async (tx) => {
      const issue = await lockIssue(tx, id);
      if (issue?.state !== 'sending') return;
      const { isOpen, isDue } = await readOpenRecipients(tx, id, clock());
      if (!isOpen) await setIssueState(tx, id, { state: 'sent', finishedAt: clock() });
      else if (isDue && isServerUp && this.#inFlight < maxInFlight) await this.enqueue(tx, id);
    });
  }
}
