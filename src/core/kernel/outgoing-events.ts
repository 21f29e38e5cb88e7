import type { GivenDeps, Tx } from '../given-deps.ts';
import type { OutgoingEvent } from './outgoing-event.model.ts';
import { insertDeliveries, insertEvents, listWantingEndpoints } from './outgoing-events.store.ts';

type EventDeps = Pick<GivenDeps, 'clock' | 'enqueue' | 'generateSecret'>;

/** Events that other programs are told of (`webhooks` sends them). */
export class OutgoingEvents {
  readonly #deps: EventDeps;

  constructor(deps: EventDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: every endpoint that wants these events gets each of them, exactly if `tx` commits.
   * Nothing is written of what nobody wants.
   */
  async emit(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    const types = [...new Set(events.map(({ type }) => type))];
    const endpoints = await listWantingEndpoints(tx, types);
    const now = this.#deps.clock();
    const wanted = events
      .map((event) => ({
        ...event,
        id: `evt_${this.#deps.generateSecret()}`,
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
    await this.enqueueDeliveries(tx);
  }

  /** In `tx`: what is due is delivered soon. */
  enqueueDeliveries(tx: Tx): Promise<void> {
    return this.#deps.enqueue(
      tx,
      'webhooks.deliverDue',
      {},
      { dedupeKey: 'webhooks.deliverDue:now', queueName: 'webhooks', maxAttempts: 3 },
    );
  }
}
