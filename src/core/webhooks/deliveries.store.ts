import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { offered } from '../kernel/claim.ts';
import type { WebhookAttempt, WebhookDelivery } from './model.ts';

/** An endpoint that is disabled is sent nothing. */
export const isToEndpointInUse = sql<boolean>`exists (select from webhook_endpoint
  where webhook_endpoint.id = webhook_delivery.endpoint_id and webhook_endpoint.disabled_at is null)`;

/** Deliveries that are due, the longest due first. */
export const listDueDeliveries = (
  db: Database,
  isDue: RawBuilder<boolean>,
  limit: number,
): Promise<{ id: number; endpointId: number }[]> =>
  db
    .selectFrom('webhookDelivery')
    .select(['id', 'endpointId'])
    .where(isDue)
    .where(isToEndpointInUse)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The content to post. */
export const readDelivery = (db: Database, id: number) =>
  db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEndpoint', 'webhookEndpoint.id', 'webhookDelivery.endpointId')
    .innerJoin('outgoingEvent', 'outgoingEvent.id', 'webhookDelivery.eventId')
    .select(['webhookDelivery.id', 'webhookDelivery.attemptCount'])
    .select(['webhookDelivery.endpointId', 'webhookEndpoint.url', 'webhookEndpoint.secretSalt'])
    .select(['outgoingEvent.id as eventId', 'outgoingEvent.type', 'outgoingEvent.data'])
    .select('outgoingEvent.createdAt')
    .where('webhookDelivery.id', '=', id)
    .executeTakeFirst();

type Result = {
  readonly state: WebhookDelivery['state'];
  readonly attemptCount: number;
};

/** In `tx`: what the endpoint answered. */
export async function recordAttempt(
  tx: Tx,
  id: number,
  { result, attempt }: { readonly result: Result; readonly attempt: WebhookAttempt },
): Promise<void> {
  await tx.updateTable('webhookDelivery').set(result).where('id', '=', id).execute();
  await tx
    .insertInto('webhookAttempt')
    .values({ deliveryId: id, ...attempt })
    .execute();
}

/** In `tx`: it is not tried again. */
export async function markDeliveryFailed(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('webhookDelivery').set({ state: 'failed' }).where('id', '=', id).execute();
}

/** It is due now, with all its attempts. The event's id is the same. False for an unknown one. */
export async function queueAgain(
  tx: Tx,
  { id, endpointId }: { readonly id: number; readonly endpointId: number },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhookDelivery')
    .set({ state: 'queued', attemptCount: 0, ...offered(now) })
    .where('id', '=', id)
    .where('endpointId', '=', endpointId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest deliveries of an endpoint, with all their attempts. */
export async function listDeliveriesOf(
  db: Database,
  endpointId: number,
  limit: number,
): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhookDelivery')
    .innerJoin('outgoingEvent', 'outgoingEvent.id', 'webhookDelivery.eventId')
    .select(['webhookDelivery.id', 'eventId', 'type', 'createdAt', 'state', 'dueAt'])
    .where('endpointId', '=', endpointId)
    .orderBy('webhookDelivery.id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const attempts = await db
    .selectFrom('webhookAttempt')
    .select(['deliveryId', 'at', 'durationMs', 'status', 'answer'])
    .where('deliveryId', 'in', ids.length > 0 ? ids : [0])
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id),
  }));
}

/** Events of these days are gone, with their deliveries. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('outgoingEvent').where('createdAt', '<', before).execute();
}

const emailOfEvent = sql<string>`lower(data ->> 'email')`;

/** Events about these addresses in lower case, oldest first. */
export const listEventsOfPerson = (db: Database, addresses: readonly string[]) =>
  db
    .selectFrom('outgoingEvent')
    .select(['type', 'data', 'createdAt'])
    .where(emailOfEvent, 'in', addresses)
    .orderBy('createdAt')
    .execute();

/** They are gone, with their deliveries. Their number. */
export async function deleteEventsOfPerson(tx: Tx, addresses: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('outgoingEvent')
    .where(emailOfEvent, 'in', addresses)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
