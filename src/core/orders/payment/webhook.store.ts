import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { Span } from './timing.model.ts';

type ReceivedEvent = {
  readonly id: string;
  readonly type: string;
  readonly providerOrderId: string | null;
  readonly captureId: string | null;
  readonly dispute: 'opened' | 'ended' | null;
  readonly disputeId: string | null;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
};

/** Stores a webhook; false for one that was received before. */
export async function insertWebhookEvent(tx: Tx, event: ReceivedEvent): Promise<boolean> {
  const inserted = await tx
    .insertInto('webhookEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const findWebhookEvent = (db: DatabaseOrTx, id: string) =>
  db.selectFrom('webhookEvent').selectAll().where('id', '=', id).executeTakeFirst();

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
