import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret, isBuyer, type Buyer } from '../order-access.ts';
import { statesInCheck, unpaidStates, type OrderState } from '../order-states.model.ts';
import { closedReasons, type ClosedReason } from '../payment/closed-order.model.ts';
import { findAttemptByProviderId, findNewestAttempt } from '../payment/payment-attempt.store.ts';
import {
  findLastEvent,
  findPurchaseByNumber,
  getPurchase,
  type Purchase,
} from '../purchase.store.ts';
import { findUnpaidOrder } from './checkout.store.ts';

/** An order that is not paid, or whose payment is still being checked. */
export type UnpaidOrder = {
  readonly number: string;
  readonly state: OrderState;
  /** True while the payment is taken or checked: nothing is to be paid again. */
  readonly isInCheck: boolean;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly licenceName: string;
  /** True if the payment was declined last. */
  readonly isDeclined: boolean;
  /** True if the provider refused it last because of our account or our request. */
  readonly isOurFault: boolean;
  /** The provider's page where it can still be paid; undefined once that is over. */
  readonly approvalUrl: string | undefined;
  /** The order that this one upgrades. */
  readonly baseOrderNumber: string | undefined;
  /** Why no payment is taken for it any more. */
  readonly closedReason: ClosedReason | undefined;
  /**
   * The order of theirs that stands in its place; one that was made elsewhere is in an email alone.
   */
  readonly insteadNumber: string | undefined;
};

/** The checkout's data about a buyer who comes back to it. */
export class ResumeCheckout {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The unpaid order behind the provider's token, for its buyer alone. */
  async getUnpaidOrder(token: string, buyer: Buyer): Promise<UnpaidOrder | undefined> {
    const known = /^[A-Z0-9]{1,36}$/.test(token)
      ? await findAttemptByProviderId(this.#deps.db, token)
      : undefined;
    if (!known || !isBuyer(known.purchase, buyer)) return undefined;
    return this.#describe(known.purchase, buyer);
  }

  /** The same by its number: an order by card that is not paid, or whose payment is in check. */
  async getUnpaidOrderByNumber(number: string, buyer: Buyer): Promise<UnpaidOrder | undefined> {
    const purchase = await findPurchaseByNumber(this.#deps.db, number);
    if (!purchase || !isBuyer(purchase, buyer)) return undefined;
    const isUnpaid = [...statesInCheck, ...unpaidStates].includes(purchase.state);
    if (!isUnpaid || purchase.paymentMethod !== 'card') return undefined;
    return this.#describe(purchase, buyer);
  }

  async #describe(purchase: Purchase, buyer: Buyer): Promise<UnpaidOrder> {
    const attempt = await findNewestAttempt(this.#deps.db, purchase.id);
    const { supersededBy } = purchase;
    const instead =
      supersededBy === null ? undefined : await getPurchase(this.#deps.db, supersededBy);
    const closedReason = closedReasons.find((known) => known === purchase.closedReason);
    const isPayable = purchase.state !== 'expired' && !closedReason && !attempt?.closedAt;
    const { id, number, state, reportTitle, reportCode, licence, licenceName, upgradeOf } =
      purchase;
    const lastEvent = await findLastEvent(this.#deps.db, id);
    const baseOrder = upgradeOf === null ? undefined : await getPurchase(this.#deps.db, upgradeOf);
    return {
      number,
      state,
      isInCheck: statesInCheck.includes(state),
      reportTitle,
      reportCode,
      licence,
      licenceName,
      isDeclined: lastEvent?.kind === 'payment-declined',
      isOurFault: lastEvent?.kind === 'payment-refused',
      approvalUrl: (isPayable && attempt?.approvalUrl) || undefined,
      baseOrderNumber: baseOrder?.number,
      closedReason,
      insteadNumber: instead && isBuyer(instead, buyer) ? instead.number : undefined,
    };
  }

  /**
   * Returns the fields that a browser filled in for its newest unpaid order of a report: form field
   * to value, the country by its name.
   */
  async getPreviousBillingDetails(
    reportId: number,
    browser: string | undefined,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    if (browser === undefined) return undefined;
    const order = await findUnpaidOrder(this.#deps.db, hashBrowserSecret(browser), reportId);
    if (!order) return undefined;
    return {
      buyer_type: order.buyerKind,
      name: order.name,
      email: order.email,
      mobile_no: order.mobileNo,
      company_name: order.companyName,
      title: order.jobTitle,
      address: order.address,
      city: order.city,
      state: order.region,
      zip: order.zip,
      tax_id: order.taxId ?? '',
      country: order.country,
    };
  }
}
