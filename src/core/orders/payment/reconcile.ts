import { takeFrom, workConcurrently } from '#core/kernel/concurrency.ts';
import type { BuyerCopies } from '../delivery/buyer-copies.ts';
import type { Deliveries } from '../delivery/deliver.ts';
import type { OrderDeps } from '../deps.ts';
import { addDays, startOfDay, toDay } from '#core/kernel/time-zone.model.ts';
import { transferDays } from '../model.ts';
import { recordEvent } from '../purchase.store.ts';
import type { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import { listDuePendingRefunds, listUnansweredRefunds } from '../refunds/refund.store.ts';
import type { RefundRequests } from '../refunds/request-refund.ts';
import type { SecondPayments } from '../refunds/second-payment.ts';
import { correctFutureTimes } from './claim.store.ts';
import type { AttemptPolls } from './poll-attempts.ts';
import {
  expirePendingOrders,
  expireTransferOrders,
  hasTransferOrders,
  listMismatches,
  listUndeliveredOrders,
} from './reconcile.store.ts';
import { olderThan, reconcilePauseMs } from './timing.model.ts';
import { listUnprocessedEvents } from './webhook.store.ts';
import type { PaymentWebhooks } from './webhook.ts';

/** Refunds and webhooks that the provider is asked about at once. */
const maxCallsAtOnce = 4;

const dayMs = 86_400_000;

/** Finishes what buyers, webhooks and killed processes left unfinished. */
export class PaymentReconciler {
  readonly #deps: OrderDeps;
  readonly #attemptPolls: AttemptPolls;
  readonly #buyerCopies: BuyerCopies;
  readonly #deliveries: Deliveries;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #paymentWebhooks: PaymentWebhooks;
  readonly #refundRequests: RefundRequests;
  readonly #secondPayments: SecondPayments;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly attemptPolls: AttemptPolls;
      readonly buyerCopies: BuyerCopies;
      readonly deliveries: Deliveries;
      readonly paymentMismatches: PaymentMismatches;
      readonly paymentWebhooks: PaymentWebhooks;
      readonly refundRequests: RefundRequests;
      readonly secondPayments: SecondPayments;
    },
  ) {
    this.#deps = deps;
    this.#attemptPolls = parts.attemptPolls;
    this.#buyerCopies = parts.buyerCopies;
    this.#deliveries = parts.deliveries;
    this.#paymentMismatches = parts.paymentMismatches;
    this.#paymentWebhooks = parts.paymentWebhooks;
    this.#refundRequests = parts.refundRequests;
    this.#secondPayments = parts.secondPayments;
  }

  /**
   * Asks the provider about every unfinished attempt and recent payment that is due: captures what
   * was approved, expires what lapsed, records refunds. Retries refunds, resumes what was
   * interrupted. Runs at start, a quarter of a minute after it ended, and every minute; claims keep
   * it apart from buyers and webhooks.
   */
  async reconcilePayments(): Promise<void> {
    const now = this.#deps.clock().getTime();
    await correctFutureTimes(this.#deps.db, new Date(now));
    const results = await Promise.allSettled([
      this.#askProvider(),
      this.#resumeInterrupted(),
      this.#expireUnpaidOrders(now),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    await this.#enqueueNextRun();
  }

  async #askProvider(): Promise<void> {
    if (await this.#attemptPolls.pollDueAttempts()) await this.#retryRefunds();
  }

  /** The clock's own schedule is as fine as a minute, which is all that a buyer should wait. */
  async #enqueueNextRun(): Promise<void> {
    const options = {
      delayMs: reconcilePauseMs,
      dedupeKey: 'orders.reconcile:next',
      queueName: 'orders.reconcile',
      maxAttempts: 1,
    };
    await this.#deps.db
      .transaction()
      .execute((tx) => this.#deps.enqueue(tx, 'orders.reconcile', {}, options));
  }

  /**
   * Refunds without an answer are requested again, and pending ones asked about; mismatches that
   * were refunded are closed.
   */
  async #retryRefunds(): Promise<void> {
    const requested = olderThan(5000, this.#deps.clock());
    await this.#forEach(await listUnansweredRefunds(this.#deps.db, requested), ({ id }) =>
      this.#refundRequests
        .requestRefund(id, false)
        .catch(this.#logError('a refund could not be requested')),
    );
    await this.#forEach(await listDuePendingRefunds(this.#deps.db, this.#deps.clock()), (refund) =>
      this.#refundRequests
        .checkPendingRefund(refund)
        .catch(this.#logError('a pending refund could not be checked')),
    );
    await this.#forEach(await listMismatches(this.#deps.db), ({ id }) =>
      this.#secondPayments
        .returnOrderPayment(id)
        .then(() => this.#paymentMismatches.closeMismatch(id))
        .catch(this.#logError('a payment mismatch could not be checked')),
    );
  }

  /**
   * Delivers what is paid and processes webhooks where a process was killed before it did; looks
   * again for files that were missing.
   */
  async #resumeInterrupted(): Promise<void> {
    const span = olderThan(30_000, this.#deps.clock());
    await this.#buyerCopies
      .findAgain()
      .catch(this.#logError('files that were missing could not be looked for'));
    for (const { id } of await listUndeliveredOrders(this.#deps.db, span))
      await this.#deliveries
        .deliverOrder(id)
        .catch(this.#logError('a paid order could not be delivered'));
    await this.#forEach(await listUnprocessedEvents(this.#deps.db, span), ({ id }) =>
      this.#paymentWebhooks
        .handleWebhook(id)
        .catch(this.#logError('a webhook could not be processed')),
    );
  }

  /** After a day where the provider has no order; a bank transfer when its last day is over. */
  async #expireUnpaidOrders(now: number): Promise<void> {
    await expirePendingOrders(this.#deps.db, new Date(now - dayMs));
    if (!(await hasTransferOrders(this.#deps.db, new Date(now - transferDays * dayMs)))) return;
    const { timeZone } = await this.#deps.getPublisher();
    const firstDay = addDays(toDay(new Date(now), timeZone), -transferDays);
    for (const { id } of await expireTransferOrders(this.#deps.db, startOfDay(firstDay, timeZone)))
      await recordEvent(this.#deps.db, id, this.#deps.clock(), { kind: 'expired' });
  }

  /** A few at once, so that one without an answer holds up no other. */
  #forEach<Row>(rows: readonly Row[], perform: (row: Row) => Promise<unknown>): Promise<void> {
    return workConcurrently<Row>({
      maxAtOnce: maxCallsAtOnce,
      take: takeFrom(rows),
      perform: async (row) => void (await perform(row)),
      retake: () => new Promise(() => {}),
    });
  }

  /** For `catch`: one that fails is logged and doesn't block the others. */
  #logError(message: string) {
    return (error: unknown): void => this.#deps.log.error({ error }, message);
  }
}
