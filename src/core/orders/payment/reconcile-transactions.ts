import { toYear } from '#core/kernel/time-zone.model.ts';
import { hasAccess } from '../order-states.model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase } from '../purchase.store.ts';
import type { LostWebhooks } from './lost-webhooks.ts';
import { recordListReading } from './list-reading.store.ts';
import {
  findAttemptOfEvent,
  listProviderAttempts,
  restoreAttempt,
} from './payment-attempt.store.ts';
import { findPaymentOwner, type PaymentOwner } from './payment-owner.store.ts';
import {
  closeGoneDifferences,
  findDifference,
  hasRecentLoss,
  keepDifference,
  skipDocumentNumbers,
} from './payment-difference.store.ts';
import type { ListLimits, ProviderTransaction } from './provider.ts';
import type { ReconciliationReport, TransactionDifference } from './reconciliation.model.ts';
import {
  findPurchaseId,
  listPaidCaptures,
  skipOrderNumbers,
} from './reconcile-transactions.store.ts';
import type { AttemptSync } from './sync-attempt.ts';

/** Order numbers left out after an older database was restored: the provider's list is late. */
const spareOrderNumbers = 1000;

/**
 * Numbers of documents that are left out then: bank transfers and refunds are in no list of ours.
 */
const spareDocumentNumbers = 100;

const dayMs = 86_400_000;

/** The provider's list of transactions is up to three hours late. Milliseconds. */
const listDelayMs = 3 * 3_600_000;

/** A little under the 31 days that the provider lists at once. Milliseconds. */
const periodMs = 30.9 * 86_400_000;

/** Compares the provider's list of transactions with our orders. */
export class TransactionReconciler {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;
  readonly #lostWebhooks: LostWebhooks;

