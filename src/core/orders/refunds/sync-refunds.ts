import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt } from '../payment/payment-attempt.store.ts';
import type { ProviderOrder, ProviderRefund } from '../payment/provider.ts';
import type { Purchase } from '../purchase.store.ts';
import type { OrderStateSync } from './sync-order-state.ts';
import type { RefundRecorder } from './record-refund.ts';
import { taxOfRefund } from './refund-tax.model.ts';
import {
  findRefundByProviderId,
  findRefundByRequestId,
  findRefundSentByPaypal,
  insertRefund,
  isAnswerAwaited,
  listStandingRefunds,
  setProviderRefundId,
  type Refund,
} from './refund.store.ts';
import { isTakenBack } from './refund-state.model.ts';
import type { RefundReversals } from './reverse-refund.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';

/** Records what became of the refunds that the provider made. */
export class RefundSync {
  readonly #deps: OrderDeps;
  readonly #orderStateSync: OrderStateSync;
  readonly #recorder: RefundRecorder;
  readonly #reversals: RefundReversals;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly orderStateSync: OrderStateSync;
      readonly refundRecorder: RefundRecorder;
      readonly refundReversals: RefundReversals;
    },
  ) {
    this.#deps = deps;
    this.#orderStateSync = parts.orderStateSync;
    this.#recorder = parts.refundRecorder;
    this.#reversals = parts.refundReversals;
  }

  /**
   * Each refund of the provider has one row, no matter who made it, and is pending, completed or
   * reversed as the provider's record says. The order's state follows refunds and disputes.
   * Repeating it, in any order, changes nothing.
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
        const { captureId } = providerRefund;
        if (captureId !== undefined && captureId !== paidAttempt.captureId) continue;
        const refund = await this.#ensureRefund(tx, order, providerRefund);
        if (refund) await this.#followProvider(site, tx, { order, refund, providerRefund });
      }
      await this.#orderStateSync.syncOrderState(tx, purchaseId);
    });
  }

  /** In `tx`: the refund is what the provider says; one that is completed is not pending again. */
  async #followProvider(
    site: Publisher,
    tx: Tx,
    {
      order,
      refund,
      providerRefund: { id: providerRefundId, status, reason },
    }: { order: Purchase; refund: Refund; providerRefund: ProviderRefund },
  ): Promise<void> {
    const { state } = refund;
    if (status === 'COMPLETED' && state !== 'completed')
      await this.#recorder.recordRefund(site, tx, order, { ...refund, providerRefundId });
    else if (status === 'PENDING' && (state === 'requested' || state === 'refused'))
      await this.#recorder.recordPending(site, tx, order, { ...refund, providerRefundId });
    else if (isTakenBack(status) && state !== 'reversed' && state !== 'refused')
      await this.#reversals.recordReversal(site, tx, order, {
        refund,
        reason: reason === undefined ? status : `${status}, ${reason}`,
      });
  }

  /**
   * The row of a provider's refund: its own, the one whose request it names, one that staff recorded
   * as sent by PayPal, else a new one.
   * Undefined if it may be one of ours that has no answer yet, and where it came to nothing.
   */
  async #ensureRefund(
    tx: Tx,
    order: Purchase,
    { id, value, currency, status, customId }: ProviderRefund,
  ): Promise<Refund | undefined> {
    const known =
      (await findRefundByProviderId(tx, id)) ??
      (customId === undefined ? undefined : await findRefundByRequestId(tx, customId));
    if (known?.purchaseId === order.id) return known;
    const amountCents = parseAmount(value, currency);
    if (isTakenBack(status) || (await isAnswerAwaited(tx, order.id, amountCents))) return undefined;
    const byHand = await findRefundSentByPaypal(tx, order.id, amountCents);
    if (byHand) {
      await setProviderRefundId(tx, byHand.id, id);
      return { ...byHand, providerRefundId: id };
    }
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
