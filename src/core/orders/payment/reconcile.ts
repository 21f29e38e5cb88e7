import { Deliveries } from '../delivery/deliver.ts';
import { PaymentCapture } from './capture.ts';
import { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import { PaymentWebhooks } from './webhook.ts';
import { Refunds } from '../refunds/refund.ts';

import { maxPollAgeMs, backoffMs } from './timing.model.ts';
import { findAttemptByProviderId, listDueAttempts } from './payment-attempt.store.ts';
import type { OrderDeps } from '../deps.ts';
import { statesWithAccess, transferDays } from '../model.ts';
import { transitionOrder, recordEvent } from '../purchase.store.ts';

/** So many unclear answers in a row say that the provider is away: the rest is asked in the next run. */
const maxUnclearAnswers = 5;

export class PaymentReconciler {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #paymentCapture: PaymentCapture;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #paymentWebhooks: PaymentWebhooks;
  readonly #refunds: Refunds;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
    this.#paymentCapture = new PaymentCapture(deps);
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#paymentWebhooks = new PaymentWebhooks(deps);
    this.#refunds = new Refunds(deps);
  }

  /**
   * Asks the provider about every unfinished attempt that is due: an approved order is captured, a lost answer is
   * found, a lapsed one expires, a refund without an answer is asked for again. Run at start and every minute; the claim keeps it apart from buyers and webhooks.
   */
  async reconcilePayments(): Promise<void> {
    const now = this.#deps.clock();
    const createdAfter = new Date(now.getTime() - maxPollAgeMs);
    let unclearAnswers = 0;
    for (
      let attempts = await listDueAttempts(this.#deps.db, now, createdAfter, 0);
      attempts.length > 0 && unclearAnswers < maxUnclearAnswers;
      attempts = await listDueAttempts(this.#deps.db, now, createdAfter, attempts.at(-1)?.id ?? 0)
    ) {
      for (const { id, providerOrderId, pollCount } of attempts) {
        if (unclearAnswers === maxUnclearAnswers) break;
        // Each is put off before it is asked about, so that one that fails holds nobody up.
        const next = new Date(this.#deps.clock().getTime() + backoffMs(pollCount));
        await this.#deps.db
          .updateTable('paymentAttempt')
          .set({ pollCount: pollCount + 1, nextPollAt: next })
          .where('id', '=', id)
          .execute();
        if (providerOrderId)
          unclearAnswers = (await this.#pollAttempt(providerOrderId)) ? 0 : unclearAnswers + 1;
      }
    }
    if (unclearAnswers < maxUnclearAnswers)
      await this.#retryRefunds(new Date(now.getTime() - 5000));
    await this.#resumeInterrupted(new Date(now.getTime() - 30_000));
    await this.#expireUnpaidOrders(new Date(now.getTime() - 86_400_000));
  }

  #logError(message: string) {
    return (error: unknown): void => this.#deps.log.error({ error: String(error) }, message);
  }

  /** Refunds without an answer, and payments that are held: one that fails is told, and holds no other up. */
  async #retryRefunds(before: Date): Promise<void> {
    for (const { id } of await this.#deps.db
      .selectFrom('refund')
      .select('id')
      .where('state', '=', 'requested')
      .where('createdAt', '<', before)
      .orderBy('id')
      .limit(500)
      .execute())
      await this.#refunds
        .requestRefund(id)
        .catch(this.#logError('a refund could not be asked for'));
    for (const { id } of await this.#deps.db
      .selectFrom('purchase')
      .select('id')
      .where('state', '=', 'mismatch')
      .limit(100)
      .execute())
      await this.#paymentMismatches
        .closeMismatch(id)
        .catch(this.#logError('a held payment could not be looked at'));
  }

  /** What a killed process left between two steps: paid and not delivered, heard and not handled. One that fails is told, and holds no other up. */
  async #resumeInterrupted(before: Date): Promise<void> {
    for (const { id } of await this.#deps.db
      .selectFrom('purchase')
      .select('id')
      .where('state', 'in', [...statesWithAccess])
      .where('fulfilledAt', 'is', null)
      .where('paidAt', '<', before)
      .orderBy('id')
      .execute())
      await this.#deliveries
        .deliverOrder(id)
        .catch(this.#logError('an order that is paid could not be delivered'));
    for (const { id } of await this.#deps.db
      .selectFrom('webhookEvent')
      .select('id')
      .where('processedAt', 'is', null)
      .where('receivedAt', '<', before)
      .orderBy('receivedAt')
      .limit(500)
      .execute())
      await this.#paymentWebhooks
        .handleWebhook(id)
        .catch(this.#logError('a webhook could not be worked on'));
  }

  /** False where the provider gave no clear answer. */
  async #pollAttempt(providerId: string): Promise<boolean> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return true;
    const { attempt, purchase } = known;
    const providerOrder = await this.#deps.payments.getProviderOrder(providerId);
    if (providerOrder.kind === 'unknown') return false;
    const isGone = providerOrder.kind === 'missing' || providerOrder.status === 'VOIDED';
    const isUnpaid = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
    if (isGone && purchase.state === 'capturing')
      await this.#paymentCapture.abandonAttempt(attempt, purchase);
    else if (isGone && isUnpaid) await this.#expireLapsedOrder(attempt.id, purchase.id);
    else if (
      !isGone &&
      (!isUnpaid || providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED')
    )
      return (await this.#paymentCapture.capturePayment(attempt, purchase)) !== 'checking';
    return true;
  }

  /** An approval that lapsed: the order is over with its newest attempt alone, since the buyer may be at that one just now. */
  async #expireLapsedOrder(attemptId: number, purchaseId: number): Promise<void> {
    const newest = await this.#deps.db
      .selectFrom('paymentAttempt')
      .select('id')
      .where('purchaseId', '=', purchaseId)
      .orderBy('attemptNumber', 'desc')
      .executeTakeFirst();
    if (
      newest?.id === attemptId &&
      (await transitionOrder(this.#deps.db, purchaseId, 'awaiting-approval', 'expired'))
    )
      await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), 'expired');
  }

  /** An order that never reached the provider is over after a day, and one that waits for a transfer after sixty (`transferDays`). */
  async #expireUnpaidOrders(before: Date): Promise<void> {
    await this.#deps.db
      .updateTable('purchase')
      .set({ state: 'expired' })
      .where('state', '=', 'pending')
      .where('placedAt', '<', before)
      .execute();
    const late = await this.#deps.db
      .updateTable('purchase')
      .set({ state: 'expired' })
      .where('state', '=', 'awaiting-transfer')
      .where('placedAt', '<', new Date(before.getTime() - (transferDays - 1) * 86_400_000))
      .returning('id')
      .execute();
    for (const { id } of late) await recordEvent(this.#deps.db, id, this.#deps.clock(), 'expired');
  }
}
