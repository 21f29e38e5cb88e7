import { deliverOrder } from '../delivery/deliver.ts';
import { maxPollAgeMs, backoffMs } from './timing.model.ts';
import { findAttemptByProviderId, listDueAttempts } from './payment-attempt.store.ts';
import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { abandonAttempt, capturePayment } from './capture.ts';

import { closeMismatch } from '../refunds/payment-mismatch.ts';
import { statesWithAccess, transferDays } from '../model.ts';
import { requestRefund } from '../refunds/refund.ts';
import { transitionOrder, recordEvent } from '../purchase.store.ts';
import { handleWebhook } from './webhook.ts';

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
