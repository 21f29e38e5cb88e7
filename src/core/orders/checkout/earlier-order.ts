import type { Licence } from '#core/catalogue/licence.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret, type Buyer } from '../order-access.ts';
import { hasAccess, statesInCheck } from '../order-states.model.ts';
import { PaymentCapture } from '../payment/capture.ts';
import { findAttemptByProviderId } from '../payment/payment-attempt.store.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import {
  findEarlierOrder,
  listOpenProviderOrders,
  type OrderOwner,
} from './earlier-order.store.ts';

/** An order of the buyer for the same licence that is paid, or may be paid at any moment. */
export type EarlierOrder = {
  readonly number: string;
  /** Paid; its payment is being checked; or its bank transfer is under way. */
  readonly progress: 'paid' | 'checking' | 'awaiting-transfer';
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

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#capture = new PaymentCapture(deps);
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
    return findUnresolvedOrder(this.#deps.db, { reportId, licence, owner: toOwner(buyer) });
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
      if (known) await this.#capture.capturePayment(known.attempt, known.purchase);
    }
  }
}

const toOwner = ({ browser, customer }: Buyer): OrderOwner => ({
  browserHash: browser === undefined ? undefined : hashBrowserSecret(browser),
  customer,
});

/** The newest order for the licence that is paid or may be paid at any moment. */
export async function findUnresolvedOrder(
  db: DatabaseOrTx,
  wanted: Parameters<typeof findEarlierOrder>[1],
): Promise<EarlierOrder | undefined> {
  const order = await findEarlierOrder(db, wanted);
  if (!order) return undefined;
  const { number, state, placedAt, paidAt } = order;
  const since = (paidAt ?? placedAt).toISOString();
  if (hasAccess(state) || state === 'suspended') return { number, progress: 'paid', since };
  return {
    number,
    progress: statesInCheck.includes(state) ? 'checking' : 'awaiting-transfer',
    since,
  };
}

/** `conflict`, with the order and what the buyer has to confirm to buy another copy. */
export function refuseSecondOrder(earlierOrder: EarlierOrder): EarlierOrderRefusal {
  const confirmation = 'Please confirm that you want to buy another copy.';
  return {
    ...fail('conflict', describeEarlierOrder(earlierOrder), { another: [confirmation] }),
    earlierOrder,
  };
}

function describeEarlierOrder({ number, progress, since }: EarlierOrder): string {
  const day = formatDay(new Date(since));
  if (progress === 'paid') return `You already have this licence: order ${number} of ${day}.`;
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
