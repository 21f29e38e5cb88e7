import { statesWithAccess, type OrderState } from './order-states.model.ts';
import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { PlacedOrder } from './checkout/payment-attempt.ts';
import type { ResendLinks } from './delivery/resend-links.ts';
import type { OrderDeps } from './deps.ts';
import type { Seats } from './licences/seats.ts';
import { Upgrades, type UpgradeRequest } from './licences/upgrade.ts';
import { OrderAccess, type Buyer } from './order-access.ts';
import { findPurchaseByNumber } from './purchase.store.ts';
import { OrderPage, type OrderView } from './views/order-page.ts';

/** States in which an order has a page of its own. */
const statesWithPage: readonly OrderState[] = [
  'awaiting-transfer',
  ...statesWithAccess,
  'refunded',
  'suspended',
];

/** Shows buyers their own order, and does what they ask of it. Others get `not-found`. */
export class OwnOrder {
  readonly #deps: OrderDeps;
  readonly #access: OrderAccess;
  readonly #page: OrderPage;
  readonly #resendLinks: ResendLinks;
  readonly #seats: Seats;
  readonly #upgrades: Upgrades;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly orderAccess: OrderAccess;
      readonly orderPage: OrderPage;
      readonly resendLinks: ResendLinks;
      readonly seats: Seats;
      readonly upgrades: Upgrades;
    },
  ) {
    this.#deps = deps;
    this.#access = parts.orderAccess;
    this.#page = parts.orderPage;
    this.#resendLinks = parts.resendLinks;
    this.#seats = parts.seats;
    this.#upgrades = parts.upgrades;
  }

  /** The order, for its buyer alone, once it was paid or is to be paid by transfer. */
  async getOwnOrder(number: string, buyer: Buyer): Promise<OrderView | undefined> {
    const row = await findPurchaseByNumber(this.#deps.db, number);
    if (!row) return undefined;
    const isClosedTransfer =
      row.paymentMethod === 'bank' && ['cancelled', 'expired'].includes(row.state);
    if (!isClosedTransfer && !statesWithPage.includes(row.state)) return undefined;
    const order = await this.#page.getOrderView(row.id, buyer);
    return order.isOwn ? order : undefined;
  }

  /** The download links work again, and an email brings them. `rate-limited` after three a day. */
  async resendLinks(number: string, buyer: Buyer): Promise<Outcome<{ message: string }>> {
    const order = await this.#access.requireBuyerOrder(number, buyer);
    return order.ok ? this.#resendLinks.resendLinks(order.value) : order;
  }

  /** A colleague is invited to a seat by email; see Seats for its refusals. */
  async inviteToSeat(
    number: string,
    buyer: Buyer,
    form: Readonly<Record<string, unknown>>,
  ): ReturnType<Seats['inviteToSeat']> {
    const order = await this.#access.requireBuyerOrder(number, buyer);
    return order.ok ? this.#seats.inviteToSeat(order.value, form) : order;
  }

  /** The seat of this address is revoked, and its download links stop working. */
  async revokeSeat(number: string, buyer: Buyer, email: string): Promise<Outcome<undefined>> {
    const order = await this.#access.requireBuyerOrder(number, buyer);
    if (!order.ok) return order;
    await this.#seats.revokeSeat(order.value, email);
    return ok(undefined);
  }

  /** Larger licences and the cents still to be paid for them; empty for anybody but the buyer. */
  async listUpgrades(number: string, buyer: Buyer): Promise<{ licence: Licence; cents: number }[]> {
    const order = await this.#access.requireBuyerOrder(number, buyer);
    return order.ok ? this.#upgrades.listUpgrades(order.value) : [];
  }

  /** An order for the difference to a larger licence, to be paid at `approvalUrl`. */
  async placeUpgrade(
    number: string,
    buyer: Buyer,
    licence: string,
    request: UpgradeRequest = {},
  ): Promise<Outcome<PlacedOrder>> {
    const order = await this.#access.requireBuyerOrder(number, buyer);
    return order.ok ? this.#upgrades.placeUpgrade(order.value, licence, request) : order;
  }
}
