import { AttemptSync } from './sync-attempt.ts';

import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';

export class PaymentWebhooks {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#attemptSync = new AttemptSync(deps);
  }

  /**
   * A webhook is a poke: its signature over the raw bytes holds, its id is kept once, and the work is a job that exists with it. 400 for one
   * that is not the provider's. Order and number do not matter: the job asks the provider what is true.
   */
  async receiveWebhook(
    raw: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<Outcome<undefined>> {
    const webhook = await this.#deps.payments.verifyWebhook(raw, headers);
    if (webhook.kind === 'rejected') {
      this.#deps.log.warn({ reason: webhook.reason }, 'a webhook was refused');
      return fail('malformed', 'This is not a webhook of the payment provider.');
    }
    const { eventId, type, orderId, captureId, dispute, at } = webhook;
    await this.#deps.db.transaction().execute(async (tx) => {
      const fresh = await tx
        .insertInto('webhookEvent')
        .values({
          id: eventId,
          type,
          providerOrderId: orderId ?? null,
          captureId: captureId ?? null,
          dispute: dispute ?? null,
          occurredAt: at,
          receivedAt: this.#deps.clock(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (fresh) await this.#deps.enqueue(tx, 'orders.handleWebhook', { id: eventId });
    });
    return ok(undefined);
  }

  /** Does what a webhook pointed at. One of an unknown order is kept as such, for a person. */
  async handleWebhook(eventId: string): Promise<void> {
    const event = await this.#deps.db
      .selectFrom('webhookEvent')
      .selectAll()
      .where('id', '=', eventId)
      .executeTakeFirst();
    if (!event || event.processedAt) return;
    const attempt = await this.#deps.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('providerOrderId', '=', event.providerOrderId ?? ''),
          eb('captureId', '=', event.captureId ?? ''),
        ]),
      )
      .executeTakeFirst();
    if (attempt) await this.#attemptSync.syncAttempt(attempt.id);
    else
      this.#deps.log.warn(
        { event: eventId, type: event.type },
        'a webhook belongs to no order of ours',
      );
    await this.#deps.db
      .updateTable('webhookEvent')
      .set({ processedAt: this.#deps.clock(), belongsToOrder: attempt !== undefined })
      .where('id', '=', eventId)
      .execute();
  }
}
