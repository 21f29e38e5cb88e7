import type { Tx } from '#core/deps.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Invoices } from '../documents/invoices.ts';
import { pendingRefundEmail } from '../emails/pending-refund.ts';
import { refundEmail } from '../emails/refund.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import type { OrderStateSync } from './sync-order-state.ts';
import { readSentMoney } from './refund-way.model.ts';
import {
  setAccepted,
  settleFailedRefunds,
  sumCompletedRefunds,
  type Refund,
} from './refund.store.ts';

/** A refund; the provider's id of it is null if the money was sent by hand. */
export type CompletedRefund = Pick<
  Refund,
  | 'id'
  | 'amountCents'
  | 'taxCents'
  | 'isTaxAlone'
  | 'reason'
  | 'providerRefundId'
  | 'way'
  | 'sentOn'
  | 'reference'
>;

/** Writes what a completed refund changes, no matter who made it. */
export class RefundRecorder {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #orderStateSync: OrderStateSync;

  constructor(
    deps: OrderDeps,
    parts: { readonly invoices: Invoices; readonly orderStateSync: OrderStateSync },
  ) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
    this.#orderStateSync = parts.orderStateSync;
  }

  /**
   * In `tx`: the refund is completed and has a credit note, an event and an email to the buyer. For
   * one that is not completed yet.
   */
  async recordRefund(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    refund: CompletedRefund,
  ): Promise<void> {
    const { id, amountCents, providerRefundId } = refund;
    const refundedBeforeCents = await sumCompletedRefunds(tx, order.id);
    await setAccepted(tx, id, { state: 'completed', providerRefundId });
    await settleFailedRefunds(tx, order.id, amountCents);
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
    await this.#deps.events.emit(tx, [{ type: 'order.refunded', data }]);
    await this.#deps.emails.queue(
      tx,
      refundEmail({
        order,
        amountCents,
        isTaxAlone: refund.isTaxAlone,
        sent: readSentMoney(refund),
        refundedCents: refundedBeforeCents + amountCents,
        creditNote: credit,
        publisher: site.letterhead,
        origin: this.#deps.origin,
        refundKey: credit.number,
      }),
    );
  }

  /**
   * In `tx`: the provider has accepted the refund, and its money is on its way. It is reserved, and
   * the buyer gets an email; the credit note is issued when it has arrived.
   */
  async recordPending(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    { id, amountCents, providerRefundId }: CompletedRefund,
  ): Promise<void> {
    await setAccepted(tx, id, { state: 'pending', providerRefundId });
    await settleFailedRefunds(tx, order.id, amountCents);
    const detail = { amountCents };
    await recordEvent(tx, order.id, this.#deps.clock(), { kind: 'refund-pending', detail });
    const letter = { order, publisher: site.letterhead, origin: this.#deps.origin };
    await this.#deps.emails.queue(
      tx,
      pendingRefundEmail({ ...letter, amountCents, refundKey: String(id) }),
    );
  }

  /** In `tx`: as `recordRefund`, and the order's state follows. */
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
