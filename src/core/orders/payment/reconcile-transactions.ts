import { AttemptSync } from './sync-attempt.ts';
import type { OrderDeps } from '../deps.ts';
import { toDecimalString } from '#core/kernel/money.ts';
import { statesWithAccess, formatOrderNumber } from '../model.ts';
import { sql } from 'kysely';

export type TransactionDifference = {
  readonly captureId: string;
  readonly orderNumber: string | undefined;
  readonly kind:
    | 'unknown order'
    | 'captured and not paid'
    | 'other amount'
    | 'paid and not captured'
    | 'second payment';
};

export type ReconciliationReport = {
  readonly captures: number;
  readonly differences: readonly TransactionDifference[];
  readonly repaired: number;
};

/** Numbers that are left out after an older database was put back: the provider's books lag up to three hours. */
const spareOrderNumbers = 1000;

export class TransactionReconciler {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#attemptSync = new AttemptSync(deps);
  }

  /**
   * Holds the provider's books of 31 days against ours: at start and every night. A capture without a paid order is repaired by asking the provider again; what is left is
   * answered, kept in the order's history and logged for a person. Throws where the books could not be had.
   */
  async reconcileTransactions(): Promise<ReconciliationReport> {
    const now = this.#deps.clock();
    const from = new Date(now.getTime() - 30.9 * 86_400_000);
    const transactions = await this.#deps.payments.listTransactions(from, now);
    if (transactions.kind === 'unknown')
      throw new Error(`the provider's books could not be had: ${transactions.reason}`);
    await this.#skipUsedOrderNumbers(transactions.captures);
    const differences: TransactionDifference[] = [];
    let repaired = 0;
    for (const { captureId, customId, value, currency, status } of transactions.captures) {
      if (status !== 'S') continue;
      const order = /^\d{1,9}$/.test(customId ?? '')
        ? await this.#deps.db
            .selectFrom('purchase')
            .selectAll()
            .where('id', '=', Number(customId))
            .executeTakeFirst()
        : undefined;
      const say = (kind: TransactionDifference['kind']): void =>
        void differences.push({ captureId, orderNumber: order?.number ?? undefined, kind });
      if (!order) say('unknown order');
      else if (value !== toDecimalString(order.priceCents) || currency !== order.currency)
        say('other amount');
      else if (
        !statesWithAccess.includes(order.state) &&
        !['refunded', 'suspended'].includes(order.state)
      ) {
        for (const { id } of await this.#deps.db
          .selectFrom('paymentAttempt')
          .select('id')
          .where('purchaseId', '=', order.id)
          .where('providerOrderId', 'is not', null)
          .execute())
          await this.#attemptSync.syncAttempt(id).catch(() => {});
        const { state } = await this.#deps.db
          .selectFrom('purchase')
          .select('state')
          .where('id', '=', order.id)
          .executeTakeFirstOrThrow();
        if (statesWithAccess.includes(state)) repaired++;
        else say('captured and not paid');
      } else if (!(await this.#syncPaidOrder(order.id, captureId))) say('second payment');
    }
    const listed = new Set(transactions.captures.map(({ captureId }) => captureId));
    // The provider's books lag up to three hours.
    const ours = await this.#deps.db
      .selectFrom('paymentAttempt')
      .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
      .select(['captureId', 'purchase.number'])
      .where('captureId', 'is not', null)
      .where('paidAt', '>', from)
      .where('paidAt', '<', new Date(now.getTime() - 3 * 3_600_000))
      .execute();
    for (const { captureId, number } of ours)
      if (captureId && !listed.has(captureId))
        differences.push({
          captureId,
          orderNumber: number ?? undefined,
          kind: 'paid and not captured',
        });
    for (const one of differences)
      this.#deps.log.error(one, "the provider's books and ours differ: a person must look");
    return { captures: transactions.captures.length, differences, repaired };
  }

  /** A paid order whose capture the books list follows what became of the money since (a refund whose webhook was lost). False where the order was paid by another capture: that one is given back. */
  async #syncPaidOrder(purchaseId: number, captureId: string): Promise<boolean> {
    const attempts = await this.#deps.db
      .selectFrom('paymentAttempt')
      .select(['id', 'captureId'])
      .where('purchaseId', '=', purchaseId)
      .where('providerOrderId', 'is not', null)
      .execute();
    const isItsCapture = attempts.some((one) => one.captureId === captureId);
    for (const one of attempts)
      if (isItsCapture === (one.captureId === captureId))
        await this.#attemptSync.syncAttempt(one.id).catch(() => {});
    return isItsCapture;
  }

  /** Where an older database was put back, the provider knows orders that ours has lost: their numbers, and the request ids made of them, are never given again. */
  async #skipUsedOrderNumbers(
    transactions: readonly {
      readonly customId: string | undefined;
      readonly invoiceId: string | undefined;
    }[],
  ): Promise<void> {
    const ours = transactions
      .map(({ customId, invoiceId }) => ({ id: Number(customId), invoiceId }))
      .filter(
        ({ id, invoiceId }) =>
          Number.isSafeInteger(id) && id > 0 && id < 2 ** 30 && invoiceId === formatOrderNumber(id),
      );
    const highest = Math.max(0, ...ours.map(({ id }) => id));
    await sql`select setval('purchase_id_seq', ${highest + spareOrderNumbers}) where ${highest} > coalesce((select last_value from pg_sequences where schemaname = current_schema and sequencename = 'purchase_id_seq'), 0)`.execute(
      this.#deps.db,
    );
  }
}
