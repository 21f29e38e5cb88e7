import { sql } from 'kysely';
import { toDecimalString } from '#core/kernel/money.model.ts';
import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { abandonAttempt, capturePayment } from './capture.ts';
import { deliverOrder } from '../delivery/download.ts';
import { closeMismatch } from '../refunds/payment-mismatch.ts';
import {
  statesWithAccess,
  maxPollAgeMs,
  formatOrderNumber,
  backoffMs,
  transferDays,
  type OrderState,
} from '../model.ts';
import { requestRefund } from '../refunds/refund.ts';
import {
  findAttemptByProviderId,
  listDueAttempts,
  transitionOrder,
  recordEvent,
} from '../purchase.store.ts';
import { handleWebhook, syncAttempt } from './webhook.ts';

/** So many unclear answers in a row say that the provider is away: the rest is asked in the next run. */
const maxUnclearAnswers = 5;

/**
 * Asks the provider about every unfinished attempt that is due: an approved order is captured, a lost answer is
 * found, a lapsed one expires, a refund without an answer is asked for again. Run at start and every minute; the claim keeps it apart from buyers and webhooks.
 */
export async function reconcilePayments(deps: Deps, orderDeps: OrderDeps): Promise<void> {
  const now = deps.clock();
  const createdAfter = new Date(now.getTime() - maxPollAgeMs);
  let unclearAnswers = 0;
  for (
    let attempts = await listDueAttempts(deps.db, now, createdAfter, 0);
    attempts.length > 0 && unclearAnswers < maxUnclearAnswers;
    attempts = await listDueAttempts(deps.db, now, createdAfter, attempts.at(-1)?.id ?? 0)
  ) {
    for (const { id, providerOrderId, pollCount } of attempts) {
      if (unclearAnswers === maxUnclearAnswers) break;
      // Each is put off before it is asked about, so that one that fails holds nobody up.
      const next = new Date(deps.clock().getTime() + backoffMs(pollCount));
      await deps.db
        .updateTable('paymentAttempt')
        .set({ pollCount: pollCount + 1, nextPollAt: next })
        .where('id', '=', id)
        .execute();
      if (providerOrderId)
        unclearAnswers = (await pollAttempt(deps, orderDeps, providerOrderId))
          ? 0
          : unclearAnswers + 1;
    }
  }
  if (unclearAnswers < maxUnclearAnswers)
    await retryRefunds(deps, orderDeps, new Date(now.getTime() - 5000));
  await resumeInterrupted(deps, orderDeps, new Date(now.getTime() - 30_000));
  await expireUnpaidOrders(deps, new Date(now.getTime() - 86_400_000));
}

const logError =
  (deps: Deps, message: string) =>
  (error: unknown): void =>
    deps.log.error({ error: String(error) }, message);

/** Refunds without an answer, and payments that are held: one that fails is told, and holds no other up. */
async function retryRefunds(deps: Deps, orderDeps: OrderDeps, before: Date): Promise<void> {
  for (const { id } of await deps.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'requested')
    .where('createdAt', '<', before)
    .orderBy('id')
    .limit(500)
    .execute())
    await requestRefund(deps, orderDeps, id).catch(
      logError(deps, 'a refund could not be asked for'),
    );
  for (const { id } of await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'mismatch')
    .limit(100)
    .execute())
    await closeMismatch(deps, orderDeps, id).catch(
      logError(deps, 'a held payment could not be looked at'),
    );
}

