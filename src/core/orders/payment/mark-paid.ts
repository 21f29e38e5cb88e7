import type { OrderState } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Deliveries } from '../delivery/deliver.ts';
import type { DownloadGrants } from '../delivery/download-grants.ts';
import { getDeliveryDay } from '../delivery/promise.model.ts';
import { isWaiting, setDeliverBy } from '../delivery/promise.store.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Invoices } from '../documents/invoices.ts';
import type { EventDetail, PaymentDetails } from '../model.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import type { OrderStateSync } from '../refunds/sync-order-state.ts';
import { lockUpgradeChain } from '../refunds/upgrade-chain.store.ts';
import { listDuplicateTransfers, lockDuplicateTransfers, setPaid } from './mark-paid.store.ts';
import { setCapture } from './payment-attempt.store.ts';
import { paidPauseMs } from './timing.model.ts';

type PaymentReceived = {
  readonly fromState: OrderState;
  readonly payment: PaymentDetails;
  /** How it was paid, as the invoice says it. */
  readonly paidBy: string;
  /** The data that the order's history stores with the payment. */
  readonly detail: EventDetail;
  /** The provider's capture; none for a bank transfer. */
  readonly capture?: { readonly attemptId: number; readonly captureId: string };
};

/** In `tx`: locks every order that a payment of this one changes, oldest first. */
export async function lockForPayment(tx: Tx, id: number): Promise<Purchase> {
  const duplicates = await listDuplicateTransfers(tx, await getPurchase(tx, id));
  return lockUpgradeChain(
    tx,
    id,
    duplicates.map((duplicate) => duplicate.id),
  );
}

/**
 * Returns the event of a paid order for other programs: nothing about the buyer, whom the back
 * office shows.
 */
const describePaidOrder = (order: Purchase) => ({
  number: order.number,
  reportCode: order.reportCode,
  licence: order.licence,
  priceCents: order.priceCents,
  taxCents: order.taxCents,
  currency: order.currency,
});

/** Writes what a payment changes, whichever way it came. */
export class MarkPaid {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #downloadGrants: DownloadGrants;
  readonly #invoices: Invoices;
  readonly #orderStateSync: OrderStateSync;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly deliveries: Deliveries;
      readonly downloadGrants: DownloadGrants;
      readonly invoices: Invoices;
      readonly orderStateSync: OrderStateSync;
    },
  ) {
    this.#deps = deps;
    this.#deliveries = parts.deliveries;
    this.#downloadGrants = parts.downloadGrants;
    this.#invoices = parts.invoices;
    this.#orderStateSync = parts.orderStateSync;
  }

  /**
   * In `tx`: the order is paid and has download grants, an invoice, a certificate and a job that
   * delivers it. Where there is nothing to download yet, it waits until we deliver it, for so many
   * days as it promised. Disputes and refunds that arrived before the payment take effect. Nothing
   * changes where the order left `fromState` meanwhile.
   */
  async markPaid(
    site: Publisher,
    tx: Tx,
    id: number,
    { fromState, payment, paidBy, detail, capture }: PaymentReceived,
  ): Promise<void> {
    const now = this.#deps.clock();
    const order = await lockForPayment(tx, id);
    const { sealed: certificateToken } = this.#deps.secrets.createToken();
    const paid = { paidAt: now, paidOn: toDay(now, site.timeZone), payment, certificateToken };
    if (!(await setPaid(tx, id, { fromState, ...paid }))) return;
    const nextPollAt = new Date(now.getTime() + paidPauseMs(0));
    if (capture) await setCapture(tx, capture.attemptId, capture.captureId, nextPollAt);
    if (!(await this.#downloadGrants.createPaidGrants(tx, order)))
      await this.#promiseDelivery(site, tx, order, now);
    await this.#invoices.issueDocument(site, tx, order, {
      kind: 'invoice',
      cents: order.priceCents,
      paidBy,
    });
    await recordEvent(tx, id, now, { kind: 'paid', detail });
    await this.#deliveries.enqueueDelivery(tx, id);
    await this.#deps.events.emit(tx, [{ type: 'order.paid', data: describePaidOrder(order) }]);
    await this.#cancelDuplicateTransfers(tx, order, now);
    await this.#orderStateSync.syncOrderState(tx, id);
  }

  /** In `tx`: an upgrade is delivered no later than what the order that it upgrades waits for. */
  async #promiseDelivery(
    { timeZone }: Publisher,
    tx: Tx,
    order: Purchase,
    paidAt: Date,
  ): Promise<void> {
    const own = getDeliveryDay(paidAt, order.deliveryDays ?? 0, timeZone);
    const { upgradeOf } = order;
    const earlier =
      upgradeOf !== null && (await isWaiting(tx, upgradeOf))
        ? (await getPurchase(tx, upgradeOf)).deliverBy
        : null;
    await setDeliverBy(tx, order.id, earlier !== null && earlier < own ? earlier : own);
  }

  /** In `tx`: a buyer who paid in another way owes no transfer for the same licence any more. */
  async #cancelDuplicateTransfers(tx: Tx, order: Purchase, now: Date): Promise<void> {
    for (const { id } of await lockDuplicateTransfers(tx, order)) {
      await transitionOrder(tx, id, 'awaiting-transfer', 'cancelled');
      await recordEvent(tx, id, now, {
        kind: 'cancelled',
        detail: { replacedByOrder: order.number },
      });
    }
  }
}
