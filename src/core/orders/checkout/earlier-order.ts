import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import { formatDayIn } from '#core/kernel/time-zone.model.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret, type Buyer } from '../order-access.ts';
import { hasAccess, statesInCheck } from '../order-states.model.ts';
import type { PaymentCapture } from '../payment/capture.ts';
import { findAttemptByProviderId } from '../payment/payment-attempt.store.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import {
  findEarlierOrder,
  listOpenProviderOrders,
  type FoundEarlierOrder,
  type OrderOwner,
} from './earlier-order.store.ts';

/** An order of the buyer for the same licence that is paid, or may be paid at any moment. */
export type EarlierOrder = {
  readonly number: string;
  /**
   * Paid; its payment is being checked; its bank transfer is under way; or its payment was not taken,
   * since another order of the same buyer, perhaps made elsewhere, is paid.
   */
  readonly progress: 'paid' | 'checking' | 'awaiting-transfer' | 'not-taken';
  /** When it was paid, or else placed. ISO time. */
  readonly since: string;
};

/** Refuses an order that would make its buyer pay for the same licence twice without knowing. */
export type EarlierOrderRefusal = Refusal & { readonly earlierOrder: EarlierOrder };

/** How long an approved payment can be captured: three hours to approve and three to capture. */
const captureWindowMs = 6 * 3_600_000;

/** Finds the orders that a buyer must know of before they buy the same licence again. */
export class EarlierOrders {
  readonly #deps: OrderDeps;
  readonly #capture: PaymentCapture;

  constructor(deps: OrderDeps, parts: { readonly paymentCapture: PaymentCapture }) {
    this.#deps = deps;
    this.#capture = parts.paymentCapture;
  }

  /**
   * The newest such order of the browser or of the account. An address that was only typed counts
   * for nothing: it would tell strangers what somebody else bought.
   */
  async getEarlierOrder(
    reportId: number,
    licence: Licence,
    buyer: Buyer,
  ): Promise<EarlierOrder | undefined> {
    const wanted = { reportId, licence, owner: toOwner(buyer) };
    return (await findUnresolvedOrder(this.#deps.db, wanted))?.order;
  }

  /**
   * Captures what the buyer approved for this licence and did not come back from, so that another
   * order isn't placed beside it. Without a clear answer nothing changes.
   */
  async captureApproved(reportId: number, licence: Licence, buyer: Buyer): Promise<void> {
    const since = new Date(this.#deps.clock().getTime() - captureWindowMs);
    const wanted = { reportId, licence, owner: toOwner(buyer) };
    for (const providerId of await listOpenProviderOrders(this.#deps.db, wanted, since)) {
      const providerOrder = await this.#deps.payments.getProviderOrder(providerId);
      if (providerOrder.kind !== 'found' || providerOrder.status !== 'APPROVED') continue;
      const known = await findAttemptByProviderId(this.#deps.db, providerId);
      if (known) await this.#capture.capturePayment(known.attempt.id);
    }
  }
}

const toOwner = ({ browser, customer }: Buyer): OrderOwner => ({
  browserHash: browser === undefined ? undefined : hashBrowserSecret(browser),
  customer,
});

/** An order that its buyer has to know of before they buy the licence once more. */
type UnresolvedOrder = {
  readonly order: EarlierOrder;
  /** Who orders all the same asks for another copy beside this order, by id, and all before it. */
  readonly confirmedUpTo: number | null;
};

/** The newest order for the licence that is paid, may be paid at any moment, or was not taken. */
export async function findUnresolvedOrder(
  db: DatabaseOrTx,
  wanted: Parameters<typeof findEarlierOrder>[1],
): Promise<UnresolvedOrder | undefined> {
  const order = await findEarlierOrder(db, wanted);
  if (!order) return undefined;
  const { id, number, supersededBy, placedAt, paidAt } = order;
  const progress = readProgress(order);
  const since = (paidAt ?? placedAt).toISOString();
  const confirmedUpTo = progress === 'awaiting-transfer' ? null : Math.max(id, supersededBy ?? 0);
  return { order: { number, progress, since }, confirmedUpTo };
}

function readProgress({ state, closedReason }: FoundEarlierOrder): EarlierOrder['progress'] {
  if (hasAccess(state) || state === 'suspended') return 'paid';
  if (statesInCheck.includes(state)) return 'checking';
  return closedReason === null ? 'awaiting-transfer' : 'not-taken';
}

/** `conflict`, with the order, its day in the store's zone and what the buyer has to confirm to buy another copy. */
export function refuseSecondOrder(earlierOrder: EarlierOrder, zone: string): EarlierOrderRefusal {
  const confirmation = 'Please confirm that you want to buy another copy.';
  return {
    ...fail('conflict', describeEarlierOrder(earlierOrder, zone), { another: [confirmation] }),
    earlierOrder,
  };
}

function describeEarlierOrder({ number, progress, since }: EarlierOrder, zone: string): string {
  const day = formatDayIn(new Date(since), zone);
  if (progress === 'paid') return `You already have this licence: order ${number} of ${day}.`;
  if (progress === 'not-taken')
    return (
      `We did not take your payment for order ${number} of ${day}, since this licence is paid ` +
      'already.'
    );
  if (progress === 'checking')
    return (
      `We are still checking your payment for order ${number} of ${day}. ` +
      "You don't need to pay again."
    );
  return (
    `You ordered this licence on ${day}, and your bank transfer for order ${number} is awaited. ` +
    "If you have sent it, you don't need to pay again."
  );
}
