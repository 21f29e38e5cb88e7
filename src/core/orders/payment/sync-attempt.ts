import type { OrderDeps } from '../deps.ts';
import { getPurchase } from '../purchase.store.ts';
import { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import { SecondPayments } from '../refunds/second-payment.ts';
import { RefundSync } from '../refunds/sync-refunds.ts';
import { PaymentCapture } from './capture.ts';
import { getAttempt } from './payment-attempt.store.ts';

/** Brings an order up to what the provider knows about its payment. */
export class AttemptSync {
  readonly #deps: OrderDeps;
  readonly #paymentCapture: PaymentCapture;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #refundSync: RefundSync;
  readonly #secondPayments: SecondPayments;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentCapture = new PaymentCapture(deps);
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#refundSync = new RefundSync(deps);
    this.#secondPayments = new SecondPayments(deps);
  }

  /**
   * Captures an approved attempt, and records refunds, a mismatch that was refunded, or a second
   * payment. Throws where the provider gave no clear answer, so that the job is tried again.
   */
  async syncAttempt(attemptId: number): Promise<void> {
    const attempt = await getAttempt(this.#deps.db, attemptId);
    const providerOrder = await this.#deps.payments.getProviderOrder(
      String(attempt.providerOrderId),
    );
    if (providerOrder.kind === 'unknown')
      throw new Error(`the payment provider gave no clear answer: ${providerOrder.reason}`);
    if (providerOrder.kind === 'missing') return;
    const hasCapture = providerOrder.captures.some(
      ({ status }) => status !== 'DECLINED' && status !== 'DENIED',
    );
    if (hasCapture || providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED') {
      const purchase = await getPurchase(this.#deps.db, attempt.purchaseId);
      await this.#paymentCapture.capturePayment(attempt, purchase);
    }
    const order = await getPurchase(this.#deps.db, attempt.purchaseId);
    if (order.state === 'mismatch') return this.#paymentMismatches.closeMismatch(order.id);
    const { captureId } = await getAttempt(this.#deps.db, attemptId);
    if (captureId) return this.#refundSync.syncRefunds(order.id, providerOrder);
    return this.#secondPayments.refundSecondPayment(order, providerOrder);
  }
}
