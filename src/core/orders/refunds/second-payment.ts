import { parseAmount } from '#core/kernel/money.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt, setOtherCapture } from '../payment/payment-attempt.store.ts';
import type { ProviderOrder } from '../payment/provider.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';

/** Refunds the second payment of an order that was paid by two attempts. */
export class SecondPayments {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Refunds the payment in `providerOrder` where another attempt paid the order already; where the
   * provider rejects that, the history says so for staff. Throws where it gave no clear answer.
   */
  async refundSecondPayment(order: Purchase, providerOrder: ProviderOrder): Promise<void> {
    const second = providerOrder.captures.find(({ status }) => status === 'COMPLETED');
    if (!second) return;
    const paidAttempt = await findPaidAttempt(this.#deps.db, order.id);
    if (!paidAttempt || paidAttempt.captureId === second.id) return;
    await setOtherCapture(this.#deps.db, providerOrder.providerId, second.id);
    const answer = await this.#deps.payments.refundCapture({
      captureId: second.id,
      requestId: `r-${second.id}`,
      amountCents: parseAmount(second.value, second.currency),
      currency: second.currency,
      purchaseId: order.id,
    });
    if (answer.kind === 'unknown')
      throw new Error(`a second payment could not be refunded: ${answer.reason}`);
    const isRefunded = answer.kind === 'refunded';
    await recordEvent(this.#deps.db, order.id, this.#deps.clock(), {
      kind: isRefunded ? 'second-payment-refunded' : 'second-payment-not-refunded',
      detail: { captureId: second.id, ...(isRefunded ? {} : { issue: answer.issue }) },
    });
    this.#deps.log.error(
      { order: order.number, capture: second.id },
      isRefunded
        ? 'an order was paid twice: the second payment was refunded'
        : 'an order was paid twice: the second payment could not be refunded, a person must do it',
    );
  }
}
