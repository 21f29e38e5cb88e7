import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findAttemptOfEvent } from './payment-attempt.store.ts';
import { AttemptSync } from './sync-attempt.ts';
import { findWebhookEvent, insertWebhookEvent, setProcessed } from './webhook.store.ts';

/** Webhooks of the payment provider: stored when they arrive, processed by a job. */
export class PaymentWebhooks {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#attemptSync = new AttemptSync(deps);
  }

  /**
   * Stores a webhook once, together with the job that processes it. `malformed` where the provider
   * did not sign these bytes. Webhooks may repeat and come in any order: the job asks the provider.
   */
  async receiveWebhook(
    raw: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<Outcome<undefined>> {
    const webhook = await this.#deps.payments.verifyWebhook(raw, headers);
    if (webhook.kind === 'rejected') {
      this.#deps.log.warn({ reason: webhook.reason }, 'a webhook was rejected');
      return fail('malformed', 'This is not a webhook of the payment provider.');
    }
    const { eventId, type, orderId, captureId, dispute, disputeId, at } = webhook;
    await this.#deps.db.transaction().execute(async (tx) => {
      const isNew = await insertWebhookEvent(tx, {
        id: eventId,
        type,
        providerOrderId: orderId ?? null,
        captureId: captureId ?? null,
        dispute: dispute ?? null,
        disputeId: disputeId ?? null,
        occurredAt: at,
        receivedAt: this.#deps.clock(),
      });
      if (isNew) await this.#deps.enqueue(tx, 'orders.handleWebhook', { id: eventId });
    });
    return ok(undefined);
  }

  /** Syncs the attempt that a webhook names, once. One that names no order of ours is marked so. */
  async handleWebhook(eventId: string): Promise<void> {
    const event = await findWebhookEvent(this.#deps.db, eventId);
    if (!event || event.processedAt) return;
    const attempt = await findAttemptOfEvent(this.#deps.db, event);
    if (attempt) await this.#attemptSync.syncAttempt(attempt.id);
    else
      this.#deps.log.warn(
        { event: eventId, type: event.type },
        'a webhook belongs to no order of ours',
      );
    await setProcessed(this.#deps.db, eventId, this.#deps.clock(), attempt !== undefined);
  }
}
