import { hasAccess, type OrderState } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Deliveries } from '../delivery/deliver.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import { hasOpenDispute } from './disputes.model.ts';
import {
  listDisputeEvents,
  setRefundedCents,
  updateGrantAccess,
} from './sync-order-state.store.ts';
import { sumCompletedRefunds } from './refund.store.ts';
import { isBaseOrderActive, lockPaidUpgrades } from './upgrade-chain.store.ts';

/** Keeps a paid order's state and downloads in step with refunds, disputes and its base order. */
export class OrderStateSync {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;

  constructor(deps: OrderDeps, parts: { readonly deliveries: Deliveries }) {
    this.#deps = deps;
    this.#deliveries = parts.deliveries;
  }

  /**
   * In `tx`, under lockUpgradeChain: sets the order's state, opens or suspends its downloads, and
   * does the same for its upgrades. What opens again and was never delivered is delivered.
   */
  async syncOrderState(tx: Tx, id: number): Promise<void> {
    const order = await getPurchase(tx, id);
    const refundedCents = Math.min(await sumCompletedRefunds(tx, id), order.priceCents);
    if (refundedCents !== order.refundedCents) await setRefundedCents(tx, id, refundedCents);
    const isBaseOrderClosed = !(await isBaseOrderActive(tx, order));
    const disputes = await listDisputeEvents(tx, id);
    const isSuspended = isBaseOrderClosed || hasOpenDispute(disputes, refundedCents);
    const nextState = getNextState(order, refundedCents, isSuspended);
    if (nextState === order.state || !(await transitionOrder(tx, id, order.state, nextState)))
      return;
    const detail = isBaseOrderClosed ? { reason: 'the order that it upgrades is closed' } : {};
    await recordEvent(tx, id, this.#deps.clock(), { kind: nextState, detail });
    await updateGrantAccess(tx, id, hasAccess(nextState));
    if (hasAccess(nextState) && order.fulfilledAt === null)
      await this.#deliveries.enqueueDelivery(tx, id);
    if (nextState === 'suspended')
      this.#deps.log.warn(
        { order: order.number, isBaseOrderClosed },
        'the downloads of an order are suspended: a person must look',
      );
    for (const upgrade of await lockPaidUpgrades(tx, id)) await this.syncOrderState(tx, upgrade.id);
  }
}

function getNextState(
  { state, priceCents, paidAt, fulfilledAt }: Purchase,
  refundedCents: number,
  isSuspended: boolean,
): OrderState {
  // Refunded without a sale: its payment differed, or was one too many.
  if (refundedCents >= priceCents || (state === 'refunded' && paidAt === null)) return 'refunded';
  if (isSuspended) return 'suspended';
  if (refundedCents > 0) return 'partly-refunded';
  if (state !== 'suspended' && state !== 'refunded' && state !== 'partly-refunded') return state;
  return fulfilledAt === null ? 'paid' : 'fulfilled';
}
