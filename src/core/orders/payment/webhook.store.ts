import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { DisputeState, NamedPayment } from './provider.ts';
import type { Span } from './timing.model.ts';

type ReceivedEvent = {
  readonly id: string;
  readonly type: string;
  readonly providerOrderId: string | null;
  readonly payments: readonly NamedPayment[];
  readonly dispute: DisputeState | undefined;
  readonly disputeId: string | null;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
};

/** Stores a webhook with the payments that it is about; false for one that was received before. */
export async function insertWebhookEvent(
  tx: Tx,
  { payments, dispute, ...event }: ReceivedEvent,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('webhookEvent')
    .values({
      ...event,
      captureId: payments[0]?.captureId ?? null,
      dispute: dispute?.kind ?? null,
      disputeRefundCents: dispute?.kind === 'lost' ? (dispute.refundCents ?? null) : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted && payments.length > 0)
    await tx
      .insertInto('webhookPayment')
      .values(payments.map((payment) => ({ eventId: event.id, ...payment })))
      .execute();
  return inserted !== undefined;
}

export const findWebhookEvent = (db: DatabaseOrTx, id: string) =>
  db.selectFrom('webhookEvent').selectAll().where('id', '=', id).executeTakeFirst();

/** The payments that an event is about. */
export const listEventPayments = (db: DatabaseOrTx, eventId: string) =>
  db
    .selectFrom('webhookPayment')
    .select(['id', 'captureId', 'customId'])
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute();

/** A payment of which the provider told only our id of the order has its own id now. */
export async function setEventCapture(
  db: DatabaseOrTx,
  id: number,
  captureId: string,
): Promise<void> {
  await db.updateTable('webhookPayment').set({ captureId }).where('id', '=', id).execute();
}

export async function setProcessed(
  db: DatabaseOrTx,
  id: string,
  processedAt: Date,
  belongsToOrder: boolean,
): Promise<void> {
  await db
    .updateTable('webhookEvent')
    .set({ processedAt, belongsToOrder })
    .where('id', '=', id)
    .execute();
}

/** Webhooks received in the span and not processed, oldest first, 500 at most. */
export const listUnprocessedEvents = (db: DatabaseOrTx, { before, orAfter }: Span) =>
  db
    .selectFrom('webhookEvent')
    .select('id')
    .where('processedAt', 'is', null)
    .where((eb) => eb.or([eb('receivedAt', '<', before), eb('receivedAt', '>', orAfter)]))
    .orderBy('receivedAt')
    .limit(500)
    .execute();
