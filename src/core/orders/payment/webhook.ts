import { syncAttempt } from './sync-attempt.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';

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
  if (webhook.kind === 'refused') {
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
