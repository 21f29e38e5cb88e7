import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt } from '../payment/payment-attempt.store.ts';
import { findPurchaseByNumber, type Purchase } from '../purchase.store.ts';
import { PaymentMismatches } from './payment-mismatch.ts';
import { RefundRecorder } from './record-refund.ts';
import { countRefunds, findUnansweredRefund, insertRefund } from './refund.store.ts';
import { RefundRequests } from './request-refund.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';

/** A refund that is to be requested from the provider, or that is completed already. */
type RefundStep = { readonly refundId: number } | 'recorded';

/** Refunds that staff make: card payments through the provider, bank transfers by hand. */
export class Refunds {
  readonly #deps: OrderDeps;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #recorder: RefundRecorder;
  readonly #requests: RefundRequests;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#recorder = new RefundRecorder(deps);
    this.#requests = new RefundRequests(deps);
  }

  /**
   * Refunds a part or the rest of an order, once however often it is tried; the rest closes its
   * downloads. `not-found`, `conflict` where nothing is paid or the provider rejects it, `invalid`
   * for more than is left, `provider-failed` without a clear answer: the reconciler goes on then.
   */
  async refundOrder(
    number: string,
    amountCents: number,
    reason: string,
  ): Promise<Outcome<undefined>> {
    const found = await findPurchaseByNumber(this.#deps.db, number);
    if (!found) return fail('not-found', 'There is no such order.');
    if (found.state === 'mismatch')
      return this.#paymentMismatches.refundMismatch(found.id, amountCents);
    const step = await this.#startRefund(found.id, amountCents, reason.slice(0, 300));
    if (!step.ok) return step;
    return step.value === 'recorded'
      ? ok(undefined)
      : this.#requests.requestRefund(step.value.refundId);
  }

  /** Stores the refund before the provider is called; one of a transfer is completed at once. */
  async #startRefund(
    purchaseId: number,
    amountCents: number,
    reason: string,
  ): Promise<Outcome<RefundStep>> {
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<RefundStep>> => {
      const order = await lockUpgradeChain(tx, purchaseId);
      const source = await findPaymentSource(tx, order);
      if (!isRefundable(order) || !source)
        return fail('conflict', 'This order was not paid, or was refunded already.');
      const unanswered = await findUnansweredRefund(tx, { purchaseId, amountCents, reason });
      if (unanswered) return ok({ refundId: unanswered.id });
      const earlier = await countRefunds(tx, purchaseId);
      const leftCents = order.priceCents - earlier.cents;
      if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > leftCents) {
        const message = `At most ${formatMoney(leftCents, order.currency)} can be refunded.`;
        return fail('invalid', message, { amount: [message] });
      }
      const requestId = earlier.count === 0 ? `r-${source}` : `r-${source}-${earlier.count + 1}`;
      const createdAt = this.#deps.clock();
      const row = { purchaseId, requestId, amountCents, reason, createdAt };
      const refund = await insertRefund(tx, row);
      if (order.paymentMethod !== 'bank') return ok({ refundId: refund.id });
      const completed = { ...refund, providerRefundId: requestId };
      await this.#recorder.recordLastRefund(site, tx, order, completed);
      return ok('recorded');
    });
  }
}

/** Delivered, or suspended by a dispute or a closed base order. */
const isRefundable = ({ state }: Purchase): boolean => hasAccess(state) || state === 'suspended';

/** What refunds' request ids derive from: the transfer or the capture that paid the order. */
async function findPaymentSource(tx: Tx, order: Purchase): Promise<string | null | undefined> {
  if (order.paymentMethod === 'bank') return `bank-${order.number}`;
  return (await findPaidAttempt(tx, order.id))?.captureId;
}
