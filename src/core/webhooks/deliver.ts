import type { Deps, Tx } from '../deps.ts';
import { Claims, type Held } from '../kernel/claim.ts';
import { renderEmailFrom, type Publisher } from '../kernel/email-layout.ts';
import { hashSecret } from '../kernel/secrets.ts';
import {
  deleteEventsBefore,
  isToEndpointInUse,
  listDueDeliveries,
  markDeliveryFailed,
  readDelivery,
  recordAttempt,
} from './deliveries.store.ts';
import { listOwners, lockEndpoint, updateEndpoint } from './endpoints.store.ts';
import { signWebhook, type WebhookSecrets } from './signature.ts';

export type WebhookDeps = Deps & { readonly getPublisher: (tx: Tx) => Promise<Publisher> };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Before the second attempt and each further one; with the last one a day has passed. */
const waitsMs = [
  ...([1, 5, 15] as const).map((minutes) => minutes * minuteMs),
  ...([1, 2, 4, 8, 8] as const).map((hours) => hours * hourMs),
];
const maxWaitMs = 8 * hourMs;
const perRun = 200;
const maxRunMs = 60_000;
const maxFailuresInARow = 2;
/** An endpoint that accepts nothing for this long is disabled. */
const disableAfterMs = 72 * hourMs;
const keepEventsMs = 30 * 24 * hourMs;

/** Delivers what happened to each endpoint that asked for it: at least once, and for a day. */
export class WebhookDeliveries {
  readonly #deps: WebhookDeps;
  readonly #secrets: WebhookSecrets;
  readonly #claims: Claims;

  constructor(deps: WebhookDeps, secrets: WebhookSecrets) {
    this.#deps = deps;
    this.#secrets = secrets;
    this.#claims = new Claims(deps, {
      table: 'webhook_delivery',
      clock: deps.clock,
      longestWaitMs: maxWaitMs,
      onGiveUp: markDeliveryFailed,
    });
  }

  /** Job: posts what is due, to all endpoints at once and to each one by one. */
  async deliverDue(): Promise<void> {
    const { db } = this.#deps;
    const due = await listDueDeliveries(db, this.#claims.isDue(), perRun);
    const endpointIds = [...new Set(due.map(({ endpointId }) => endpointId))];
    const results = await Promise.all(
      endpointIds.map((wanted) =>
        this.#deliverTo(due.filter(({ endpointId }) => endpointId === wanted)),
      ),
    );
    const isMore = due.length === perRun || results.includes('interrupted');
    if (isMore) await db.transaction().execute((tx) => this.#deps.events.enqueueDeliveries(tx));
  }

  /** Job: events of more than thirty days ago are gone, with what became of them. */
  removeOld(): Promise<void> {
    const { db, clock } = this.#deps;
    return deleteEventsBefore(db, new Date(clock().getTime() - keepEventsMs));
  }

  /** `failing` where it takes nothing: the rest waits for the next run. */
  async #deliverTo(
    due: readonly { readonly id: number }[],
  ): Promise<'done' | 'failing' | 'interrupted'> {
    const startedMs = this.#deps.clock().getTime();
    let failuresInARow = 0;
    for (const { id } of due) {
      if (this.#deps.clock().getTime() - startedMs > maxRunMs) return 'interrupted';
      if (failuresInARow === maxFailuresInARow) return 'failing';
      failuresInARow = (await this.#deliver(id)) ? 0 : failuresInARow + 1;
    }
    return 'done';
  }

  /** False if the endpoint did not take it. */
  async #deliver(id: number): Promise<boolean> {
    const claim = await this.#claims.take(id, isToEndpointInUse);
    let isDelivered = true;
    if (claim)
      await this.#claims.perform(claim, async (held) => {
        isDelivered = await this.#post(held);
      });
    return isDelivered;
  }

  async #post(held: Held): Promise<boolean> {
    const { db, clock, webhooks } = this.#deps;
    const { id } = held.claim;
    const at = clock();
    const delivery = await readDelivery(db, id);
    if (!delivery) return true;
    const { url, eventId, type, data, createdAt, secretSalt } = delivery;
    const body = JSON.stringify({ id: eventId, type, timestamp: createdAt.toISOString(), data });
    const secret = this.#secrets.make(secretSalt);
    const { status, answer } = await webhooks.post({
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Reportstand-Webhooks',
        ...signWebhook({ id: eventId, body, at, secret }),
      },
    });
    const isDelivered = status !== null && status >= 200 && status < 300;
    const durationMs = Math.max(0, clock().getTime() - at.getTime());
    const waitMs = waitsMs[delivery.attemptCount];
    const notTaken = waitMs === undefined ? 'failed' : 'queued';
    const result = {
      state: isDelivered ? 'delivered' : notTaken,
      attemptCount: delivery.attemptCount + 1,
    } as const;
    const record = async (tx: Tx): Promise<void> => {
      await recordAttempt(tx, id, { result, attempt: { at, durationMs, status, answer } });
      await this.#noteHealth(tx, delivery.endpointId, isDelivered);
    };
    if (isDelivered) await held.finishEvenIfLost(record);
    else
      await held.end(async (tx) => {
        await record(tx);
        return waitMs === undefined ? {} : { waitMs };
      });
    return isDelivered;
  }

  /** An endpoint that has failed for days is disabled, and the owners hear of it. */
  async #noteHealth(tx: Tx, id: number, isDelivered: boolean): Promise<void> {
    const now = this.#deps.clock();
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint || endpoint.disabledAt) return;
    const { failingSince, url } = endpoint;
    if (isDelivered) {
      if (failingSince) await updateEndpoint(tx, id, { failingSince: null });
    } else if (!failingSince) await updateEndpoint(tx, id, { failingSince: now });
    else if (now.getTime() - failingSince.getTime() > disableAfterMs) {
      await updateEndpoint(tx, id, { disabledAt: now });
      await this.#deps.audit.record(tx, {
        actor: { programName: 'webhooks' },
        verb: 'webhook.edit',
        thing: { kind: 'webhook', id: String(id) },
        change: { after: { isDisabled: true } },
      });
      await this.#emailOwners(tx, { id, url, failingSince });
    }
  }

  async #emailOwners(
    tx: Tx,
    { id, url, failingSince }: { id: number; url: string; failingSince: Date },
  ): Promise<void> {
    const publisher = await this.#deps.getPublisher(tx);
    for (const { email, name } of await listOwners(tx)) {
      const disabled = renderEmailFrom(publisher, {
        to: email,
        subject: 'A webhook was disabled',
        opening: [
          `${publisher.greeting} ${name},`,
          `The webhook to ${new URL(url).host} has accepted nothing for three days and was ` +
            'disabled. New events are not sent to it until you enable it again.',
        ],
        actions: [
          { label: 'Open the webhook', url: `${publisher.origin}/admin/settings/webhooks/${id}` },
        ],
        dedupeKey: `webhook-disabled-${id}-${failingSince.getTime()}-${hashSecret(email).slice(0, 20)}`,
        whenMailboxIsFull: 'send',
      });
      await this.#deps.emails.queue(tx, disabled);
    }
  }
}
