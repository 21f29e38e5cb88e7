import type { OrderDeps } from '../deps.ts';
import { findRefundByProviderId, type Refund } from '../refunds/refund.store.ts';
import { recordListReading } from './list-reading.store.ts';
import { findAttemptOfEvent } from './payment-attempt.store.ts';
import { findAttemptOfPayment } from './payment-owner.store.ts';
import type { ListedRefund, ProviderDispute } from './provider.ts';
import type { AttemptSync } from './sync-attempt.ts';
import { insertWebhookEvent } from './webhook.store.ts';

/** Disputes that changed since then are listed in each run. Milliseconds. */
const disputePeriodMs = 24 * 3_600_000;

/** The provider lists transactions up to three hours late, and we may have been away a while. */
const refundPeriodMs = 8 * 3_600_000;

/** Finds the refunds and disputes of older payments whose webhooks were lost, from two lists. */
export class LostWebhooks {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;

  constructor(deps: OrderDeps, parts: { readonly attemptSync: AttemptSync }) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
  }

  /**
   * Records what the provider lists and we don't know, in a few calls however many orders there
   * are. Repeating it changes nothing. A list that the provider doesn't answer is logged.
   */
  async findMissedEvents(): Promise<void> {
    const now = this.#deps.clock();
    await this.#findDisputes(now);
    await this.#findRefunds(now);
  }

  /** A listed dispute counts like the webhook that told of it, and is processed like one. */
  async #findDisputes(now: Date): Promise<void> {
    const { db } = this.#deps;
    const list = await this.#deps.payments.listDisputes(new Date(now.getTime() - disputePeriodMs));
    if (list.kind === 'unknown') return this.#logMissingList('disputes', list.reason);
    const nameless: string[] = [];
    let foreignEntries = 0;
    for (const dispute of list.disputes) {
      if (dispute.payments.every(({ captureId, customId }) => !captureId && !customId))
        nameless.push(dispute.id);
      else if (await this.#isOurs(dispute)) await this.#storeDispute(dispute, now);
      else foreignEntries++;
    }
    await recordListReading(db, {
      list: 'disputes',
      readAt: now,
      entries: list.disputes.length,
      foreignEntries,
      unreadable: [...list.unreadable, ...nameless],
      isWhole: list.isWhole,
    });
  }

  async #isOurs({ payments }: ProviderDispute): Promise<boolean> {
    for (const { captureId = null, customId = null } of payments)
      if (await findAttemptOfPayment(this.#deps.db, { captureId, customId })) return true;
    return false;
  }

  async #storeDispute(
    { id, payments, state, updatedAt }: ProviderDispute,
    now: Date,
  ): Promise<void> {
    const eventId = `dispute-${id}-${updatedAt?.getTime() ?? state.kind}`;
    await this.#deps.db.transaction().execute(async (tx) => {
      const isNew = await insertWebhookEvent(tx, {
        id: eventId,
        type: 'listed dispute',
        providerOrderId: null,
        payments,
        dispute: state,
        disputeId: id,
        occurredAt: updatedAt ?? now,
        receivedAt: now,
      });
      if (isNew) await this.#deps.enqueue(tx, 'orders.handleWebhook', { id: eventId });
    });
  }

  async #findRefunds(now: Date): Promise<void> {
    const from = new Date(now.getTime() - refundPeriodMs);
    const list = await this.#deps.payments.listTransactions(from, now);
    if (list.kind === 'unknown') return this.#logMissingList('transactions', list.reason);
    const foreignEntries = await this.followListedRefunds(list.refunds);
    await recordListReading(this.#deps.db, {
      list: 'refunds',
      readAt: now,
      entries: list.refunds.length,
      foreignEntries,
      unreadable: list.unreadable,
      isWhole: list.isWhole,
    });
  }

  /**
   * Asks the provider about listed refunds that we don't know, or know as something else. Answers
   * how many are of payments that are not ours.
   */
  async followListedRefunds(refunds: readonly ListedRefund[]): Promise<number> {
    let foreignEntries = 0;
    for (const listed of refunds) {
      const refund = await findRefundByProviderId(this.#deps.db, listed.refundId);
      if (refund && isAsListed(refund, listed)) continue;
      const { captureId } = listed;
      const attempt = await findAttemptOfEvent(this.#deps.db, { captureId });
      if (attempt) await this.#syncRefund(attempt.id);
      else foreignEntries++;
    }
    return foreignEntries;
  }

  async #syncRefund(attemptId: number): Promise<void> {
    await this.#attemptSync
      .syncAttempt(attemptId)
      .catch((error: unknown) =>
        this.#deps.log.error({ error: String(error) }, 'a listed refund could not be recorded'),
      );
  }

  #logMissingList(list: string, reason: string): void {
    this.#deps.log.warn({ reason }, `the payment provider listed no ${list}`);
  }
}

/** The list is hours late: a refund that is completed here may be pending there. */
function isAsListed({ state }: Refund, { status }: ListedRefund): boolean {
  if (status === 'D' || status === 'V') return state === 'reversed' || state === 'refused';
  return status === 'S' ? state === 'completed' : state !== 'requested';
}
