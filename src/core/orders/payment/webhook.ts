import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Deps } from '#core/deps.ts';
import { capturePayment } from './capture.ts';
import type { OrderDeps } from '../deps.ts';
import { closeMismatch } from '../refunds/payment-mismatch.ts';
import { parseCents } from '../model.ts';
import { syncRefunds } from '../refunds/refund.ts';
import { recordEvent, getPurchase } from '../purchase.store.ts';

/**
 * A webhook is a poke: its signature over the raw bytes holds, its id is kept once, and the work is a job that exists with it. 400 for one
 * that is not the provider's. Order and number do not matter: the job asks the provider what is true.
 */
export async function receiveWebhook(
  deps: Deps,
  raw: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Outcome<undefined>> {
  const webhook = await deps.payments.verifyWebhook(raw, headers);
  if (webhook.kind === 'rejected') {
    deps.log.warn({ reason: webhook.reason }, 'a webhook was refused');
    return fail('malformed', 'This is not a webhook of the payment provider.');
  }
  const { eventId, type, orderId, captureId, dispute, at } = webhook;
  await deps.db.transaction().execute(async (tx) => {
    const fresh = await tx
      .insertInto('webhookEvent')
      .values({
        id: eventId,
        type,
        providerOrderId: orderId ?? null,
        captureId: captureId ?? null,
        dispute: dispute ?? null,
        occurredAt: at,
        receivedAt: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (fresh) await deps.enqueue(tx, 'orders.handleWebhook', { id: eventId });
  });
  return ok(undefined);
}

/** Does what a webhook pointed at. One of an unknown order is kept as such, for a person. */
export async function handleWebhook(
  deps: Deps,
  orderDeps: OrderDeps,
  eventId: string,
): Promise<void> {
  const event = await deps.db
    .selectFrom('webhookEvent')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event || event.processedAt) return;
  const attempt = await deps.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('providerOrderId', '=', event.providerOrderId ?? ''),
        eb('captureId', '=', event.captureId ?? ''),
      ]),
    )
    .executeTakeFirst();
  if (attempt) await syncAttempt(deps, orderDeps, attempt.id);
  else deps.log.warn({ event: eventId, type: event.type }, 'a webhook belongs to no order of ours');
  await deps.db
    .updateTable('webhookEvent')
    .set({ processedAt: deps.clock(), belongsToOrder: attempt !== undefined })
    .where('id', '=', eventId)
    .execute();
}

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
  const isRefunded = answer.kind === 'refunded';
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
