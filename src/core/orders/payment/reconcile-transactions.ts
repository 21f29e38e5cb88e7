import { hasAccess } from '../order-states.model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPurchase, getPurchase } from '../purchase.store.ts';
import { listProviderAttempts } from './payment-attempt.store.ts';
import type { ProviderTransaction } from './provider.ts';
import type { ReconciliationReport, TransactionDifference } from './reconciliation.model.ts';
import { listPaidCaptures, skipOrderNumbers } from './reconcile-transactions.store.ts';
import { AttemptSync } from './sync-attempt.ts';

/** Order numbers left out after an older database was restored: the provider's list is late. */
const spareOrderNumbers = 1000;

/** The provider's list of transactions is up to three hours late. Milliseconds. */
const listDelayMs = 3 * 3_600_000;

/** A little under the 31 days that the provider lists at once. Milliseconds. */
const periodMs = 30.9 * 86_400_000;

/** Compares the provider's list of transactions with our orders. */
export class TransactionReconciler {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#attemptSync = new AttemptSync(deps);
  }

  /** The same by itself, at start and every night. Throws where the provider gave no list. */
  async reconcileTransactions(): Promise<ReconciliationReport> {
    const outcome = await this.compareTransactions();
    if (outcome.ok) return outcome.value;
    throw new Error(outcome.message);
  }

  /**
   * Compares the last 31 days. An order whose capture we missed becomes paid; every other difference
   * is answered and logged for a person. `provider-failed` where the provider gave no list.
   */
  async compareTransactions(): Promise<Outcome<ReconciliationReport>> {
    const now = this.#deps.clock().getTime();
    const from = new Date(now - periodMs);
    const transactions = await this.#deps.payments.listTransactions(from, new Date(now));
    if (transactions.kind === 'unknown')
      return fail(
        'provider-failed',
        `The payment provider listed no transactions: ${transactions.reason}`,
      );
    const { captures } = transactions;
    await this.#skipUsedOrderNumbers(captures);
    const differences: TransactionDifference[] = [];
    let repaired = 0;
    for (const transaction of captures.filter(({ status }) => status === 'S')) {
      const result = await this.#checkTransaction(transaction);
      if (result === 'repaired') repaired++;
      else if (result !== 'same') differences.push(result);
    }
    const listed = new Set(captures.map(({ captureId }) => captureId));
    const paid = await listPaidCaptures(this.#deps.db, from, new Date(now - listDelayMs));
    for (const { captureId, number } of paid)
      if (captureId && !listed.has(captureId))
        differences.push({ captureId, orderNumber: number, kind: 'paid and not captured' });
    for (const difference of differences)
      this.#deps.log.error(
        difference,
        'a transaction of the payment provider differs from our orders: a person must look',
      );
    return ok({ captures: captures.length, differences, repaired });
  }

  async #checkTransaction({
    captureId,
    customId,
    value,
    currency,
  }: ProviderTransaction): Promise<TransactionDifference | 'same' | 'repaired'> {
    const order = /^\d{1,9}$/.test(customId ?? '')
      ? await findPurchase(this.#deps.db, Number(customId))
      : undefined;
    if (!order) return { captureId, orderNumber: undefined, kind: 'unknown order' };
    const { id, number: orderNumber, state } = order;
    if (value !== toDecimalString(order.priceCents, order.currency) || currency !== order.currency)
      return { captureId, orderNumber, kind: 'other amount' };
    if (hasAccess(state) || state === 'refunded' || state === 'suspended')
      return (await this.#syncPaidOrder(id, captureId))
        ? 'same'
        : { captureId, orderNumber, kind: 'second payment' };
    for (const attempt of await listProviderAttempts(this.#deps.db, id))
      await this.#syncAttempt(attempt.id);
    return hasAccess((await getPurchase(this.#deps.db, id)).state)
      ? 'repaired'
      : { captureId, orderNumber, kind: 'captured and not paid' };
  }

  /**
   * Records refunds whose webhook was lost. False where another capture paid the order: this one is
   * refunded as a second payment.
   */
  async #syncPaidOrder(purchaseId: number, captureId: string): Promise<boolean> {
    const attempts = await listProviderAttempts(this.#deps.db, purchaseId);
    const paidAttempts = attempts.filter((attempt) => attempt.captureId === captureId);
    const otherAttempts = attempts.filter((attempt) => attempt.captureId !== captureId);
    const isPaidByCapture = paidAttempts.length > 0;
    for (const { id } of isPaidByCapture ? paidAttempts : otherAttempts)
      await this.#syncAttempt(id);
    return isPaidByCapture;
  }

  /** Without a clear answer the difference remains, and is reported. */
  async #syncAttempt(id: number): Promise<void> {
    await this.#attemptSync
      .syncAttempt(id)
      .catch((error: unknown) =>
        this.#deps.log.error({ attemptId: id, error }, 'a payment attempt could not be synced'),
      );
  }

  /**
   * After an older database was restored the provider knows orders that we lost: their numbers, and
   * the request ids derived from them, are not used again.
   */
  async #skipUsedOrderNumbers(transactions: readonly ProviderTransaction[]): Promise<void> {
    const ids = transactions
      .map(({ customId, invoiceId = '' }) => ({ id: Number(customId), invoiceId }))
      .filter(
        ({ id, invoiceId }) =>
          Number.isSafeInteger(id) &&
          id > 0 &&
          id < 2 ** 30 &&
          Number(/\d+$/.exec(invoiceId)?.[0]) === id,
      )
      .map(({ id }) => id);
    const highest = Math.max(0, ...ids);
    await skipOrderNumbers(this.#deps.db, highest, highest + spareOrderNumbers);
  }
}