  constructor(
    deps: OrderDeps,
    parts: { readonly attemptSync: AttemptSync; readonly lostWebhooks: LostWebhooks },
  ) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
    this.#lostWebhooks = parts.lostWebhooks;
  }

  /** The same by itself, at start and every night. Throws if the provider gave no list. */
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
    await this.#lostWebhooks.followListedRefunds(transactions.refunds);
    const { numbering, timeZone } = await this.#deps.getPublisher();
    const payments = await this.#findOwners(transactions.captures, numbering.order);
    await this.#skipUsedNumbers(payments, timeZone);
    const { differences, repaired, listedIds } = await this.#comparePayments(
      payments,
      transactions,
    );
    if (transactions.isWhole)
      differences.push(...(await this.#findUnlisted(listedIds, from, new Date(now - listDelayMs))));
    const open = await this.#keepDifferences(differences, { payments, listedIds });
    const foreign = payments.flatMap(({ captureId, owner }) =>
      owner.kind === 'foreign' ? [{ captureId, orderNumber: owner.order?.number }] : [],
    );
    const { unreadable, isWhole } = transactions;
    await recordListReading(this.#deps.db, {
      list: 'transactions',
      readAt: new Date(now),
      entries: payments.length,
      foreignEntries: foreign.length,
      unreadable,
      isWhole,
    });
    return ok({
      captures: payments.length,
      differences: open,
      repaired,
      foreign: foreign.length,
      namesakes: foreign.flatMap(({ captureId, orderNumber }) =>
        orderNumber === undefined ? [] : [{ captureId, orderNumber }],
      ),
      unreadable,
      isWhole,
    });
  }

  async #comparePayments(payments: readonly OwnedPayment[], { unreadable }: ListLimits) {
    const differences: TransactionDifference[] = [];
    let repaired = 0;
    for (const payment of payments.filter(isTaken)) {
      const result = await this.#checkPayment(payment);
      if (result === 'repaired') repaired++;
      else if (result !== 'same') differences.push(result);
    }
    const listedIds = [...payments.map(({ captureId }) => captureId), ...unreadable];
    return { differences, repaired, listedIds };
  }

  /** Payments of ours that the provider does not list. */
  async #findUnlisted(
    listedIds: readonly string[],
    from: Date,
    to: Date,
  ): Promise<TransactionDifference[]> {
    const listed = new Set(listedIds);
    return (await listPaidCaptures(this.#deps.db, from, to)).flatMap(({ captureId, number }) =>
      captureId && !listed.has(captureId)
        ? [{ captureId, orderNumber: number, kind: 'paid and not captured' as const }]
        : [],
    );
  }

  /**
   * Differences wait for staff until they are gone; each is logged once. Answers those that wait.
   */
  async #keepDifferences(
    differences: readonly TransactionDifference[],
    { payments, listedIds }: { payments: readonly OwnedPayment[]; listedIds: readonly string[] },
  ): Promise<TransactionDifference[]> {
    const now = this.#deps.clock();
    const byId = new Map(payments.map((payment) => [payment.captureId, payment]));
    return this.#deps.db.transaction().execute(async (tx) => {
      const open: TransactionDifference[] = [];
      for (const difference of differences) {
        const { value, currency, at, owner } = byId.get(difference.captureId) ?? {};
        const order = owner?.kind === 'order' ? owner.order : undefined;
        const purchaseId = order?.id ?? (await findPurchaseId(tx, difference.orderNumber));
        const kept = await keepDifference(
          tx,
          { ...difference, purchaseId, amount: value, currency, capturedAt: at },
          now,
        );
        if (kept === 'new')
          this.#deps.log.error(
            difference,
            'a transaction of the payment provider differs from our orders: a person must look',
          );
        if (kept !== 'settled') open.push(difference);
      }
      await closeGoneDifferences(tx, listedIds, differences, now);
      return open;
    });
  }

  /** Whose each payment is, the oldest first: documents get their numbers in this order. */
  async #findOwners(
    captures: readonly ProviderTransaction[],
    numberFormat: string,
  ): Promise<OwnedPayment[]> {
    const payments: OwnedPayment[] = [];
    for (const capture of captures) {
      const owner = await findPaymentOwner(this.#deps.db, capture, numberFormat);
      payments.push({ ...capture, owner });
    }
    const time = ({ at }: OwnedPayment) => at?.getTime() ?? 0;
    return payments.toSorted((a, b) => time(a) - time(b));
  }

  async #checkPayment({
    captureId,
    value,
    currency,
    owner,
  }: OwnedPayment): Promise<TransactionDifference | 'same' | 'repaired'> {
    if (owner.kind === 'foreign') return 'same';
    if (owner.kind === 'lost')
      return (await this.#isRefunded(captureId))
        ? 'same'
        : { captureId, orderNumber: undefined, kind: 'unknown order' };
    const { id, number: orderNumber, priceCents, state: stateBefore } = owner.order;
    if (
      value !== toDecimalString(priceCents, owner.order.currency) ||
      currency !== owner.order.currency
    )
      return { captureId, orderNumber, kind: 'other amount' };
    const attempt = await this.#syncPayment(id, captureId);
    const { state } = await getPurchase(this.#deps.db, id);
    const isPaid = hasAccess(state) || state === 'refunded' || state === 'suspended';
    if (!isPaid) return { captureId, orderNumber, kind: 'captured and not paid' };
    if (attempt?.captureId !== captureId) return { captureId, orderNumber, kind: 'second payment' };
    return stateBefore === state || hasAccess(stateBefore) ? 'same' : 'repaired';
  }

  /**
   * Asks the provider about the attempt that brought the payment: its order becomes paid, refunds
   * whose webhook was lost are recorded, a second payment is refunded. An attempt that the database
   * lost is written again.
   */
  async #syncPayment(purchaseId: number, captureId: string) {
    const findAttempt = () => findAttemptOfEvent(this.#deps.db, { captureId });
    const known = await findAttempt();
    if (known) await this.#syncAttempt(known.id);
    else
      for (const { id } of await listProviderAttempts(this.#deps.db, purchaseId))
        await this.#syncAttempt(id);
    if (!(await findAttempt())) await this.#restoreAttempt(purchaseId, captureId);
    return findAttempt();
  }

  async #restoreAttempt(purchaseId: number, captureId: string): Promise<void> {
    const found = await this.#deps.payments.findOrderOfCapture(captureId);
    if (found.kind !== 'found') return;
    const { providerId } = found;
    const id = await this.#deps.db
      .transaction()
      .execute((tx) => restoreAttempt(tx, { purchaseId, providerId, now: this.#deps.clock() }));
    if (id !== undefined) await this.#syncAttempt(id);
  }

  /** Without a clear answer the difference remains, and is reported. */
  async #syncAttempt(id: number): Promise<void> {
    await this.#attemptSync
      .syncAttempt(id)
      .catch((error: unknown) =>
        this.#deps.log.error({ attemptId: id, error }, 'a payment attempt could not be synced'),
      );
  }

  /** True if the buyer of a lost order has all of the money back already. */
  async #isRefunded(captureId: string): Promise<boolean> {
    const found = await this.#deps.payments.findOrderOfCapture(captureId);
    return (
      found.kind === 'found' &&
      found.captures.some(({ id, status }) => id === captureId && status === 'REFUNDED')
    );
  }

  /**
   * After an older database was restored: the numbers of the orders that it lost, and of their
   * documents, are not used again. What else was issued in the lost time nobody knows, so that some
   * more are left out, once.
   */
  async #skipUsedNumbers(payments: readonly OwnedPayment[], timeZone: string): Promise<void> {
    const { db } = this.#deps;
    const lost: { readonly id: number; readonly year: number }[] = [];
    const now = this.#deps.clock();
    for (const { captureId, owner, at = now } of payments)
      if (owner.kind === 'lost' && !(await findDifference(db, captureId, 'unknown order')))
        lost.push({ id: owner.id, year: toYear(at, timeZone) });
    const highest = Math.max(0, ...lost.map(({ id }) => id));
    await skipOrderNumbers(db, highest, highest + spareOrderNumbers);
    if (lost.length === 0) return;
    await db.transaction().execute(async (tx) => {
      const isKnownLoss = await hasRecentLoss(tx, new Date(now.getTime() - dayMs));
      for (const year of new Set(lost.map((order) => order.year))) {
        const count = lost.filter((order) => order.year === year).length;
        await skipDocumentNumbers(tx, year, count + (isKnownLoss ? 0 : spareDocumentNumbers));
      }
    });
  }
}

type OwnedPayment = ProviderTransaction & { readonly owner: PaymentOwner };

/** Neither pending nor denied; of a refunded one the provider is asked for the refund. */
const isTaken = ({ status }: OwnedPayment): boolean => status !== 'P' && status !== 'D';
