import type { OrderState } from '../order-states.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  buildRightsText,
  findLicenceTerms,
  getLicencePrice,
  licences,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/licence.model.ts';
import type { Tx } from '#core/deps.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import {
  openPaymentAttempt,
  PaymentAttempts,
  type PlacedOrder,
} from '../checkout/payment-attempt.ts';
import { SalesTax, toTaxColumns, type TaxedSale } from '../checkout/sales-tax.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';
import type { OrderDeps, Terms } from '../deps.ts';
import { getPurchase, insertPurchase, lockPurchase, type Purchase } from '../purchase.store.ts';
import { listUpgradeOrders } from './upgrade.store.ts';

/** A larger licence, and what is to be paid for it beside the licence that was bought. */
export type Upgrade = {
  readonly licence: Licence;
  readonly licenceTerms: LicenceTerms;
  /** The difference with its tax: what is paid. */
  readonly cents: number;
};

const alreadyUpgradedMessage =
  'This order was upgraded already. Please upgrade the order of the larger licence instead.';
const upgradeInDisputeMessage =
  'This order was upgraded already, and the payment for the upgrade is in dispute. ' +
  'Please contact us and give your order number.';
const upgradePendingMessage =
  'The payment for an upgrade of this order is still being checked. Please wait for our email.';

/** States of an upgrade whose payment arrived, or may arrive: no other upgrade is sold. */
const upgradeBlockedBy: Partial<Record<OrderState, string>> = {
  paid: alreadyUpgradedMessage,
  fulfilled: alreadyUpgradedMessage,
  'partly-refunded': alreadyUpgradedMessage,
  suspended: upgradeInDisputeMessage,
  capturing: upgradePendingMessage,
  review: upgradePendingMessage,
  mismatch: upgradePendingMessage,
};

/** An upgrade in one of these states is offered again instead of placing another one. */
const resumableStates: readonly OrderState[] = ['pending', 'awaiting-approval', 'cancelled'];

type UpgradeOffer = Upgrade & {
  /** The difference as the catalogue has prices: net or gross. */
  readonly listCents: number;
  readonly price: TaxedSale;
  readonly baseOrder: Purchase;
  readonly report: ReportForSale;
  readonly terms: Terms;
  /** How orders are numbered. */
  readonly numberFormat: string;
};

