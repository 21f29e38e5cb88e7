import { Deliveries } from '../delivery/deliver.ts';
import type { OrderDeps } from '../deps.ts';
import { transferDays } from '../model.ts';
import { recordEvent, transitionOrder } from '../purchase.store.ts';
import { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import { listUnansweredRefunds } from '../refunds/refund.store.ts';
import { RefundRequests } from '../refunds/request-refund.ts';
import { PaymentCapture } from './capture.ts';
import { correctFutureTimes } from './claim.store.ts';
import {
  findAttemptByProviderId,
  findNewestAttempt,
  listDueAttempts,
  setNextPoll,
} from './payment-attempt.store.ts';
import {
  expirePendingOrders,
  expireTransferOrders,
  listMismatches,
  listUndeliveredOrders,
} from './reconcile.store.ts';
import { backoffMs, maxPollAgeMs, olderThan } from './timing.model.ts';
import { listUnprocessedEvents } from './webhook.store.ts';
import { PaymentWebhooks } from './webhook.ts';

/** After so many unclear answers in a row the provider counts as down until the next run. */
const maxUnclearAnswers = 5;

const dayMs = 86_400_000;

/** Finishes what buyers, webhooks and killed processes left unfinished. */
export class PaymentReconciler {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #paymentCapture: PaymentCapture;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #paymentWebhooks: PaymentWebhooks;
  readonly #refundRequests: RefundRequests;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
    this.#paymentCapture = new PaymentCapture(deps);
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#paymentWebhooks = new PaymentWebhooks(deps);
    this.#refundRequests = new RefundRequests(deps);
  }

  /**
   * Asks the provider about every unfinished attempt that is due: captures what was approved,
   * expires what lapsed, retries refunds, resumes what was interrupted. Runs at start and every
   * minute; claims keep it apart from buyers and webhooks.
   */
  async reconcilePayments(): Promise<void> {
    const now = this.#deps.clock().getTime();
    await correctFutureTimes(this.#deps.db, new Date(now));
    const isProviderUp = await this.#pollDueAttempts(new Date(now));
    if (isProviderUp) await this.#retryRefunds();
    await this.#resumeInterrupted();
    await this.#expireUnpaidOrders(now);
  }

  /** False where the provider stopped giving clear answers; the other attempts wait then. */
  async #pollDueAttempts(now: Date): Promise<boolean> {
    const createdAfter = new Date(now.getTime() - maxPollAgeMs);
    let unclearAnswers = 0;
    let lastId = 0;
    for (;;) {
      const attempts = await listDueAttempts(this.#deps.db, now, createdAfter, lastId);
      if (attempts.length === 0) return true;
      for (const { id, providerOrderId, pollCount } of attempts) {
        lastId = id;
        // The next poll is set before this one, so that an attempt that fails doesn't block others.
        const nextPollAt = new Date(this.#deps.clock().getTime() + backoffMs(pollCount));
        await setNextPoll(this.#deps.db, id, pollCount + 1, nextPollAt);
        if (!providerOrderId) continue;
        unclearAnswers = (await this.#pollAttempt(providerOrderId)) ? 0 : unclearAnswers + 1;
        if (unclearAnswers === maxUnclearAnswers) return false;
      }
    }
  }

  /** False where the provider gave no clear answer. */
  async #pollAttempt(providerId: string): Promise<boolean> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return true;
    const { attempt, purchase } = known;
    const providerOrder = await this.#deps.payments.getProviderOrder(providerId);
    if (providerOrder.kind === 'unknown') return false;
    const isUnpaid = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
    if (providerOrder.kind === 'missing' || providerOrder.status === 'VOIDED') {
      if (purchase.state === 'capturing')
        await this.#paymentCapture.abandonAttempt(attempt, purchase);
      else if (isUnpaid) await this.#expireLapsedOrder(attempt.id, purchase.id);
      return true;
    }
    const isApproved = providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED';
    if (isUnpaid && !isApproved) return true;
    return (await this.#paymentCapture.capturePayment(attempt, purchase)) !== 'checking';
  }

  /** An approval lapsed: the order expires where this is its newest attempt. */
  async #expireLapsedOrder(attemptId: number, purchaseId: number): Promise<void> {
    const newest = await findNewestAttempt(this.#deps.db, purchaseId);
    if (newest?.id !== attemptId) return;
    if (await transitionOrder(this.#deps.db, purchaseId, 'awaiting-approval', 'expired'))
      await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), { kind: 'expired' });
  }

  /** Refunds without an answer are requested again; mismatches that were refunded are closed. */
  async #retryRefunds(): Promise<void> {
    const requested = olderThan(5000, this.#deps.clock());
    for (const { id } of await listUnansweredRefunds(this.#deps.db, requested))
      await this.#refundRequests
        .requestRefund(id)
        .catch(this.#logError('a refund could not be requested'));
    for (const { id } of await listMismatches(this.#deps.db))
      await this.#paymentMismatches
        .closeMismatch(id)
        .catch(this.#logError('a payment mismatch could not be checked'));
  }

  /** Delivers what is paid and processes webhooks where a process was killed before it did. */
  async #resumeInterrupted(): Promise<void> {
    const span = olderThan(30_000, this.#deps.clock());
    for (const { id } of await listUndeliveredOrders(this.#deps.db, span))
      await this.#deliveries
        .deliverOrder(id)
        .catch(this.#logError('a paid order could not be delivered'));
    for (const { id } of await listUnprocessedEvents(this.#deps.db, span))
      await this.#paymentWebhooks
        .handleWebhook(id)
        .catch(this.#logError('a webhook could not be processed'));
  }

  /** After a day where the provider has no order, after transferDays for a bank transfer. */
  async #expireUnpaidOrders(now: number): Promise<void> {
    await expirePendingOrders(this.#deps.db, new Date(now - dayMs));
    const overdue = new Date(now - transferDays * dayMs);
    for (const { id } of await expireTransferOrders(this.#deps.db, overdue))
      await recordEvent(this.#deps.db, id, this.#deps.clock(), { kind: 'expired' });
  }

  /** For `catch`: one that fails is logged and doesn't block the others. */
  #logError(message: string) {
    return (error: unknown): void => this.#deps.log.error({ error: String(error) }, message);
  }
}
