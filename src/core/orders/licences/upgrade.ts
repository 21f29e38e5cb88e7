import { unpaidStates, type OrderState } from '../order-states.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  buildRightsText,
  getLicencePrice,
  listLargerLicences,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import type { Tx } from '#core/deps.ts';
import { failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import { findDeliveryDays } from '../checkout/offer.ts';
import {
  openPaymentAttempt,
  PaymentAttempts,
  type PlacedOrder,
} from '../checkout/payment-attempt.ts';
import {
  SalesTax,
  toTaxColumns,
  toTaxedBuyer,
  type CheckedNumber,
  type TaxedSale,
} from '../checkout/sales-tax.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';
import { buildWaiver, hasRightOfWithdrawal, waiverNeeded } from '../consumer-law.model.ts';
import { hasGivenFiles } from '../delivery/order-file.store.ts';
import type { OrderDeps, Terms } from '../deps.ts';
import { closeForPayment } from '../payment/claim.store.ts';
import { getBuyerIdentity, listOrdersWithMoney } from '../payment/same-licence.store.ts';
import { insertPurchase, lockPurchase, recordEvent, type Purchase } from '../purchase.store.ts';
import { priceUpgrade } from './upgrade-price.model.ts';
import { listUpgradeOrders, saveCheckedNumber, sumPaidBefore } from './upgrade.store.ts';

/** The form of a buyer who asks for an upgrade. */
export type UpgradeRequest = {
  /** The price that they were shown; undefined where none was. */
  readonly cents?: number | undefined;
  /** They agree to the sentence of buildWaiver. */
  readonly waiver?: boolean;
};

/** A larger licence, and what is to be paid for it beside the licence that was bought. */
export type Upgrade = {
  readonly licence: Licence;
  readonly licenceTerms: LicenceTerms;
  /** The difference with its tax: what is paid. */
  readonly cents: number;
  /** Within how many days after the payment we deliver it; null where its files are there. */
  readonly deliveryDays: number | null;
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
  /** The difference as the catalogue has prices: net, or gross where the buyer pays the tax. */
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

  constructor(
    deps: OrderDeps,
    parts: { readonly paymentAttempts: PaymentAttempts; readonly salesTax: SalesTax },
  ) {
    this.#deps = deps;
    this.#paymentAttempts = parts.paymentAttempts;
    this.#salesTax = parts.salesTax;
  }

  /** The larger licences of the same report, each at the price of priceUpgrade. */
  async listUpgrades(order: Purchase): Promise<Upgrade[]> {
    const report = await this.#deps.catalogue.reports.getForSale({ id: order.reportId });
    const { tax } = await this.#deps.getPublisher();
    const checked = this.#readNumber(tax, order);
    const upgrades = await this.#computeUpgrades(order, report, checked);
    return upgrades.map(({ licence, licenceTerms, cents, deliveryDays }) => ({
      licence,
      licenceTerms,
      cents,
      deliveryDays,
    }));
  }

  /**
   * An order for the difference to a larger licence, to be paid like any other. `invalid` where
   * there is no such upgrade, where the price is not the shown one, and where a consumer has not
   * waived their right of withdrawal; `conflict` where the order was upgraded already, to any
   * licence, or where the payment for that is still being checked; else as `requestApproval`.
   */
  async placeUpgrade(
    baseOrder: Purchase,
    licence: string,
    { cents: shownCents, waiver }: UpgradeRequest,
  ): Promise<Outcome<PlacedOrder>> {
    const report = await this.#deps.catalogue.reports.getForSale({ id: baseOrder.reportId });
    const { tax } = await this.#deps.getPublisher();
    const checked = await this.#checkNumber(tax, baseOrder);
    const upgrades = await this.#computeUpgrades(baseOrder, report, checked);
    const upgrade = upgrades.find((candidate) => candidate.licence === licence);
    if (!report || !upgrade) {
      const message = 'This upgrade is not available for this order.';
      return fail('invalid', message, { licence: [message] });
    }
    if (shownCents !== undefined && shownCents !== upgrade.cents)
      return failNewPrice(upgrade.cents, baseOrder.currency);
    if (hasRightOfWithdrawal(baseOrder.buyerKind, baseOrder.countryCode) && !waiver)
      return failWithFieldErrors({ waiver: [waiverNeeded] });
    const terms = await this.#deps.getTermsInForce();
    const { numbering } = await this.#deps.getPublisher();
    const offer = { ...upgrade, baseOrder, report, terms, numberFormat: numbering.order };
    const placed = await this.#deps.db.transaction().execute((tx) => this.#saveUpgrade(tx, offer));
    if (!placed.ok) return placed;
    const { id, attemptNumber, openOrder } = placed.value;
    return openOrder ? ok(openOrder) : this.#paymentAttempts.requestApproval(id, attemptNumber);
  }

  async #computeUpgrades(
    order: Purchase,
    report: ReportForSale | undefined,
    checked: CheckedNumber,
  ) {
    const { licences: offered, tax, currency, timeZone } = await this.#deps.getPublisher();
    if (!report || order.currency !== currency) return [];
    const paid = await sumPaidBefore(this.#deps.db, order.id);
    const presentCents = getLicencePrice(report.prices, order.licence) ?? 0;
    const sale = {
      ...this.#salesTax.describeSale({ tax, timeZone }, toTaxedBuyer(order), checked),
      presentCents,
      paid,
    };
    const larger = listLargerLicences(offered, order).flatMap((licenceTerms) => {
      const { id: licence } = licenceTerms;
      const largerCents = getLicencePrice(report.prices, licence) ?? 0;
      const price = priceUpgrade(tax, { ...sale, largerCents });
      if (!price) return [];
      const isGross = tax.kind === 'vat' && tax.prices === 'gross' && price.basisPoints > 0;
      const listCents = isGross ? price.totalCents : price.netCents;
      const taxed = { ...price, ...checked };
      const { totalCents: cents } = price;
      return [{ licence, licenceTerms, listCents, price: taxed, cents }];
    });
    return this.#addPromises(order, larger);
  }

  /** With the days in which each is delivered. */
  async #addPromises<T extends { readonly licence: Licence }>(
    order: Purchase,
    upgrades: readonly T[],
  ) {
    // What was given to this order is the larger licence's too: see createPaidGrants.
    const { db } = this.#deps;
    const isGiven = await hasGivenFiles(db, order.id);
    const promised: (T & { readonly deliveryDays: number | null })[] = [];
    for (const upgrade of upgrades) {
      const days = await findDeliveryDays(db, order.reportId, upgrade.licence);
      promised.push({ ...upgrade, deliveryDays: isGiven ? null : days });
    }
    return promised;
  }

  /** Returns the state of the buyer's tax number: as found for the order, else by its form. */
  #readNumber(tax: TaxSettings, order: Purchase): CheckedNumber {
    const { vatNumberStatus, vatConsultation } = order;
    const now = this.#salesTax.readNumber(tax, toTaxedBuyer(order));
    return now.vatNumberStatus === null || vatNumberStatus === null
      ? now
      : { vatNumberStatus, vatConsultation };
  }

  /** The same, and VIES is asked where the number did not matter for the order but does now. */
  async #checkNumber(tax: TaxSettings, order: Purchase): Promise<CheckedNumber> {
    const read = this.#readNumber(tax, order);
    if (order.vatNumberStatus !== null || read.vatNumberStatus !== 'unchecked') return read;
    const checked = await this.#salesTax.checkNumber(tax, toTaxedBuyer(order));
    await saveCheckedNumber(this.#deps.db, order.id, checked);
    return checked;
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
        upgrade.closedReason === null &&
        upgrade.licence === licence &&
        upgrade.deliveryDays === offer.deliveryDays &&
        upgrade.priceCents === cents,
    );
    const upgrade = resumable ?? (await this.#insertUpgrade(tx, offer));
    const replaced = existingUpgrades.filter(
      (existing) => existing.licence === licence && existing.id !== upgrade.id,
    );
    for (const { id, state, closedReason } of replaced) {
      if (!unpaidStates.includes(state) || closedReason !== null) continue;
      await closeForPayment(tx, id, { reason: 'replaced', supersededBy: upgrade.id });
      const detail = { replacedByOrder: upgrade.number };
      await recordEvent(tx, id, this.#deps.clock(), { kind: 'replaced', detail });
    }
    const attempt = await openPaymentAttempt(tx, upgrade, this.#deps.clock());
    return ok({ id: upgrade.id, ...attempt });
  }

  async #insertUpgrade(tx: Tx, offer: UpgradeOffer): Promise<{ id: number; number: string }> {
    const { baseOrder, report, licence, licenceTerms, listCents, price, terms } = offer;
    const buyer = await getBuyerIdentity(tx, baseOrder);
    const wanted = { id: 0, reportId: baseOrder.reportId, licence, upgradeOf: null };
    // Whoever upgrades this very order asks for it beside what they have of the larger licence.
    const owned = await listOrdersWithMoney(tx, wanted, buyer);
    const order = {
      ...copyBuyer(baseOrder),
      anotherOf: owned.at(-1)?.id ?? null,
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
      deliveryDays: offer.deliveryDays,
      consent: 'I accept the Terms & Conditions.',
      withdrawalWaiver: hasRightOfWithdrawal(baseOrder.buyerKind, baseOrder.countryCode)
        ? buildWaiver(offer.deliveryDays)
        : '',
    };
    return insertPurchase(tx, order, offer.numberFormat);
  }
}

function failNewPrice(cents: number, currency: string): Refusal {
  const price = formatMoney(cents, currency);
  const message = `The price changed: this upgrade now costs ${price}. Please check it and order again.`;
  return fail('invalid', message, { licence: [message] });
}

/** Returns the buyer and the report, which an upgrade has from the order that it upgrades. */
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
