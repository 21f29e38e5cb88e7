import type { OrderDeps } from '../deps.ts';
import { getPurchase } from '../purchase.store.ts';
import type { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import type { SecondPayments } from '../refunds/second-payment.ts';
import type { RefundSync } from '../refunds/sync-refunds.ts';
import type { PaymentCapture } from './capture.ts';
import { getAttempt } from './payment-attempt.store.ts';

/** Brings an order up to what the provider knows about its payment. */
export class AttemptSync {
  readonly #deps: OrderDeps;
  readonly #paymentCapture: PaymentCapture;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #refundSync: RefundSync;
  readonly #secondPayments: SecondPayments;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly paymentCapture: PaymentCapture;
      readonly paymentMismatches: PaymentMismatches;
      readonly refundSync: RefundSync;
      readonly secondPayments: SecondPayments;
    },
  ) {
    this.#deps = deps;
    this.#paymentCapture = parts.paymentCapture;
    this.#paymentMismatches = parts.paymentMismatches;
    this.#refundSync = parts.refundSync;
    this.#secondPayments = parts.secondPayments;
  }

  /**
   * Captures an approved attempt, and records refunds, a mismatch that was refunded, or a second
   * payment. Throws if the provider gave no clear answer, so that the job is tried again.
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
    const isApproved = providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED';
    const status = hasCapture
      ? await this.#paymentCapture.settleCapture(attemptId, providerOrder)
      : isApproved && (await this.#paymentCapture.capturePayment(attemptId));
    // Another process is at it: its end is awaited, and money that came is never passed over.
    if (hasCapture && status === 'checking')
      throw new Error('a payment that was captured could not be recorded yet');
    const order = await getPurchase(this.#deps.db, attempt.purchaseId);
    if (order.state === 'mismatch') {
      await this.#secondPayments.returnOrderPayment(order.id);
      return this.#paymentMismatches.closeMismatch(order.id);
    }
    const { captureId } = await getAttempt(this.#deps.db, attemptId);
    if (captureId) return this.#refundSync.syncRefunds(order.id, providerOrder);
    return this.#secondPayments.refundSecondPayment(order, providerOrder);
  }
}
