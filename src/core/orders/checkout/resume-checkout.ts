import type { Licence } from '#core/catalogue/licence.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret, isBuyer, type Buyer } from '../order-access.ts';
import { findAttemptByProviderId } from '../payment/payment-attempt.store.ts';
import { findLastEvent, getPurchase } from '../purchase.store.ts';
import { findUnpaidOrder } from './checkout.store.ts';

/** An order whose buyer came back without paying. */
export type UnpaidOrder = {
  readonly number: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly licenceName: string;
  /** True where the payment was declined last. */
  readonly isDeclined: boolean;
  /** The provider's page where it can still be paid. */
  readonly approvalUrl: string | undefined;
  /** The order that this one upgrades. */
  readonly baseOrderNumber: string | undefined;
};

/** What the checkout knows about a buyer who comes back to it. */
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
    const { attempt, purchase } = known;
    const { id, number, reportTitle, reportCode, licence, licenceName, upgradeOf } = purchase;
    const lastEvent = await findLastEvent(this.#deps.db, id);
    const baseOrder = upgradeOf === null ? undefined : await getPurchase(this.#deps.db, upgradeOf);
    return {
      number,
      reportTitle,
      reportCode,
      licence,
      licenceName,
      isDeclined: lastEvent?.kind === 'payment-declined',
      approvalUrl: attempt.approvalUrl ?? undefined,
      baseOrderNumber: baseOrder?.number,
    };
  }

  /**
   * What a browser filled in for its newest unpaid order of a report: form field to value, the
   * country by its name.
   */
  async getPreviousBillingDetails(
    reportId: number,
    browser: string | undefined,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    if (browser === undefined) return undefined;
    const order = await findUnpaidOrder(this.#deps.db, hashBrowserSecret(browser), reportId);
    if (!order) return undefined;
    return {
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
