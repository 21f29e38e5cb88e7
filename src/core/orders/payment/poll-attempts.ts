import { workConcurrently } from '#core/kernel/concurrency.ts';
import type { OrderDeps } from '../deps.ts';
import { transitionOrder, recordEvent } from '../purchase.store.ts';
import type { PaymentCapture } from './capture.ts';
import {
  listDueAttempts,
  setNextPoll,
  statesBeforeApproval,
  type DueAttempt,
} from './due-attempts.store.ts';
import { findAttemptByProviderId, findNewestAttempt } from './payment-attempt.store.ts';
import type { AttemptSync } from './sync-attempt.ts';
import {
  backoffMs,
  maxPollAgeMs,
  paidPauseMs,
  paidPollPeriodMs,
  unpaidPauseMs,
} from './timing.model.ts';

/** Calls of the provider at once: enough for a hundred approvals within a minute. */
const maxPollsAtOnce = 12;

/** After this many unclear answers in a row the provider counts as down until the next run. */
const maxUnclearAnswers = 5;

/** A run lasts a minute at most, three answers of 20 seconds: so often an attempt is due in it. */
const maxPollsInRun = 3;

/** How often newly due attempts are looked for while slow answers are awaited. */
const retakeMs = 1000;

/** Asks the provider about payments that are not finished, and about recent ones. */
export class AttemptPolls {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;
  readonly #paymentCapture: PaymentCapture;

  constructor(
    deps: OrderDeps,
    parts: { readonly attemptSync: AttemptSync; readonly paymentCapture: PaymentCapture },
  ) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
    this.#paymentCapture = parts.paymentCapture;
  }

  /**
   * Polls every attempt that is due, several at once: one without an answer holds up no other.
   * False if the provider stopped giving clear answers; what is left waits for the next run.
   */
  async pollDueAttempts(): Promise<boolean> {
    const polls = new RunningPolls();
    let unclearAnswers = 0;
    const isProviderUp = (): boolean => unclearAnswers < maxUnclearAnswers;
    await workConcurrently<DueAttempt>({
      maxAtOnce: maxPollsAtOnce,
      take: async (count) => (isProviderUp() ? this.#takeDueAttempts(count, polls) : []),
      perform: async (attempt) => {
        unclearAnswers = (await this.#pollOrLog(attempt)) ? 0 : unclearAnswers + 1;
        polls.end(attempt.id);
      },
      retake: () => this.#deps.sleep(retakeMs),
    });
    return isProviderUp();
  }

  /**
   * Up to `limit` due attempts. Their next poll is set before this one, so that an attempt that
   * fails doesn't block others.
   */
  async #takeDueAttempts(limit: number, polls: RunningPolls): Promise<readonly DueAttempt[]> {
    const now = this.#deps.clock();
    const attempts = await listDueAttempts(this.#deps.db, {
      now,
      createdAfter: new Date(now.getTime() - maxPollAgeMs),
      paidAfter: new Date(now.getTime() - paidPollPeriodMs),
      exceptIds: polls.listBarred(),
      limit,
    });
    for (const attempt of attempts) {
      polls.begin(attempt.id);
      const { pollCount, pauseMs } = planNextPoll(attempt, now);
      const nextPollAt = new Date(now.getTime() + pauseMs);
      await setNextPoll(this.#deps.db, attempt.id, pollCount, nextPollAt);
    }
    return attempts;
  }

  /** False if the provider gave no clear answer, or something else went wrong. */
  async #pollOrLog(attempt: DueAttempt): Promise<boolean> {
    try {
      if (attempt.captureId === null)
        return await this.#pollUnpaid(String(attempt.providerOrderId));
      await this.#attemptSync.syncAttempt(attempt.id);
      return true;
    } catch (error) {
      this.#deps.log.error({ error: String(error) }, 'a payment could not be checked');
      return false;
    }
  }

  /** False if the provider gave no clear answer. */
  async #pollUnpaid(providerId: string): Promise<boolean> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return true;
    const { attempt, purchase } = known;
    const providerOrder = await this.#deps.payments.getProviderOrder(providerId);
    if (providerOrder.kind === 'unknown') return false;
    const isUnpaid = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
    if (providerOrder.kind === 'missing' || providerOrder.status === 'VOIDED') {
      if (purchase.state === 'capturing') await this.#paymentCapture.abandonAttempt(attempt.id);
      else if (isUnpaid) await this.#expireLapsedOrder(attempt.id, purchase.id);
      return true;
    }
    const isApproved = providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED';
    if (isUnpaid && !isApproved) return true;
    return (await this.#paymentCapture.capturePayment(attempt.id)) !== 'checking';
  }

  /** An approval lapsed: the order expires where this is its newest attempt. */
  async #expireLapsedOrder(attemptId: number, purchaseId: number): Promise<void> {
    const newest = await findNewestAttempt(this.#deps.db, purchaseId);
    if (newest?.id !== attemptId) return;
    if (await transitionOrder(this.#deps.db, purchaseId, 'awaiting-approval', 'expired'))
      await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), { kind: 'expired' });
  }
}

/**
 * The polls of one run. An attempt is polled again in a run that a slow answer makes long, but not
 * while its own answer is awaited, and not without end where clocks jump.
 */
class RunningPolls {
  readonly #inProgress = new Set<number>();
  readonly #counts = new Map<number, number>();

  begin(id: number): void {
    this.#inProgress.add(id);
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  end(id: number): void {
    this.#inProgress.delete(id);
  }

  listBarred(): number[] {
    const exhausted = [...this.#counts].filter(([, count]) => count >= maxPollsInRun);
    return [...this.#inProgress, ...exhausted.map(([id]) => id)];
  }
}

/** When an attempt is polled again. Only polls of a payment that is being checked are counted. */
function planNextPoll(
  { state, paidAt, createdAt, pollCount }: DueAttempt,
  now: Date,
): { pollCount: number; pauseMs: number } {
  const getAgeMs = (since: Date): number => now.getTime() - since.getTime();
  if (paidAt) return { pollCount: 0, pauseMs: paidPauseMs(getAgeMs(paidAt)) };
  if (statesBeforeApproval.includes(state))
    return { pollCount: 0, pauseMs: unpaidPauseMs(getAgeMs(createdAt)) };
  return { pollCount: pollCount + 1, pauseMs: backoffMs(pollCount) };
}
