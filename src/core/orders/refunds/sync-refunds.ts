import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt } from '../payment/payment-attempt.store.ts';
import type { ProviderOrder, ProviderRefund } from '../payment/provider.ts';
import type { Purchase } from '../purchase.store.ts';
import { taxOfRefund } from './refund-tax.model.ts';
import { OrderStateSync } from './sync-order-state.ts';
import { RefundRecorder } from './record-refund.ts';
import {
  findRefundByProviderId,
  findUnlinkedRefund,
  insertRefund,
  listStandingRefunds,
  type Refund,
} from './refund.store.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';

/** Records the refunds that the provider made. */
export class RefundSync {
  readonly #deps: OrderDeps;
  readonly #orderStateSync: OrderStateSync;
  readonly #recorder: RefundRecorder;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#orderStateSync = new OrderStateSync(deps);
    this.#recorder = new RefundRecorder(deps);
  }

  /**
   * Each refund of the provider has one row, one credit note and one email, no matter who made it,
   * and the order's state follows refunds and disputes. Repeating it, in any order, changes nothing.
   */
  async syncRefunds(purchaseId: number, providerOrder: ProviderOrder): Promise<void> {
    const site = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      const order = await lockUpgradeChain(tx, purchaseId);
      const paidAttempt = await findPaidAttempt(tx, purchaseId);
      const isPaid =
        hasAccess(order.state) || order.state === 'refunded' || order.state === 'suspended';
      if (!paidAttempt || !isPaid) return;
      for (const providerRefund of providerOrder.refunds) {
        const { id: providerRefundId, status, captureId } = providerRefund;
        const isOfOtherCapture = captureId !== undefined && captureId !== paidAttempt.captureId;
        if (status !== 'COMPLETED' || isOfOtherCapture) continue;
        const refund = await this.#ensureRefund(tx, order, providerRefund);
        if (refund.state !== 'completed')
          await this.#recorder.recordRefund(site, tx, order, { ...refund, providerRefundId });
      }
      await this.#orderStateSync.syncOrderState(tx, purchaseId);
    });
  }

  /** The row of a provider's refund: its own, one of ours that waits for it, else a new one. */
  async #ensureRefund(
    tx: Tx,
    order: Purchase,
    { id, value, currency }: ProviderRefund,
  ): Promise<Refund> {
    const amountCents = parseAmount(value, currency);
    const known =
      (await findRefundByProviderId(tx, id)) ??
      (await findUnlinkedRefund(tx, order.id, amountCents));
    if (known) return known;
    const earlier = await listStandingRefunds(tx, order.id);
    return insertRefund(tx, {
      purchaseId: order.id,
      providerRefundId: id,
      amountCents,
      taxCents: taxOfRefund(order, earlier, amountCents),
      reason: 'Refunded at the payment provider.',
      createdAt: this.#deps.clock(),
    });
  }
}
