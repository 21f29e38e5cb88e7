import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { capturePayment } from './capture.ts';
import { getPurchase, recordEvent } from '../purchase.store.ts';
import { closeMismatch } from '../refunds/payment-mismatch.ts';
import { syncRefunds } from '../refunds/refund.ts';
import { parseCents } from '#core/kernel/money.ts';
/** Brings ours up to what the provider keeps of one attempt. Throws where it gave no clear answer, so that the job comes again. */
export async function syncAttempt(
  deps: Deps,
  orderDeps: OrderDeps,
  attemptId: number,
): Promise<void> {
  const attempt = await deps.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const providerOrder = await deps.payments.getProviderOrder(String(attempt.providerOrderId));
  if (providerOrder.kind === 'unknown')
    throw new Error(`the provider gave no clear answer: ${providerOrder.reason}`);
  if (providerOrder.kind === 'missing') return;
  const hasCapture = providerOrder.captures.some(
    ({ status }) => status !== 'DECLINED' && status !== 'DENIED',
  );
  if (hasCapture || providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED')
    await capturePayment(deps, orderDeps, attempt, await getPurchase(deps.db, attempt.purchaseId));
  const order = await getPurchase(deps.db, attempt.purchaseId);
  if (order.state === 'mismatch') return closeMismatch(deps, orderDeps, order.id);
  const current = await deps.db
    .selectFrom('paymentAttempt')
    .select('captureId')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (current.captureId) return syncRefunds(deps, orderDeps, order.id, providerOrder);
  const secondCapture = providerOrder.captures.find(({ status }) => status === 'COMPLETED');
  const firstCapture =
    secondCapture &&
    (await deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', order.id)
      .where('captureId', 'is not', null)
      .executeTakeFirst());
  if (!secondCapture || !firstCapture || firstCapture.captureId === secondCapture.id) return;
  // The order is paid by another attempt: this money goes back by itself.
  const answer = await deps.payments.refundCapture(
    secondCapture.id,
    `r-${secondCapture.id}`,
    parseCents(secondCapture.value),
    secondCapture.currency,
  );
  if (answer.kind === 'unknown')
    throw new Error(`a second payment could not be given back: ${answer.reason}`);
  const isRefunded = answer.kind === 'done';
  await recordEvent(
    deps.db,
    order.id,
    deps.clock(),
    isRefunded ? 'second-payment-refunded' : 'second-payment-not-refunded',
    { captureId: secondCapture.id, ...(isRefunded ? {} : { issue: answer.issue }) },
  );
  deps.log.error(
    { order: order.number, capture: secondCapture.id },
    isRefunded
      ? 'an order was paid twice: the second payment was given back'
      : 'an order was paid twice, and the second payment could not be given back: a person must',
  );
}
