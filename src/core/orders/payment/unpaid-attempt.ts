import type { Letterhead } from '#core/kernel/email-layout.ts';
import type { Tx } from '#core/deps.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import type { OrderDeps } from '../deps.ts';
import { paymentFailedEmail } from '../emails/payment-failed.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import { releaseClaim, releaseDeclined } from './claim.store.ts';
import { setDeclined, setUnknownAnswer, type PaymentAttempt } from './payment-attempt.store.ts';
import { backoffMs, releaseAfterUnknownMs } from './timing.model.ts';

/** Records captures that brought no money, or whose result is unknown. */
export class UnpaidAttempts {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** True while a request that got no clear answer may still be carried out. */
  hasRecentUnknown({ lastUnknownAnswerAt }: PaymentAttempt): boolean {
    if (lastUnknownAnswerAt === null) return false;
    return this.#deps.clock().getTime() - lastUnknownAnswerAt.getTime() < releaseAfterUnknownMs;
  }

  /** No clear answer: the order stays as it is, and the reconciler polls the attempt. */
  async recordUnknown(
    attempt: PaymentAttempt,
    purchase: Purchase,
    reason: string,
  ): Promise<'checking'> {
    const now = this.#deps.clock();
    const nextPollAt = new Date(now.getTime() + backoffMs(attempt.pollCount));
    await setUnknownAnswer(this.#deps.db, attempt.id, now, nextPollAt);
    await recordEvent(this.#deps.db, purchase.id, now, {
      kind: 'capture-unknown',
      detail: { reason },
    });
    this.#deps.log.warn({ order: purchase.number, reason }, 'a capture got no clear answer');
    return 'checking';
  }

  /**
   * The provider declined the payment. The next capture gets a request id of its own, since the
   * provider repeats its answers; after `isProviderOrderClosed` the next try gets another order.
   */
  async recordDecline(
    attempt: PaymentAttempt,
    purchase: Purchase,
    issue: string,
    isProviderOrderClosed = false,
  ): Promise<'declined'> {
    const { letterhead } = await this.#deps.getPublisher();
    const now = this.#deps.clock();
    await this.#deps.db.transaction().execute(async (tx) => {
      await setDeclined(tx, attempt, isProviderOrderClosed ? now : undefined);
      await releaseDeclined(tx, purchase.id);
      await recordEvent(tx, purchase.id, now, { kind: 'payment-declined', detail: { issue } });
      await this.#emailPaymentFailed(tx, letterhead, attempt, purchase);
    });
    return 'declined';
  }

  /** Nothing was captured: the claim of `owner` ends, and the buyer may approve a payment again. */
  async releaseUnpaid(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<'not-approved'> {
    const { letterhead } = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      await releaseClaim(tx, purchase.id, owner, 'awaiting-approval');
      await this.#emailPaymentFailed(tx, letterhead, attempt, purchase);
    });
    return 'not-approved';
  }

  /** In `tx`: a buyer who read that we check their payment gets an email about how it ended. */
  async #emailPaymentFailed(
    tx: Tx,
    letterhead: Letterhead,
    attempt: PaymentAttempt,
    purchase: Purchase,
  ): Promise<void> {
    if (purchase.state !== 'review' && !attempt.lastUnknownAnswerAt) return;
    await queueEmail(
      this.#deps,
      tx,
      paymentFailedEmail(
        { order: purchase, publisher: letterhead, origin: this.#deps.origin },
        `unpaid-${purchase.number}-${attempt.attemptNumber}-${attempt.captureNumber}`,
      ),
    );
  }
}
