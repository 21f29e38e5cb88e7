import { getActorName, type Actor } from '#core/kernel/audit.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  findPurchaseByNumber,
  lockPurchase,
  recordEvent,
  transitionOrder,
} from '../purchase.store.ts';
import type { ListReading } from '../payment/list-reading.model.ts';
import { listReadings } from '../payment/list-reading.store.ts';
import { listOpenDifferences } from '../payment/payment-difference.store.ts';
import type { OpenDifference } from '../payment/reconciliation.model.ts';
import type { AttentionRow, UnknownWebhook } from './attention.model.ts';
import { listAttention, listUnknownWebhooks } from './attention.store.ts';
import { orderAttempt } from './order-attempt.ts';
import { toOrderRow } from './order-lists.ts';
import { settleFailedRefunds } from '../refunds/refund.store.ts';
import { findLastSecondPaymentEvent } from '../refunds/second-payment.store.ts';
import { refuseReader } from './reader.ts';

/** A payment or a delivery takes seconds, and the reconciler repeats it: then staff see it. */
const overdueAfterMs = 15 * 60_000;
/** Refusals of PayPal that are older than this are not news any more. */
const refusedForMs = 7 * 86_400_000;
const maxUnknownWebhooks = 50;

type Attention = {
  readonly rows: readonly AttentionRow[];
  readonly unknownWebhooks: {
    readonly count: number;
    readonly newest: readonly UnknownWebhook[];
  };
  /** Differences between the provider's list of payments and the orders, the oldest first. */
  readonly differences: readonly OpenDifference[];
  /** Counts of the last reading of each of the provider's lists: found, and left out. */
  readonly readings: readonly ListReading[];
};

/** The orders that nobody but a person can bring to an end. */
export class NeedsAttention {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Lists the orders that staff have to resolve, the longest waiting first; an order is there once
   * for each reason. And webhooks that belong to no order of ours: how many, and the newest 50.
   * `forbidden`.
   */
  async listNeedsAttention(actor: Actor): Promise<Outcome<Attention>> {
    const { db, clock } = this.#deps;
    const refused = refuseReader(this.#deps.clock(), actor, 'order.read');
    if (refused) return refused;
    const now = clock();
    const overdueSince = new Date(now.getTime() - overdueAfterMs);
    const { timeZone } = await this.#deps.getPublisher();
    const today = toDay(now, timeZone);
    const refusedSince = new Date(now.getTime() - refusedForMs);
    const found = await listAttention(db, { overdueSince, refusedSince, today });
    const rows = found
      .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      .map((row): AttentionRow => {
        const { reason, amountCents, since, why, ...order } = row;
        return { ...toOrderRow(order, actor), reason, amountCents, since, why };
      });
    return ok({
      rows,
      unknownWebhooks: await listUnknownWebhooks(db, maxUnknownWebhooks),
      differences: await listOpenDifferences(db),
      readings: await listReadings(db),
    });
  }

  /**
   * A second payment that the provider would not refund was given back in another way: the order
   * needs attention for it no longer, and one that was held for it alone is closed. `conflict` where
   * there is none.
   */
  async settleSecondPayment(actor: Actor, number: string): Promise<Outcome<undefined>> {
    const attempt = orderAttempt('order.reconcile', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      await lockPurchase(tx, found.id);
      const last = await findLastSecondPaymentEvent(tx, found.id);
      if (last?.kind !== 'second-payment-not-refunded')
        return fail('conflict', 'This order has no second payment to refund.');
      const { captureId } = last.detail;
      // Its one payment was the one too many: nothing is left of the order.
      await transitionOrder(tx, found.id, 'mismatch', 'refunded');
      await recordEvent(tx, found.id, this.#deps.clock(), {
        kind: 'second-payment-settled',
        detail: { captureId, by: getActorName(actor) },
      });
      audit({ after: { secondPayment: 'settled', captureId } });
      return ok(undefined);
    });
  }

  /**
   * The refunds of an order that failed were made up for in another way: it needs attention for them
   * no longer. `conflict` where there is none.
   */
  async settleFailedRefunds(actor: Actor, number: string): Promise<Outcome<undefined>> {
    const attempt = orderAttempt('order.reconcile', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      const order = await lockPurchase(tx, found.id);
      const count = await settleFailedRefunds(tx, order.id);
      if (count === 0) return fail('conflict', 'No refund of this order waits for somebody.');
      const detail = { by: getActorName(actor) };
      await recordEvent(tx, order.id, this.#deps.clock(), { kind: 'refund-settled', detail });
      audit({ after: { failedRefunds: 'settled' } });
      return ok(undefined);
    });
  }
}
