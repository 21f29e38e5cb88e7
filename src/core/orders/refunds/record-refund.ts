import type { Tx } from '#core/deps.ts';
import { emitEvents } from '#core/kernel/outgoing-events.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import { Invoices } from '../documents/invoices.ts';
import { refundEmail } from '../emails/refund.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import { OrderStateSync } from './sync-order-state.ts';
import { setCompleted, sumCompletedRefunds, type Refund } from './refund.store.ts';

/** A refund and its id: the provider's, or one of our own where the provider did not make it. */
export type CompletedRefund = Pick<
  Refund,
  'id' | 'amountCents' | 'taxCents' | 'isTaxAlone' | 'reason'
> & { readonly providerRefundId: string };

/** What a completed refund changes, no matter who made it. */
export class RefundRecorder {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #orderStateSync: OrderStateSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#invoices = new Invoices(deps);
    this.#orderStateSync = new OrderStateSync(deps);
  }

  /** In `tx`: the refund is completed and has a credit note, an event and an email to the buyer. */
  async recordRefund(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    refund: CompletedRefund,
  ): Promise<void> {
    const { id, amountCents, providerRefundId } = refund;
    const refundedBeforeCents = await sumCompletedRefunds(tx, order.id);
    await setCompleted(tx, id, providerRefundId);
    const credit = await this.#invoices.issueDocument(site, tx, order, {
      kind: 'credit-note',
      refund,
    });
    await recordEvent(tx, order.id, this.#deps.clock(), {
      kind: 'refunded',
      detail: {
        amountCents,
        creditNote: credit.number,
      },
    });
    const { number, reportCode, currency } = order;
    const data = { number, reportCode, amountCents, currency, creditNote: credit.number };
    await emitEvents(this.#deps, tx, [{ type: 'order.refunded', data }]);
    await queueEmail(
      this.#deps,
      tx,
      refundEmail({
        order,
        amountCents,
        isTaxAlone: refund.isTaxAlone,
        refundedCents: refundedBeforeCents + amountCents,
        creditNote: credit,
        publisher: site.letterhead,
        origin: this.#deps.origin,
        refundKey: providerRefundId,
      }),
    );
  }

  /** In `tx`: the same, and the order's state follows. */
  async recordLastRefund(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    refund: CompletedRefund,
  ): Promise<void> {
    await this.recordRefund(site, tx, order, refund);
    await this.#orderStateSync.syncOrderState(tx, order.id);
  }
}
