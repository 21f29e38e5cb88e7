import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../given-deps.ts';
import type { OutgoingEvent, OutgoingEventType } from './outgoing-event.model.ts';

/** Endpoints in use that want one of these types. */
export const listWantingEndpoints = (tx: Tx, types: readonly OutgoingEventType[]) =>
  tx
    .selectFrom('webhookEndpoint')
    .select(['id', 'events'])
    .where('disabledAt', 'is', null)
    .where(sql<SqlBool>`events && ${[...types]}::text[]`)
    .execute();

export async function insertEvents(
  tx: Tx,
  events: readonly (OutgoingEvent & { readonly id: string })[],
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('outgoingEvent')
    .values(events.map(({ id, type, data }) => ({ id, type, data, createdAt })))
    .execute();
}

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly { readonly eventId: string; readonly endpointId: number }[],
  dueAt: Date,
): Promise<void> {
  await tx
    .insertInto('webhookDelivery')
    .values(deliveries.map((delivery) => ({ ...delivery, dueAt })))
    .execute();
}
