import type { OrderDeps } from '../deps.ts';
import { paymentFailedEmail, type PaymentFailedContext } from '../emails/payment-failed.ts';
import { paymentWithheldEmail } from '../emails/payment-withheld.ts';
import { getPurchase, lockPurchase, recordEvent, type Purchase } from '../purchase.store.ts';
import type { CaptureBar } from './capture-rules.ts';
import type { CaptureClaim } from './claim-capture.ts';
import type { ClosedReason } from './closed-order.model.ts';
import { closeForPayment, releaseClaim, releaseDeclined } from './claim.store.ts';
import {
  closeAttempt,
  setDeclined,
  setUnknownAnswer,
  type PaymentAttempt,
} from './payment-attempt.store.ts';
import type { CaptureResult } from './provider.ts';
import { backoffMs, releaseAfterUnknownMs } from './timing.model.ts';

type Refused = Extract<CaptureResult, { kind: 'declined' }>;

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
   * The provider declined the payment, and its buyer is told; staff see one that is our fault. The next capture gets a request id of
   * its own, since the provider repeats its answers; it needs another approval, another order of the
   * provider, or another order of ours, by what the decline `ends`.
   */
  async recordDecline(
    attempt: PaymentAttempt,
    purchase: Purchase,
    { issue, isOurFault, ends }: Pick<Refused, 'issue' | 'isOurFault' | 'ends'>,
  ): Promise<'declined' | 'withheld'> {
    const context = await this.#readEmailContext(purchase);
    const now = this.#deps.clock();
    await this.#deps.db.transaction().execute(async (tx) => {
      if (!(await setDeclined(tx, attempt, ends === 'approval' ? undefined : now))) return;
      await releaseDeclined(tx, purchase.id);
      if (ends === 'order')
        await closeForPayment(tx, purchase.id, { reason: 'number-taken', supersededBy: null });
      const kind = isOurFault ? 'payment-refused' : 'payment-declined';
      await recordEvent(tx, purchase.id, now, { kind, detail: { issue } });
      const failed = { ...context, isOurFault };
      await this.#deps.emails.queue(tx, paymentFailedEmail(failed, emailKey(attempt, purchase)));
    });
    if (isOurFault)
      this.#deps.log.error(
        { order: purchase.number, issue },
        'PayPal refused a payment because of our account or our request',
      );
    if (ends === 'order')
      this.#deps.log.error(
        { order: purchase.number, issue },
        'PayPal has another payment under the number of an order and takes none for it',
      );
    return ends === 'order' ? 'withheld' : 'declined';
  }

  /**
   * The payment must not be taken, since `bar`: the order is closed for payments, the claim ends,
   * and its buyer reads why. The provider lets the approval lapse.
   */
  async withhold(
    { attempt, purchase, owner }: CaptureClaim,
    bar: CaptureBar,
  ): Promise<'checking' | 'withheld'> {
    const { publisher, origin } = await this.#readEmailContext(purchase);
    const instead =
      bar.supersededBy === null ? undefined : await getPurchase(this.#deps.db, bar.supersededBy);
    const now = this.#deps.clock();
    const isWithheld = await this.#deps.db.transaction().execute(async (tx) => {
      const { claimedBy } = await lockPurchase(tx, purchase.id);
      if (claimedBy !== owner) return false;
      await closeForPayment(tx, purchase.id, bar);
      await closeAttempt(tx, attempt.id, now);
      const detail = {
        reason: withheldReasons[bar.reason],
        ...(instead && { insteadOf: instead.number }),
      };
      await recordEvent(tx, purchase.id, now, { kind: 'payment-withheld', detail });
      const withheld = { order: purchase, publisher, origin, reason: bar.reason, instead };
      await this.#deps.emails.queue(
        tx,
        paymentWithheldEmail(withheld, `withheld-${emailKey(attempt, purchase)}`),
      );
      return true;
    });
    if (isWithheld)
      this.#deps.log.warn(
        { order: purchase.number, reason: bar.reason, instead: instead?.number },
        'an approved payment was not taken',
      );
    return isWithheld ? 'withheld' : 'checking';
  }

  /** Nothing was captured: the claim of `owner` ends, and the buyer may approve a payment again. */
  async releaseUnpaid(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<'not-approved'> {
    const context = await this.#readEmailContext(purchase);
    await this.#deps.db.transaction().execute(async (tx) => {
      await releaseClaim(tx, purchase.id, owner, 'awaiting-approval');
      // A buyer who read that we check their payment is told how that ended.
      if (attempt.lastUnknownAnswerAt)
        await this.#deps.emails.queue(tx, paymentFailedEmail(context, emailKey(attempt, purchase)));
    });
    return 'not-approved';
  }

  async #readEmailContext(order: Purchase): Promise<PaymentFailedContext> {
    const { letterhead, bank } = await this.#deps.getPublisher();
    const base =
      order.upgradeOf === null ? undefined : await getPurchase(this.#deps.db, order.upgradeOf);
    return {
      order,
      publisher: letterhead,
      origin: this.#deps.origin,
      isOurFault: false,
      baseOrderNumber: base?.number,
      mayTransfer: bank !== undefined && !base,
    };
  }
}

/** As staff read it in the order's history. */
const withheldReasons: Readonly<Record<ClosedReason, string>> = {
  replaced: 'the buyer placed the order again with other details',
  'already-paid': 'the buyer has paid for this licence with another order',
  'base-closed': 'the order that it upgrades is closed',
  'nothing-to-deliver': 'the report has nothing to deliver for this licence any more',
  'number-taken': 'PayPal has another payment under the number of this order',
};

/** One email for each capture that failed. */
const emailKey = ({ attemptNumber, captureNumber }: PaymentAttempt, { number }: Purchase): string =>
  `unpaid-${number}-${attemptNumber}-${captureNumber}`;
