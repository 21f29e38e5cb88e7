import { PaymentCapture } from './capture.ts';
import { PaymentMismatches } from '../refunds/payment-mismatch.ts';
import { Refunds } from '../refunds/refund.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, recordEvent } from '../purchase.store.ts';
import { parseCents } from '#core/kernel/money.model.ts';

export class AttemptSync {
  readonly #deps: OrderDeps;
  readonly #paymentCapture: PaymentCapture;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #refunds: Refunds;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentCapture = new PaymentCapture(deps);
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#refunds = new Refunds(deps);
  }

  /** Brings ours up to what the provider keeps of one attempt. Throws where it gave no clear answer, so that the job comes again. */
  async syncAttempt(attemptId: number): Promise<void> {
    const attempt = await this.#deps.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    const providerOrder = await this.#deps.payments.getProviderOrder(
      String(attempt.providerOrderId),
    );
    if (providerOrder.kind === 'unknown')
      throw new Error(`the provider gave no clear answer: ${providerOrder.reason}`);
    if (providerOrder.kind === 'missing') return;
    const hasCapture = providerOrder.captures.some(
      ({ status }) => status !== 'DECLINED' && status !== 'DENIED',
    );
    if (hasCapture || providerOrder.status === 'APPROVED' || providerOrder.status === 'COMPLETED')
      await this.#paymentCapture.capturePayment(
        attempt,
        await getPurchase(this.#deps.db, attempt.purchaseId),
      );
    const order = await getPurchase(this.#deps.db, attempt.purchaseId);
    if (order.state === 'mismatch') return this.#paymentMismatches.closeMismatch(order.id);
    const current = await this.#deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    if (current.captureId) return this.#refunds.syncRefunds(order.id, providerOrder);
    const secondCapture = providerOrder.captures.find(({ status }) => status === 'COMPLETED');
    const firstCapture =
      secondCapture &&
      (await this.#deps.db
        .selectFrom('paymentAttempt')
        .select('captureId')
        .where('purchaseId', '=', order.id)
        .where('captureId', 'is not', null)
        .executeTakeFirst());
    if (!secondCapture || !firstCapture || firstCapture.captureId === secondCapture.id) return;
    // The order is paid by another attempt: this money goes back by itself.
    const answer = await this.#deps.payments.refundCapture(
      secondCapture.id,
      `r-${secondCapture.id}`,
      parseCents(secondCapture.value),
      secondCapture.currency,
    );
    if (answer.kind === 'unknown')
      throw new Error(`a second payment could not be given back: ${answer.reason}`);
    const isRefunded = answer.kind === 'refunded';
    await recordEvent(
      this.#deps.db,
      order.id,
      this.#deps.clock(),
      isRefunded ? 'second-payment-refunded' : 'second-payment-not-refunded',
      { captureId: secondCapture.id, ...(isRefunded ? {} : { issue: answer.issue }) },
    );
    this.#deps.log.error(
      { order: order.number, capture: secondCapture.id },
      isRefunded
        ? 'an order was paid twice: the second payment was given back'
        : 'an order was paid twice, and the second payment could not be given back: a person must',
    );
  }
}
