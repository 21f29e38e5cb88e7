import type { Actor } from '#core/kernel/audit.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { BuyerCopies } from '../delivery/buyer-copies.ts';
import type { Deliveries } from '../delivery/deliver.ts';
import type { OrderDeps } from '../deps.ts';
import { hasAccess, type OrderState } from '../order-states.model.ts';
import { listProviderAttempts } from '../payment/payment-attempt.store.ts';
import type { TransactionReconciler } from '../payment/reconcile-transactions.ts';
import type { ReconciliationReport } from '../payment/reconciliation.model.ts';
import type { AttemptSync } from '../payment/sync-attempt.ts';
import { findPurchaseByNumber, getPurchase, type Purchase } from '../purchase.store.ts';
import { listUnansweredRefundsOf } from '../refunds/refund.store.ts';
import type { RefundRequests } from '../refunds/request-refund.ts';
import { orderAttempt } from './order-attempt.ts';

/** Brings orders up to what the payment provider knows, when a member of staff asks for it. */
export class SyncOrders {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;
  readonly #buyerCopies: BuyerCopies;
  readonly #deliveries: Deliveries;
  readonly #reconciler: TransactionReconciler;
  readonly #refundRequests: RefundRequests;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly attemptSync: AttemptSync;
      readonly buyerCopies: BuyerCopies;
      readonly deliveries: Deliveries;
      readonly transactionReconciler: TransactionReconciler;
      readonly refundRequests: RefundRequests;
    },
  ) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
    this.#buyerCopies = parts.buyerCopies;
    this.#deliveries = parts.deliveries;
    this.#reconciler = parts.transactionReconciler;
    this.#refundRequests = parts.refundRequests;
  }

  /**
   * Asks the provider about all payments and refunds of an order now, as the reconciler would, and
   * queues a delivery that is due. Looks again for files that were missing. Answers the order's
   * state. `forbidden`, `not-found`, `provider-failed` without a clear answer: the reconciler
   * continues. `unavailable` while a file is missing, which the sentence names.
   */
  async syncOrder(actor: Actor, number: string): Promise<Outcome<{ state: OrderState }>> {
    const attempt = orderAttempt('order.reconcile', number);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const order = await findPurchaseByNumber(this.#deps.db, number);
    if (!order) return fail('not-found', 'There is no such order.');
    const isClear = await this.#askProvider(order);
    const missing = await this.#buyerCopies.findAgain(order.id);
    const { state } = await getPurchase(this.#deps.db, order.id);
    await this.#deps.db.transaction().execute(async (tx) => {
      if (hasAccess(state) && order.fulfilledAt === null)
        await this.#deliveries.enqueueDelivery(tx, order.id);
      const change = { before: { state: order.state }, after: { state, isClear } };
      await this.#deps.audit.record(tx, { ...attempt, actor, change });
    });
    if (missing.length > 0)
      return fail('unavailable', `${missing.join(' ')} Put it back, or upload it again.`);
    return isClear
      ? ok({ state })
      : fail('provider-failed', 'The payment provider gave no clear answer. We keep asking.');
  }

  /**
   * Compares the provider's transactions of 31 days with the orders. `forbidden`,
   * `provider-failed`.
   */
  async reconcileTransactions(actor: Actor): Promise<Outcome<ReconciliationReport>> {
    const attempt = { verb: 'order.reconcile', thing: { kind: 'orders', id: 'all' } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const report = await this.#reconciler.compareTransactions();
    if (!report.ok) return report;
    const { captures, repaired, differences } = report.value;
    const after = { captures, repaired, differences: differences.length };
    await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, change: { after } });
    return report;
  }

  /** False if the provider gave no clear answer about one of them. */
  async #askProvider({ id, number }: Purchase): Promise<boolean> {
    let isClear = true;
    const logUnclear = (error: unknown): void => {
      isClear = false;
      this.#deps.log.warn({ order: number, error }, 'a payment could not be checked for staff');
    };
    for (const attempt of await listProviderAttempts(this.#deps.db, id))
      await this.#attemptSync.syncAttempt(attempt.id).catch(logUnclear);
    for (const refund of await listUnansweredRefundsOf(this.#deps.db, id)) {
      const outcome = await this.#refundRequests.requestRefund(refund.id, false);
      if (!outcome.ok && outcome.code === 'provider-failed') isClear = false;
    }
    return isClear;
  }
}
