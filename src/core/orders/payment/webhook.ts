import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findAttemptOfEvent } from './payment-attempt.store.ts';
import { findAttemptOfPayment } from './payment-owner.store.ts';
import type { AttemptSync } from './sync-attempt.ts';
import {
  findWebhookEvent,
  insertWebhookEvent,
  listEventPayments,
  setEventCapture,
  setProcessed,
} from './webhook.store.ts';

/** Webhooks of the payment provider: stored when they arrive, processed by a job. */
export class PaymentWebhooks {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps, parts: { readonly attemptSync: AttemptSync }) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
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
    const { eventId, type, orderId, payments, dispute, disputeId, at } = webhook;
    await this.#deps.db.transaction().execute(async (tx) => {
      const isNew = await insertWebhookEvent(tx, {
        id: eventId,
        type,
        providerOrderId: orderId ?? null,
        payments,
        dispute,
        disputeId: disputeId ?? null,
        occurredAt: at,
        receivedAt: this.#deps.clock(),
      });
      if (isNew) await this.#deps.enqueue(tx, 'orders.handleWebhook', { id: eventId });
    });
    return ok(undefined);
  }

  /**
   * Syncs every attempt that a webhook is about, once. One that is about no order of ours is marked
   * so.
   */
  async handleWebhook(eventId: string): Promise<void> {
    const event = await findWebhookEvent(this.#deps.db, eventId);
    if (!event || event.processedAt) return;
    const attemptIds = await this.#findAttempts(event);
    for (const id of attemptIds) await this.#attemptSync.syncAttempt(id);
    if (attemptIds.size === 0)
      this.#deps.log.info(
        { event: eventId, type: event.type },
        'a webhook belongs to no order of ours',
      );
    await setProcessed(this.#deps.db, eventId, this.#deps.clock(), attemptIds.size > 0);
  }

  async #findAttempts({
    id,
    providerOrderId,
  }: {
    readonly id: string;
    readonly providerOrderId: string | null;
  }): Promise<ReadonlySet<number>> {
    const { db } = this.#deps;
    const attemptIds = new Set<number>();
    const ofOrder = providerOrderId && (await findAttemptOfEvent(db, { providerOrderId }));
    if (ofOrder) attemptIds.add(ofOrder.id);
    for (const payment of await listEventPayments(db, id)) {
      const attempt = await findAttemptOfPayment(db, payment);
      if (!attempt) continue;
      attemptIds.add(attempt.id);
      if (payment.captureId === null && attempt.captureId !== null)
        await setEventCapture(db, payment.id, attempt.captureId);
    }
    return attemptIds;
  }
}
