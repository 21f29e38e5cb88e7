import type { OrderDeps } from './deps.ts';
import { type Outcome, fail, ok } from '../kernel/outcome.ts';
import type { Purchase } from './purchase.store.ts';
import { statesWithAccess } from './model.ts';
import type { Customer } from '../accounts/model.ts';
import type { ExpressionBuilder } from 'kysely';
import type { DB } from '../kernel/database-types.ts';
import { createHash } from 'node:crypto';

/** How a request proves that it is the buyer's: the ordering browser, the account, or the signed link of a letter. */
export type AccessProof = {
  readonly browser: string | undefined;
  readonly customer?: Customer | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
};

/** True for the browser that ordered and for the customer whose order it is. */
export const isBuyer = (
  order: Purchase,
  { browser, customer }: Pick<AccessProof, 'browser' | 'customer'>,
): boolean =>
  (browser !== undefined && hashBrowserSecret(browser) === order.buyerSecretHash) ||
  (customer !== undefined && isOwner(customer, order));

/** True where the order was placed with the account, or with its address once that is confirmed. */
export const isOwner = (
  customer: Customer,
  order: Pick<Purchase, 'customerId' | 'email'>,
): boolean =>
  order.customerId === customer.id ||
  (customer.confirmed && order.email.toLowerCase() === customer.email.toLowerCase());

/** The same as a condition on `purchase`. */
export const whereOwner = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  customer: Pick<Customer, 'id' | 'email' | 'confirmed'>,
) =>
  eb.or([
    eb('customerId', '=', customer.id),
    ...(customer.confirmed
      ? [eb(eb.fn('lower', ['email']), '=', customer.email.toLowerCase())]
      : []),
  ]);

/** A browser's secret as orders keep it. */
export const hashBrowserSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Who a request comes from, as far as orders ask. */
export type Buyer = Pick<AccessProof, 'browser' | 'customer'>;

/** Whose an order is. */
export class OrderAccess {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The order for its buyer while its files are his; 404 for everybody else. */
  async requireBuyerOrder(
    number: string,
    proof: Pick<AccessProof, 'browser' | 'customer'>,
  ): Promise<Outcome<Purchase>> {
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst();
    if (!order || !isBuyer(order, proof) || !statesWithAccess.includes(order.state))
      return fail('not-found', 'There is no such order.');
    return ok(order);
  }

  /** An address moved: orders that were placed with the old one as a guest are the customer's by his account. */
  async assignGuestOrders({
    customerId,
    email,
  }: {
    customerId: number;
    email: string;
  }): Promise<void> {
    const orders = await this.#deps.db
      .selectFrom('purchase')
      .select('id')
      .where('customerId', 'is', null)
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .orderBy('id')
      .execute();
    for (const { id } of orders)
      await this.#deps.db
        .updateTable('purchase')
        .set({ customerId })
        .where('id', '=', id)
        .where('customerId', 'is', null)
        .execute();
  }
}
