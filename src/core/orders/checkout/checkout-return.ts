import type { Customer } from '#core/accounts/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { PaymentCapture } from '../payment/capture.ts';
import { OrderPage, type CheckoutResult } from '../views/order-page.ts';

/** The buyer comes back from the payment provider. */
export class CheckoutReturn {
  readonly #capture: PaymentCapture;
  readonly #page: OrderPage;

  constructor(parts: { readonly paymentCapture: PaymentCapture; readonly orderPage: OrderPage }) {
    this.#capture = parts.paymentCapture;
    this.#page = parts.orderPage;
  }

  /**
   * Captures the payment once, however often it is called. `checking`: no clear answer yet, the
   * reconciler goes on; `closed`: refunded or suspended. `not-found` for an unknown token,
   * `conflict` if the payment was not approved, was declined, or is not taken
   * since another order stands in the place of this one.
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
    const { status, purchaseId } = captured;
    if (status === 'not-approved' || status === 'declined' || status === 'withheld')
      return fail('conflict', 'Payment capture failed.');
    if (status === 'paid' || status === 'closed')
      return ok({
        state: status,
        order: await this.#page.getOrderView(purchaseId, { browser, customer }),
      });
    return ok({ state: status === 'review' || status === 'mismatch' ? 'review' : 'checking' });
  }
}
