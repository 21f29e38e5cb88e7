import type { OrderDeps } from '../deps.ts';
import { Deliveries } from '../delivery/deliver.ts';
import { DownloadGrants } from '../delivery/download-grants.ts';
import { Invoices } from '../documents/invoices.ts';
import { OrderStateSync } from '../refunds/order-state.ts';
import type { EventDetail, OrderState, PaymentDetails } from '../model.ts';
import type { Tx } from '#core/deps.ts';
import type { Publisher } from '../deps.ts';
import { transitionOrder, recordEvent, type Purchase, getPurchase } from '../purchase.store.ts';
import { lockUpgradeChain } from '../refunds/order-state.ts';
type PaymentReceived = {
  readonly fromState: OrderState;
  readonly payment: PaymentDetails;
  readonly paidBy: string;
  readonly detail: EventDetail;
  readonly capture?: { readonly attempt: number; readonly id: string };
};

const selectDuplicateTransfers = (
  tx: Tx,
  { id, buyerSecretHash: browser, reportId, licence }: Purchase,
) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '=', browser)
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', '=', 'awaiting-transfer')
    .where('id', '!=', id)
    .orderBy('id');

/** In `tx`: everything that a payment of the order changes is locked, oldest first. */
export async function lockForPayment(tx: Tx, id: number): Promise<Purchase> {
  const duplicates = await selectDuplicateTransfers(tx, await getPurchase(tx, id)).execute();
  return lockUpgradeChain(
    tx,
    id,
    duplicates.map((one) => one.id),
  );
}

export class MarkPaid {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #downloadGrants: DownloadGrants;
  readonly #invoices: Invoices;
  readonly #orderStateSync: OrderStateSync;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
    this.#downloadGrants = new DownloadGrants(deps);
    this.#invoices = new Invoices(deps);
    this.#orderStateSync = new OrderStateSync(deps);
  }

  /** In `tx`: paid, with the grants, the invoice, the certificate and the job that delivers; disputes and refunds that were heard before are followed. Nothing where somebody was quicker. */
  async markPaid(
    site: Publisher,
    tx: Tx,
    id: number,
    { fromState, payment, paidBy, detail, capture: taken }: PaymentReceived,
  ): Promise<void> {
    const now = this.#deps.clock();
    const order = await lockForPayment(tx, id);
    if (
      !(await transitionOrder(tx, id, fromState, 'paid', {
        paidAt: now,
        payment,
      }))
    )
      return;
    await tx
      .updateTable('purchase')
      .set({ claimedBy: null, claimedUntil: null, certificateToken: this.#deps.generateSecret() })
      .where('id', '=', id)
      .execute();
    if (taken)
      await tx
        .updateTable('paymentAttempt')
        .set({ captureId: taken.id })
        .where('id', '=', taken.attempt)
        .execute();
    await this.#downloadGrants.createDownloadGrants(tx, id, null);
    await this.#invoices.issueDocument(site, tx, order, {
      kind: 'invoice',
      cents: order.priceCents,
      paidBy,
    });
    await recordEvent(tx, id, now, 'paid', detail);
    await this.#deliveries.enqueueDelivery(tx, id);
    // Who paid after all in another way owes no transfer for the same licence any more.
    const closed = await selectDuplicateTransfers(tx, order).forUpdate().execute();
    for (const beside of closed) {
      await transitionOrder(tx, beside.id, 'awaiting-transfer', 'cancelled');
      await recordEvent(tx, beside.id, now, 'cancelled', { replacedByOrder: order.number });
    }
    await this.#orderStateSync.syncOrderState(tx, id);
  }
}
