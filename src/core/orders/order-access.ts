import { hasAccess } from './order-states.model.ts';
import { createHash } from 'node:crypto';
import type { Customer } from '#core/accounts/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from './deps.ts';
import { assignOrdersByEmail, findPurchaseByNumber, type Purchase } from './purchase.store.ts';

export { whereOwner } from './purchase.store.ts';

/** How a request shows that it is the buyer's: browser, account, or a signed link from an email. */
export type AccessProof = {
  /** The secret in the cookie of the browser that ordered. */
  readonly browser: string | undefined;
  readonly customer?: Customer | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
};

/** Who a request comes from: a browser, and the account it is signed in with. */
export type Buyer = Pick<AccessProof, 'browser' | 'customer'>;

/** True for the browser that ordered and for the customer who owns the order. */
export const isBuyer = (order: Purchase, { browser, customer }: Buyer): boolean =>
  (browser !== undefined && hashBrowserSecret(browser) === order.buyerSecretHash) ||
  (customer !== undefined && isOwner(customer, order));

/** True if the order was placed with the account, or with its address once it is confirmed. */
const isOwner = (customer: Customer, order: Pick<Purchase, 'customerId' | 'email'>): boolean =>
  order.customerId === customer.id ||
  (customer.confirmed && order.email.toLowerCase() === customer.email.toLowerCase());

/** The hash under which orders store a browser's secret. */
export const hashBrowserSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Decides whose an order is. */
export class OrderAccess {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The order, for its buyer while they have access to its files; `not-found` for anybody else. */
  async requireBuyerOrder(number: string, buyer: Buyer): Promise<Outcome<Purchase>> {
    const order = await findPurchaseByNumber(this.#deps.db, number);
    if (!order || !isBuyer(order, buyer) || !hasAccess(order.state))
      return fail('not-found', 'There is no such order.');
    return ok(order);
  }

  /** After a customer changed their email: guest orders under the old one belong to the account. */
  assignGuestOrders(change: { customerId: number; email: string }): Promise<void> {
    return assignOrdersByEmail(this.#deps.db, change.customerId, change.email);
  }
}
