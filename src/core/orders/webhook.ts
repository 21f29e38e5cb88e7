import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { World } from '../world.ts';
import { settle } from './capture.ts';
import type { Asked } from './asked.ts';
import { closeHeld } from './held.ts';
import { centsOf } from './model.ts';
import { takeRefunds } from './refund.ts';
import { note, purchaseOf } from './store.ts';

/**
 * A webhook is a poke: its signature over the raw bytes holds, its id is kept once, and the work is a job that exists with it. 400 for one
 * that is not the provider's. Order and number do not matter: the job asks the provider what is true.
 */
export async function hearWebhook(
  world: World,
  raw: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Outcome<undefined>> {
  const heard = await world.payments.hear(raw, headers);
  if (heard.kind === 'refused') {
    world.log.warn({ reason: heard.reason }, 'a webhook was refused');
    return refuse(400, 'This is not a webhook of the payment provider.');
  }
  const { eventId, type, orderId, captureId, dispute, at } = heard;
  await world.db.transaction().execute(async (tx) => {
    const fresh = await tx
      .insertInto('webhookEvent')
      .values({
        id: eventId,
        type,
        orderId: orderId ?? null,
        captureId: captureId ?? null,
        dispute: dispute ?? null,
        happenedAt: at,
        receivedAt: world.clock(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (fresh) await world.later(tx, 'orders.webhook', { id: eventId });
  });
  return done(undefined);
}

/** Does what a webhook pointed at. One of an unknown order is kept as such, for a person. */
export async function handleWebhook(world: World, asked: Asked, id: string): Promise<void> {
  const event = await world.db
    .selectFrom('webhookEvent')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event || event.handledAt) return;
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('providerId', '=', event.orderId ?? ''),
        eb('captureId', '=', event.captureId ?? ''),
      ]),
    )
    .executeTakeFirst();
  if (attempt) await lookAt(world, asked, attempt.id);
  else world.log.warn({ event: id, type: event.type }, 'a webhook belongs to no order of ours');
  await world.db
    .updateTable('webhookEvent')
    .set({ handledAt: world.clock(), known: attempt !== undefined })
    .where('id', '=', id)
    .execute();
}

/** Brings ours up to what the provider keeps of one attempt. Throws where it gave no clear answer, so that the job comes again. */
export async function lookAt(world: World, asked: Asked, attemptId: number): Promise<void> {
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const seen = await world.payments.look(String(attempt.providerId));
  if (seen.kind === 'unknown') throw new Error(`the provider gave no clear answer: ${seen.reason}`);
  if (seen.kind === 'missing') return;
  const paid = seen.captures.some(({ status }) => status !== 'DECLINED' && status !== 'DENIED');
  if (paid || seen.status === 'APPROVED' || seen.status === 'COMPLETED')
    await settle(world, asked, attempt, await purchaseOf(world.db, attempt.purchaseId));
  const order = await purchaseOf(world.db, attempt.purchaseId);
  if (order.state === 'mismatch') return closeHeld(world, asked, order.id);
  const again = await world.db
    .selectFrom('paymentAttempt')
    .select('captureId')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (again.captureId) return takeRefunds(world, asked, order.id, seen);
  const second = seen.captures.find(({ status }) => status === 'COMPLETED');
  const first =
    second &&
    (await world.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', order.id)
      .where('captureId', 'is not', null)
      .executeTakeFirst());
  if (!second || !first || first.captureId === second.id) return;
  // The order is paid by another attempt: this money goes back by itself.
  const answer = await world.payments.refund(
    second.id,
    `r-${second.id}`,
    centsOf(second.value),
    second.currency,
  );
  if (answer.kind === 'unknown')
    throw new Error(`a second payment could not be given back: ${answer.reason}`);
  const back = answer.kind === 'done';
  await note(
    world.db,
    order.id,
    world.clock(),
    back ? 'second-payment-refunded' : 'second-payment-kept',
    { capture: second.id, ...(back ? {} : { issue: answer.issue }) },
  );
  world.log.error(
    { order: order.number, capture: second.id },
    back
      ? 'an order was paid twice: the second payment was given back'
      : 'an order was paid twice, and the second payment could not be given back: a person must',
  );
}
