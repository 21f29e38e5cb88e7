import type { Deps, Tx } from '../deps.ts';
import type { OutgoingEvent } from './outgoing-event.model.ts';
import { insertDeliveries, insertEvents, listWantingEndpoints } from './outgoing-events.store.ts';

export type EventDeps = Pick<Deps, 'clock' | 'enqueue' | 'generateSecret'>;

/**
 * In `tx`: every endpoint that wants these events gets each of them, exactly if `tx` commits. Nothing
 * is written of what nobody wants.
 */
export async function emitEvents(
  deps: EventDeps,
  tx: Tx,
  events: readonly OutgoingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const types = [...new Set(events.map(({ type }) => type))];
  const endpoints = await listWantingEndpoints(tx, types);
  const now = deps.clock();
  const wanted = events
    .map((event) => ({
      ...event,
      id: `evt_${deps.generateSecret()}`,
      endpointIds: endpoints.flatMap(({ id, events: own }) =>
        own.includes(event.type) ? [id] : [],
      ),
    }))
    .filter(({ endpointIds }) => endpointIds.length > 0);
  if (wanted.length === 0) return;
  await insertEvents(tx, wanted, now);
  const deliveries = wanted.flatMap(({ id: eventId, endpointIds }) =>
    endpointIds.map((endpointId) => ({ eventId, endpointId })),
  );
  await insertDeliveries(tx, deliveries, now);
  await enqueueDeliveries(deps, tx);
}

/** In `tx`: what is due is delivered soon. */
export const enqueueDeliveries = ({ enqueue }: Pick<Deps, 'enqueue'>, tx: Tx): Promise<void> =>
  enqueue(
    tx,
    'webhooks.deliverDue',
    {},
    { dedupeKey: 'webhooks.deliverDue:now', queueName: 'webhooks', maxAttempts: 3 },
  );