/** What a killed process left between two steps: paid and not delivered, heard and not handled. One that fails is told, and holds no other up. */
async function resumeInterrupted(deps: Deps, orderDeps: OrderDeps, before: Date): Promise<void> {
  for (const { id } of await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', [...statesWithAccess])
    .where('fulfilledAt', 'is', null)
    .where('paidAt', '<', before)
    .orderBy('id')
    .execute())
    await deliverOrder(deps, orderDeps, id).catch(
      logError(deps, 'an order that is paid could not be delivered'),
    );
  for (const { id } of await deps.db
    .selectFrom('webhookEvent')
    .select('id')
    .where('processedAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(500)
    .execute())
    await handleWebhook(deps, orderDeps, id).catch(
      logError(deps, 'a webhook could not be worked on'),
    );
}

/** False where the provider gave no clear answer. */
async function pollAttempt(deps: Deps, orderDeps: OrderDeps, providerId: string): Promise<boolean> {
  const known = await findAttemptByProviderId(deps.db, providerId);
  if (!known) return true;
  const { attempt, purchase } = known;
  const providerOrder = await deps.payments.getProviderOrder(providerId);
  if (providerOrder.kind === 'unknown') return false;
  const isGone = providerOrder.kind === 'missing' || providerOrder.status === 'VOIDED';
  const isUnpaid = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
  if (isGone && purchase.state === 'capturing')
    await abandonAttempt(deps, orderDeps, attempt, purchase);
  else if (isGone && isUnpaid) await expireLapsedOrder(deps, attempt.id, purchase.id);
  else if (
    !isGone &&
    (!isUnpaid || providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED')
  )
    return (await capturePayment(deps, orderDeps, attempt, purchase)) !== 'checking';
  return true;
}

/** An approval that lapsed: the order is over with its newest attempt alone, since the buyer may be at that one just now. */
async function expireLapsedOrder(deps: Deps, attemptId: number, purchaseId: number): Promise<void> {
  const newest = await deps.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .orderBy('attemptNumber', 'desc')
    .executeTakeFirst();
  if (
    newest?.id === attemptId &&
    (await transitionOrder(deps.db, purchaseId, 'awaiting-approval', 'expired'))
  )
    await recordEvent(deps.db, purchaseId, deps.clock(), 'expired');
}

/** An order that never reached the provider is over after a day, and one that waits for a transfer after sixty (`transferDays`). */
async function expireUnpaidOrders(deps: Deps, before: Date): Promise<void> {
  await deps.db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('placedAt', '<', before)
    .execute();
  const late = await deps.db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', new Date(before.getTime() - (transferDays - 1) * 86_400_000))
    .returning('id')
    .execute();
  for (const { id } of late) await recordEvent(deps.db, id, deps.clock(), 'expired');
}

/** Numbers that are left out after an older database was put back: the provider's books lag up to three hours. */
const spareOrderNumbers = 1000;

/** Where an older database was put back, the provider knows orders that ours has lost: their numbers, and the request ids made of them, are never given again. */
async function skipUsedOrderNumbers(
  deps: Deps,
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
    deps.db,
  );
}

/** A paid order whose capture the books list follows what became of the money since (a refund whose webhook was lost). False where the order was paid by another capture: that one is given back. */
async function syncPaidOrder(
  deps: Deps,
  orderDeps: OrderDeps,
  purchaseId: number,
  captureId: string,
): Promise<boolean> {
  const attempts = await deps.db
    .selectFrom('paymentAttempt')
    .select(['id', 'captureId'])
    .where('purchaseId', '=', purchaseId)
    .where('providerOrderId', 'is not', null)
    .execute();
  const isItsCapture = attempts.some((one) => one.captureId === captureId);
  for (const one of attempts)
    if (isItsCapture === (one.captureId === captureId))
      await syncAttempt(deps, orderDeps, one.id).catch(() => {});
  return isItsCapture;
}

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

/**
 * Holds the provider's books of 31 days against ours: at start and every night. A capture without a paid order is repaired by asking the provider again; what is left is
 * answered, kept in the order's history and logged for a person. Throws where the books could not be had.
 */
export async function reconcileTransactions(
  deps: Deps,
  orderDeps: OrderDeps,
): Promise<ReconciliationReport> {
  const now = deps.clock();
  const from = new Date(now.getTime() - 30.9 * 86_400_000);
  const transactions = await deps.payments.listTransactions(from, now);
  if (transactions.kind === 'unknown')
    throw new Error(`the provider's books could not be had: ${transactions.reason}`);
  await skipUsedOrderNumbers(deps, transactions.captures);
  const differences: TransactionDifference[] = [];
  let repaired = 0;
  for (const { captureId, customId, value, currency, status } of transactions.captures) {
    if (status !== 'S') continue;
    const order = /^\d{1,9}$/.test(customId ?? '')
      ? await deps.db
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
      !statesWithAccess.includes(order.state as OrderState) &&
      !['refunded', 'suspended'].includes(order.state)
    ) {
      for (const { id } of await deps.db
        .selectFrom('paymentAttempt')
        .select('id')
        .where('purchaseId', '=', order.id)
        .where('providerOrderId', 'is not', null)
        .execute())
        await syncAttempt(deps, orderDeps, id).catch(() => {});
      const { state } = await deps.db
        .selectFrom('purchase')
        .select('state')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      if (statesWithAccess.includes(state as OrderState)) repaired++;
      else say('captured and not paid');
    } else if (!(await syncPaidOrder(deps, orderDeps, order.id, captureId))) say('second payment');
  }
  const listed = new Set(transactions.captures.map(({ captureId }) => captureId));
  // The provider's books lag up to three hours.
  const ours = await deps.db
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
    deps.log.error(one, "the provider's books and ours differ: a person must look");
  return { captures: transactions.captures.length, differences, repaired };
}