/** Sells a larger licence for the difference in price. */
export class Upgrades {
  readonly #deps: OrderDeps;
  readonly #paymentAttempts: PaymentAttempts;
  readonly #salesTax: SalesTax;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentAttempts = new PaymentAttempts(deps);
    this.#salesTax = new SalesTax(deps);
  }

  /**
   * The larger licences of the same report. Each costs its price less what was paid in all, or less
   * today's price of the current licence where that is more. None for a refunded order.
   */
  async listUpgrades(order: Purchase): Promise<Upgrade[]> {
    const report = await this.#deps.catalogue.getReportForSale({ id: order.reportId });
    const upgrades = await this.#computeUpgrades(order, report);
    return upgrades.map(({ licence, licenceTerms, cents }) => ({ licence, licenceTerms, cents }));
  }

  /**
   * An order for the difference to a larger licence, to be paid like any other. `invalid` where
   * there is no such upgrade; `conflict` where the order was upgraded already, to any licence, or
   * where the payment for that is still being checked; else as `requestApproval`.
   */
  async placeUpgrade(baseOrder: Purchase, licence: string): Promise<Outcome<PlacedOrder>> {
    const report = await this.#deps.catalogue.getReportForSale({ id: baseOrder.reportId });
    const upgrades = await this.#computeUpgrades(baseOrder, report);
    const upgrade = upgrades.find((candidate) => candidate.licence === licence);
    if (!report || !upgrade) {
      const message = 'This upgrade is not available for this order.';
      return fail('invalid', message, { licence: [message] });
    }
    const terms = await this.#deps.getTermsInForce();
    const { numbering } = await this.#deps.getPublisher();
    const offer = { ...upgrade, baseOrder, report, terms, numberFormat: numbering.order };
    const placed = await this.#deps.db.transaction().execute((tx) => this.#saveUpgrade(tx, offer));
    if (!placed.ok) return placed;
    const { id, attemptNumber, openOrder } = placed.value;
    return openOrder ? ok(openOrder) : this.#paymentAttempts.requestApproval(id, attemptNumber);
  }

  async #computeUpgrades(order: Purchase, report: ReportForSale | undefined) {
    if (!report || order.refundedCents > 0) return [];
    const creditedCents = Math.max(
      getLicencePrice(report.prices, order.licence) ?? 0,
      await this.#getTotalListCents(order),
    );
    const { licences: offered, tax } = await this.#deps.getPublisher();
    const taxSale = (listCents: number) => this.#salesTax.taxUpgrade(tax, order, listCents);
    return licences.slice(licences.indexOf(order.licence) + 1).flatMap((licence) => {
      const licenceTerms = findLicenceTerms(offered, licence);
      const listCents = (getLicencePrice(report.prices, licence) ?? 0) - creditedCents;
      if (!licenceTerms || listCents <= 0) return [];
      const price = taxSale(listCents);
      return [{ licence, licenceTerms, listCents, price, cents: price.totalCents }];
    });
  }

  /** The prices of an order and of all that it upgrades, less what was refunded; before tax. */
  async #getTotalListCents(order: Purchase): Promise<number> {
    const { listCents, priceCents, refundedCents } = order;
    const paidCents = Math.round((listCents * (priceCents - refundedCents)) / priceCents);
    if (order.upgradeOf === null) return paidCents;
    const baseOrder = await getPurchase(this.#deps.db, order.upgradeOf);
    return paidCents + (await this.#getTotalListCents(baseOrder));
  }

  /** In `tx`: the order of the upgrade with an open payment attempt; an unpaid one is resumed. */
  async #saveUpgrade(tx: Tx, offer: UpgradeOffer) {
    const { baseOrder, licence, cents } = offer;
    await lockPurchase(tx, baseOrder.id);
    const existingUpgrades = await listUpgradeOrders(tx, baseOrder.id);
    for (const { state } of existingUpgrades) {
      const message = upgradeBlockedBy[state];
      if (message) return fail('conflict', message);
    }
    const resumable = existingUpgrades.find(
      (upgrade) =>
        resumableStates.includes(upgrade.state) &&
        upgrade.licence === licence &&
        upgrade.priceCents === cents,
    );
    const upgrade = resumable ?? (await this.#insertUpgrade(tx, offer));
    const attempt = await openPaymentAttempt(tx, upgrade, this.#deps.clock());
    return ok({ id: upgrade.id, ...attempt });
  }

  async #insertUpgrade(tx: Tx, offer: UpgradeOffer): Promise<{ id: number; number: string }> {
    const { baseOrder, report, licence, licenceTerms, listCents, price, terms } = offer;
    const order = {
      ...copyBuyer(baseOrder),
      ...(await saveAcceptedTerms(tx, terms)),
      editionNumber: report.edition,
      licence,
      ...toTaxColumns(price),
      listCents,
      placedAt: this.#deps.clock(),
      upgradeOf: baseOrder.id,
      licenceName: licenceTerms.name,
      rights: buildRightsText(licenceTerms),
      seatLimit: licenceTerms.seats,
      includesNewEditions: licenceTerms.includesNewEditions,
      currency: baseOrder.currency,
      consent: 'I accept the Terms & Conditions.',
    };
    return insertPurchase(tx, order, offer.numberFormat);
  }
}

/** What an upgrade has in common with the order that it upgrades: the buyer and the report. */
const copyBuyer = (order: Purchase) => ({
  buyerKind: order.buyerKind,
  name: order.name,
  email: order.email,
  mobileNo: order.mobileNo,
  companyName: order.companyName,
  jobTitle: order.jobTitle,
  country: order.country,
  countryCode: order.countryCode,
  address: order.address,
  city: order.city,
  region: order.region,
  zip: order.zip,
  invoiceAddress: order.invoiceAddress,
  buyerSecretHash: order.buyerSecretHash,
  customerId: order.customerId,
  taxId: order.taxId,
  reportId: order.reportId,
  reportCode: order.reportCode,
  reportTitle: order.reportTitle,
});
