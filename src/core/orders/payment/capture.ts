import { MarkPaid } from './mark-paid.ts';
import { Refunds } from '../refunds/refund.ts';
import type { PaymentAttempt } from './payment-attempt.store.ts';
import { claimLeaseMs, backoffMs, releaseAfterUnknownMs } from './timing.model.ts';
import { findAttemptByProviderId } from './payment-attempt.store.ts';
import { claimPurchase, isClaimOwner, releaseClaim } from './claim.store.ts';
import { toDecimalString } from '#core/kernel/money.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { statesWithAccess, type OrderState, type PaymentDetails } from '../model.ts';
import { paymentFailedEmail } from '../emails/payment-failed.ts';
import type { ProviderCapture, ProviderOrder } from './provider.ts';
import { isBaseOrderActive, isAlreadyUpgraded } from '../refunds/order-state.ts';
import { transitionOrder, recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';

/** Where an order stands after it was settled as far as it can be now. */
export type PaymentStatus =
  | 'paid'
  | 'not-approved'
  | 'declined'
  | 'checking'
  | 'review'
  | 'mismatch'
  | 'closed';

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

export class PaymentCapture {
  readonly #deps: OrderDeps;
  readonly #markPaid: MarkPaid;
  readonly #refunds: Refunds;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#markPaid = new MarkPaid(deps);
    this.#refunds = new Refunds(deps);
  }

  /**
   * Takes the money of an approved attempt once, whoever calls it and how often: the buyer's return, the reconciler,
   * a second tab. Unknown is not failed: without a clear answer the order stays `capturing` and the reconciler goes on.
   */
  async capturePayment(attempt: PaymentAttempt, purchase: Purchase): Promise<PaymentStatus> {
    if (statesWithAccess.includes(purchase.state)) return 'paid';
    if (purchase.state === 'mismatch') return 'mismatch';
    if (purchase.state === 'refunded' || purchase.state === 'suspended') return 'closed';
    if (attempt.closedAt) return 'declined';
    if (purchase.state === 'review') return this.#verifyCapture(attempt, purchase, 'review');
    const owner = this.#deps.generateSecret();
    const now = this.#deps.clock();
    if (!(await claimPurchase(this.#deps.db, purchase.id, owner, now, addMs(now, claimLeaseMs)))) {
      return this.#waitForOtherClaim(purchase.id);
    }
    const isUpgradeVoid =
      !(await isBaseOrderActive(this.#deps.db, purchase)) ||
      (await isAlreadyUpgraded(this.#deps.db, purchase));
    if (attempt.lastUnknownAnswerAt || isUpgradeVoid) {
      const providerOrder = await this.#deps.payments.getProviderOrder(
        String(attempt.providerOrderId),
      );
      if (providerOrder.kind === 'seen' && providerOrder.captures.length > 0)
        return this.#verifyCapture(attempt, purchase, 'capturing', providerOrder);
      if (providerOrder.kind === 'unknown')
        return this.#recordUnknown(attempt, purchase, providerOrder.reason);
      // The order that this one enlarges was closed, or enlarged by another, meanwhile: the difference is not asked for.
      if (isUpgradeVoid)
        return this.#hasRecentUnknown(attempt)
          ? 'checking'
          : this.#releaseUnpaid(attempt, purchase, owner);
    }
    return this.#sendCapture(attempt, purchase, owner);
  }

  /** Another holds the claim: three seconds are given to him, so that calls at once get one answer. */
  async #waitForOtherClaim(id: number): Promise<PaymentStatus> {
    for (let looks = 0; ; looks++) {
      const { state } = await getPurchase(this.#deps.db, id);
      if (statesWithAccess.includes(state)) return 'paid';
      if (state === 'review' || state === 'mismatch') return state;
      if (state !== 'capturing') return 'not-approved';
      if (looks === 30) return 'checking';
      await this.#deps.sleep(100);
    }
  }

  async #sendCapture(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<PaymentStatus> {
    if (!(await isClaimOwner(this.#deps.db, purchase.id, owner, this.#deps.clock())))
      return 'checking';
    const answer = await this.#deps.payments.captureProviderOrder(
      String(attempt.providerOrderId),
      `k-${attempt.providerOrderId}-${attempt.captureNumber}`,
    );
    if (answer.kind === 'done') return this.#verifyCapture(attempt, purchase, 'capturing');
    if (answer.kind === 'unknown') return this.#recordUnknown(attempt, purchase, answer.reason);
    if (answer.kind === 'declined') return this.#recordDecline(attempt, purchase, answer.issue);
    if (this.#hasRecentUnknown(attempt)) return 'checking';
    return this.#releaseUnpaid(attempt, purchase, owner);
  }

  /** True while an unanswered request may still be carried out. */
  #hasRecentUnknown({ lastUnknownAnswerAt: lastUnknownAt }: PaymentAttempt): boolean {
    return (
      lastUnknownAt !== null &&
      this.#deps.clock().getTime() - lastUnknownAt.getTime() < releaseAfterUnknownMs
    );
  }

  /** What the provider does not know any more will never be paid: an order that was being captured is over, and its buyer hears it. */
  async abandonAttempt(attempt: PaymentAttempt, purchase: Purchase): Promise<void> {
    const owner = this.#deps.generateSecret();
    const now = this.#deps.clock();
    if (
      this.#hasRecentUnknown(attempt) ||
      !(await claimPurchase(this.#deps.db, purchase.id, owner, now, addMs(now, claimLeaseMs)))
    )
      return;
    await this.#releaseUnpaid(
      { ...attempt, lastUnknownAnswerAt: attempt.lastUnknownAnswerAt ?? now },
      purchase,
      owner,
    );
  }

  /** The claim is given up: nothing was taken. */
  async #releaseUnpaid(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<PaymentStatus> {
    const { siteName } = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      await releaseClaim(tx, purchase.id, owner, 'awaiting-approval');
      await this.#emailPaymentFailed(tx, siteName, attempt, purchase);
    });
    return 'not-approved';
  }

  /** In `tx`: a buyer who was told that we check has a letter that says how it ended. */
  async #emailPaymentFailed(
    tx: Tx,
    siteName: string,
    attempt: PaymentAttempt,
    purchase: Purchase,
  ): Promise<void> {
    if (purchase.state !== 'review' && !attempt.lastUnknownAnswerAt) return;
    await queueEmail(
      this.#deps,
      tx,
      paymentFailedEmail(
        { order: purchase, publisher: siteName, origin: this.#deps.origin },
        `unpaid-${purchase.number}-${attempt.attemptNumber}-${attempt.captureNumber}`,
      ),
    );
  }

  async #recordUnknown(
    attempt: PaymentAttempt,
    purchase: Purchase,
    reason: string,
  ): Promise<PaymentStatus> {
    const now = this.#deps.clock();
    await this.#deps.db
      .updateTable('paymentAttempt')
      .set({ lastUnknownAnswerAt: now, nextPollAt: addMs(now, backoffMs(attempt.pollCount)) })
      .where('id', '=', attempt.id)
      .execute();
    await recordEvent(this.#deps.db, purchase.id, now, 'capture-unknown', { reason });
    this.#deps.log.warn({ order: purchase.number, reason }, 'a capture got no clear answer');
    return 'checking';
  }

  /** A definite no: the next capture gets a request id of its own, since the provider repeats its answer for the old one. Where the provider's order is `over` with it, the next try gets another order there. */
  async #recordDecline(
    attempt: PaymentAttempt,
    purchase: Purchase,
    issue: string,
    isProviderOrderClosed = false,
  ): Promise<PaymentStatus> {
    const { siteName } = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('paymentAttempt')
        .set({
          captureNumber: attempt.captureNumber + 1,
          lastUnknownAnswerAt: null,
          ...(isProviderOrderClosed ? { closedAt: this.#deps.clock() } : {}),
        })
        .where('id', '=', attempt.id)
        .where('captureNumber', '=', attempt.captureNumber)
        .execute();
      await tx
        .updateTable('purchase')
        .set({ state: 'awaiting-approval', claimedBy: null, claimedUntil: null })
        .where('id', '=', purchase.id)
        .where('state', 'in', ['capturing', 'review'])
        .execute();
      await recordEvent(tx, purchase.id, this.#deps.clock(), 'payment-declined', { issue });
      await this.#emailPaymentFailed(tx, siteName, attempt, purchase);
    });
    return 'declined';
  }

  /** Compares what the provider keeps with what was ordered, before anything is called paid. */
  async #verifyCapture(
    attempt: PaymentAttempt,
    purchase: Purchase,
    from: 'capturing' | 'review',
    knownOrder?: ProviderOrder,
  ): Promise<PaymentStatus> {
    const providerOrder =
      knownOrder ?? (await this.#deps.payments.getProviderOrder(String(attempt.providerOrderId)));
    if (providerOrder.kind !== 'seen')
      return this.#recordUnknown(
        attempt,
        purchase,
        providerOrder.kind === 'missing'
          ? 'the provider does not know the order'
          : providerOrder.reason,
      );
    const capture = providerOrder.captures.at(-1);
    if (!capture)
      return this.#recordUnknown(
        attempt,
        purchase,
        `no capture in an order that is ${providerOrder.status}`,
      );
    // Money that came and went back again before we looked came all the same: refunds are taken up after it.
    if (!['PENDING', 'COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(capture.status))
      return this.#recordDecline(attempt, purchase, capture.status, true);
    const isAsOrdered =
      providerOrder.customId === String(purchase.id) &&
      providerOrder.invoiceId === purchase.number &&
      capture.currency === purchase.currency &&
      capture.value === toDecimalString(purchase.priceCents);
    if (!isAsOrdered) {
      await transitionOrder(this.#deps.db, purchase.id, from, 'mismatch');
      await recordEvent(this.#deps.db, purchase.id, this.#deps.clock(), 'mismatch', {
        providerOrder,
      });
      this.#deps.log.error(
        { order: purchase.number },
        'the provider captured something else than was ordered: a person must look',
      );
      return 'mismatch';
    }
    if (capture.status === 'PENDING') {
      if (from !== 'review') await transitionOrder(this.#deps.db, purchase.id, from, 'review');
      return 'review';
    }
    return this.#recordPayment(attempt, purchase, from, providerOrder, capture);
  }

  /** `paid`, the grants and the letter are one transaction; who comes second finds `paid`. */
  async #recordPayment(
    attempt: PaymentAttempt,
    purchase: Purchase,
    fromState: OrderState,
    providerOrder: ProviderOrder,
    capture: ProviderCapture,
  ): Promise<PaymentStatus> {
    const payment: PaymentDetails = {
      id: providerOrder.providerId,
      status: providerOrder.status,
      purchase_units: [
        {
          payments: {
            captures: [
              { id: capture.id, amount: { value: capture.value, currency_code: capture.currency } },
            ],
          },
        },
      ],
      payer: {
        payer_id: providerOrder.payer?.id ?? null,
        email_address: providerOrder.payer?.email ?? null,
      },
    };
    const site = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute((tx) =>
      this.#markPaid.markPaid(site, tx, purchase.id, {
        fromState,
        payment,
        paidBy: 'PayPal',
        detail: { captureId: capture.id },
        capture: { attempt: attempt.id, id: capture.id },
      }),
    );
    if (providerOrder.refunds.length > 0)
      await this.#refunds.syncRefunds(purchase.id, providerOrder);
    const { state } = await getPurchase(this.#deps.db, purchase.id);
    return statesWithAccess.includes(state)
      ? 'paid'
      : state === 'suspended' || state === 'refunded'
        ? 'closed'
        : 'checking';
  }

  /** Settles by the provider's id; undefined where no order of ours has it. */
  async capturePaymentByProviderId(
    providerId: string,
  ): Promise<{ settled: PaymentStatus; purchaseId: number } | undefined> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    return (
      known && {
        settled: await this.capturePayment(known.attempt, known.purchase),
        purchaseId: known.purchase.id,
      }
    );
  }
}
