import type { OrderDeps } from '../deps.ts';
import { isBuyer, type Buyer, hashBrowserSecret, whereOwner } from '../order-access.ts';
import { findAttemptByProviderId } from '../payment/payment-attempt.store.ts';
import type { Licence } from '#core/catalogue/licence.model.ts';

import { statesWithAccess } from '../model.ts';

/** An order that its buyer came back from without paying: what it was, whether his card was refused, and where he pays after all. */
export type UnpaidOrder = {
  readonly number: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly isDeclined: boolean;
  /** The provider's page of the same attempt. */
  readonly approvalUrl: string | undefined;
  /** The order that this one was to enlarge. */
  readonly baseOrderNumber: string | undefined;
};

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
    const last = await this.#deps.db
      .selectFrom('orderEvent')
      .select('kind')
      .where('purchaseId', '=', purchase.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const baseOrder =
      purchase.upgradeOf === null
        ? undefined
        : await this.#deps.db
            .selectFrom('purchase')
            .select('number')
            .where('id', '=', purchase.upgradeOf)
            .executeTakeFirst();
    return {
      number: purchase.number,
      reportTitle: purchase.reportTitle,
      reportCode: purchase.reportCode,
      licence: purchase.licence,
      isDeclined: last?.kind === 'payment-declined',
      approvalUrl: attempt.approvalUrl ?? undefined,
      baseOrderNumber: baseOrder?.number ?? undefined,
    };
  }

  /** What a browser typed into its newest order of a report that is not paid yet: field to value, the country by its name. */
  async getPreviousBillingDetails(
    reportId: number,
    browser: string | undefined,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    if (browser === undefined) return undefined;
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('buyerSecretHash', '=', hashBrowserSecret(browser))
      .where('reportId', '=', reportId)
      .where('state', 'in', ['pending', 'awaiting-approval', 'awaiting-transfer', 'cancelled'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!order) return undefined;
    const {
      name,
      email,
      mobileNo,
      companyName,
      jobTitle: title,
      address,
      city,
      region,
      zip,
      taxId,
      country,
    } = order;
    return {
      name,
      email,
      mobile_no: mobileNo,
      company_name: companyName,
      title,
      address,
      city,
      state: region,
      zip,
      tax_id: taxId ?? '',
      country,
    };
  }

  /** The order with which a buyer has the same licence of a report already. */
  async findPreviousPurchase(
    reportId: number,
    licence: Licence,
    { browser, customer }: Buyer,
  ): Promise<{ number: string; paidAt: string } | undefined> {
    const order = await this.#deps.db
      .selectFrom('purchase')
      .select(['number', 'paidAt'])
      .where('reportId', '=', reportId)
      .where('licence', '=', licence)
      .where('state', 'in', [...statesWithAccess])
      .where((eb) =>
        eb.or([
          eb('buyerSecretHash', '=', browser === undefined ? '' : hashBrowserSecret(browser)),
          ...(customer ? [whereOwner(eb, customer)] : []),
        ]),
      )
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return order?.paidAt ? { number: order.number, paidAt: order.paidAt.toISOString() } : undefined;
  }
}
