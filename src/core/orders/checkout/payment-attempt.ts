import type { Tx } from '#core/deps.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  findAttemptByProviderId,
  findNewestAttempt,
  insertAttempt,
  setProviderOrder,
} from '../payment/payment-attempt.store.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import { markAwaitingApproval } from './checkout.store.ts';

/** An approval page works for three hours; one that ends soon is not used again. Milliseconds. */
const approvalReuseMs = 2.75 * 3_600_000;

/** An order that waits for its payment; the buyer pays, or reads how to, at `approvalUrl`. */
export type PlacedOrder = {
  readonly number: string;
  /** The payment provider's id of the order; empty where it is paid by bank transfer. */
  readonly providerId: string;
  readonly approvalUrl: string;
};

/** The attempt that the buyer goes on with; `openOrder` where it has an approval page already. */
export type OpenAttempt = {
  readonly attemptNumber: number;
  readonly openOrder: PlacedOrder | undefined;
};

/** In `tx`: the newest attempt while it is recent and open, else a new one. */
export async function openPaymentAttempt(
  tx: Tx,
  purchase: Pick<Purchase, 'id' | 'number'>,
  now: Date,
): Promise<OpenAttempt> {
  const newest = await findNewestAttempt(tx, purchase.id);
  const isReusable =
    newest && !newest.closedAt && now.getTime() - newest.createdAt.getTime() < approvalReuseMs;
  if (isReusable) {
    const { attemptNumber, providerOrderId, approvalUrl } = newest;
    if (!providerOrderId || !approvalUrl) return { attemptNumber, openOrder: undefined };
    const openOrder = { number: purchase.number, providerId: providerOrderId, approvalUrl };
    return { attemptNumber, openOrder };
  }
  const attemptNumber = (newest?.attemptNumber ?? 0) + 1;
  await insertAttempt(tx, purchase.id, attemptNumber, now);
  await recordEvent(tx, purchase.id, now, { kind: 'payment-attempt', detail: { attemptNumber } });
  return { attemptNumber, openOrder: undefined };
}

/** The payment provider's side of a checkout: its order is created, or cancelled by the buyer. */
export class PaymentAttempts {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Creates the provider's order for an attempt; the buyer pays at `approvalUrl`. `provider-failed`
   * where the provider refused or gave no clear answer: our order stays, and may be tried again.
   */
  async requestApproval(purchaseId: number, attemptNumber: number): Promise<Outcome<PlacedOrder>> {
    const order = await getPurchase(this.#deps.db, purchaseId);
    const { number } = order;
    const { siteName } = await this.#deps.getPublisher();
    const answer = await this.#deps.payments.createProviderOrder({
      requestId: `c-${purchaseId}-${attemptNumber}`,
      customId: String(purchaseId),
      invoiceId: number,
      ...(await this.#describeOrder(order)),
      amountCents: order.priceCents,
      taxCents: order.taxCents,
      currency: order.currency,
      brandName: siteName.slice(0, 127),
      returnUrl: `${this.#deps.origin}/payment-success`,
      cancelUrl: `${this.#deps.origin}${await this.#getCancelPath(order)}&cancelled=1`,
    });
    if (answer.kind !== 'created') {
      const reason = answer.kind === 'rejected' ? answer.issue : answer.reason;
      await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), {
        kind: 'provider-order-failed',
        detail: {
          attemptNumber,
          reason,
        },
      });
      this.#deps.log.warn(
        { order: number, reason, amount: toDecimalString(order.priceCents, order.currency) },
        'the payment provider did not create an order',
      );
      const code = answer.kind === 'rejected' ? 'provider-failed' : 'provider-unreachable';
      return fail(code, 'Failed to initiate PayPal checkout');
    }
    const { providerId, approvalUrl } = answer;
    await this.#deps.db.transaction().execute(async (tx) => {
      await setProviderOrder(tx, { purchaseId, attemptNumber, providerId, approvalUrl });
      await markAwaitingApproval(tx, purchaseId);
    });
    return ok({ number, providerId, approvalUrl });
  }

  /** What the provider's page and lists name: the licence, whether it is an upgrade, the report. */
  async #describeOrder({ licenceName: name, reportCode, reportTitle, upgradeOf }: Purchase) {
    const item =
      upgradeOf === null
        ? `${name} licence`
        : `Upgrade of order ${(await getPurchase(this.#deps.db, upgradeOf)).number} to: ${name} licence`;
    return {
      description: `${item}, ${reportCode} ${reportTitle}`,
      item: { name: reportTitle, description: item },
    };
  }

  /** The buyer came back without paying: cancelled. An approval that still arrives is captured. */
  async cancelOrder(providerId: string): Promise<void> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return;
    const { id } = known.purchase;
    await this.#deps.db.transaction().execute(async (tx) => {
      if (await transitionOrder(tx, id, 'awaiting-approval', 'cancelled'))
        await recordEvent(tx, id, this.#deps.clock(), { kind: 'cancelled' });
    });
  }

  /** Where the provider sends a buyer who cancels: an upgrade leads back to its base order. */
  async #getCancelPath({ upgradeOf, reportCode, licence }: Purchase): Promise<string> {
    if (upgradeOf === null) return `/buy-now?id=${encodeURIComponent(reportCode)}&type=${licence}`;
    const baseOrder = await getPurchase(this.#deps.db, upgradeOf);
    return `/payment-success?order=${baseOrder.number}`;
  }
}
