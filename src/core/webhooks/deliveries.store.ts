import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { WebhookAttempt, WebhookDelivery } from './model.ts';

/** Deliveries that are due, the longest due first; those that another process holds are left out. */
export const listDueDeliveries = (
  db: Database,
  { now, latestWait, limit }: { now: Date; latestWait: Date; limit: number },
): Promise<{ id: number; endpointId: number }[]> =>
  db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEndpoint', 'webhookEndpoint.id', 'webhookDelivery.endpointId')
    .select(['webhookDelivery.id', 'webhookDelivery.endpointId'])
    .where('webhookDelivery.state', '=', 'queued')
    .where('webhookEndpoint.disabledAt', 'is', null)
    .where((eb) => eb.or([eb('nextAttemptAt', '<=', now), eb('nextAttemptAt', '>', latestWait)]))
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .orderBy('nextAttemptAt')
    .orderBy('webhookDelivery.id')
    .limit(limit)
    .execute();

/** What is to be posted, claimed until `until`; undefined where somebody else holds it. */
export const claimDelivery = (
  db: Database,
  id: number,
  { now, until }: { now: Date; until: Date },
) =>
  db
    .updateTable('webhookDelivery')
    .from('webhookEndpoint')
    .from('outgoingEvent')
    .set({ claimedUntil: until })
    .where('webhookDelivery.id', '=', id)
    .where('webhookDelivery.state', '=', 'queued')
    .whereRef('webhookEndpoint.id', '=', 'webhookDelivery.endpointId')
    .whereRef('outgoingEvent.id', '=', 'webhookDelivery.eventId')
    .where('webhookEndpoint.disabledAt', 'is', null)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returning(['webhookDelivery.id', 'webhookDelivery.attemptCount'])
    .returning(['webhookDelivery.endpointId', 'webhookEndpoint.url', 'webhookEndpoint.secretSalt'])
    .returning(['outgoingEvent.id as eventId', 'outgoingEvent.type', 'outgoingEvent.data'])
    .returning('outgoingEvent.createdAt')
    .executeTakeFirst();

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

type Result = {
  readonly state: WebhookDelivery['state'];
  readonly attemptCount: number;
  readonly nextAttemptAt?: Date;
};

/** The claim ends, with what the endpoint answered. */
export async function recordAttempt(
  tx: Tx,
  id: number,
  { result, attempt }: { readonly result: Result; readonly attempt: WebhookAttempt },
): Promise<void> {
  await tx
    .updateTable('webhookDelivery')
    .set({ ...result, claimedUntil: null })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('webhookAttempt')
    .values({ deliveryId: id, ...attempt })
    .execute();
}

/** It is due now, with all its attempts. The event's id is the same. False for an unknown one. */
export async function queueAgain(
  tx: Tx,
  { id, endpointId }: { readonly id: number; readonly endpointId: number },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhookDelivery')
    .set({ state: 'queued', attemptCount: 0, nextAttemptAt: now })
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
    .select(['webhookDelivery.id', 'eventId', 'type', 'createdAt', 'state', 'nextAttemptAt'])
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
