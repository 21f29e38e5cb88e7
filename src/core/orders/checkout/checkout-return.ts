import type { Customer } from '#core/accounts/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { PaymentCapture } from '../payment/capture.ts';
import { OrderPage, type CheckoutResult } from '../views/order-page.ts';

/** The buyer comes back from the payment provider. */
export class CheckoutReturn {
  readonly #capture: PaymentCapture;
  readonly #page: OrderPage;

  constructor(deps: OrderDeps) {
    this.#capture = new PaymentCapture(deps);
    this.#page = new OrderPage(deps);
  }

  /**
   * Captures the payment once, however often it is called, and answers the same each time. `not-found` for a token that is
   * not ours, `conflict` where it was not approved or was declined. `checking`: the provider gave no clear answer and the
   * reconciler goes on; `review`: the provider itself has to look; `closed`: the money was refunded or is in dispute.
   */
  async completeCheckout(
    token: string,
    browser: string | undefined,
    customer?: Customer,
  ): Promise<Outcome<CheckoutResult>> {
    const captured = /^[A-Z0-9]{1,36}$/.test(token)
      ? await this.#capture.capturePaymentByProviderId(token)
      : undefined;
    if (!captured) return fail('not-found', 'Payment capture failed.');
    const { settled: status, purchaseId } = captured;
    if (status === 'not-approved' || status === 'declined')
      return fail('conflict', 'Payment capture failed.');
    if (status === 'paid' || status === 'closed')
      return ok({
        state: status,
        order: await this.#page.getOrderView(purchaseId, { browser, customer }),
      });
    return ok({ state: status === 'review' || status === 'mismatch' ? 'review' : 'checking' });
  }
}
