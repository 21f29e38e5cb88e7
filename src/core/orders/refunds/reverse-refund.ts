import type { Tx } from '#core/deps.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Invoices } from '../documents/invoices.ts';
import { failedRefundEmail } from '../emails/failed-refund.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import { setReversed, type Refund } from './refund.store.ts';

/** Writes what changes when the provider takes a refund back that it had accepted. */
export class RefundReversals {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps, parts: { readonly invoices: Invoices }) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
  }

  /**
   * In `tx`: the refund counts no longer, and needs the attention of staff. A credit note that it
   * has is taken back by a document of its own; the buyer gets an email. The order's state is left
   * to `syncOrderState`.
   */
  async recordReversal(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    { refund, reason }: { readonly refund: Refund; readonly reason: string },
  ): Promise<void> {
    const { id, amountCents, state } = refund;
    const now = this.#deps.clock();
    await setReversed(tx, id, { reversedAt: now, reversalReason: reason });
    const reversal =
      state === 'completed'
        ? await this.#invoices.reverseCreditNote(site, tx, order, { refundId: id, reason })
        : undefined;
    const detail = { amountCents, reason, ...(reversal && { reversal: reversal.number }) };
    await recordEvent(tx, order.id, now, { kind: 'refund-reversed', detail });
    const { number, reportCode, currency } = order;
    if (reversal) {
      const { reversedNumber: creditNote } = reversal;
      const data = { number, reportCode, amountCents, currency, creditNote };
      await this.#deps.events.emit(tx, [
        { type: 'order.refund-reversed', data: { ...data, reversal: reversal.number } },
      ]);
    }
    const letter = { order, publisher: site.letterhead, origin: this.#deps.origin };
    await this.#deps.emails.queue(
      tx,
      failedRefundEmail({ ...letter, refundId: id, amountCents, reversal, failedAt: now }),
    );
    this.#deps.log.error(
      { order: number, refund: refund.providerRefundId, reason },
      'the payment provider took a refund back: a person must look',
    );
  }
}
