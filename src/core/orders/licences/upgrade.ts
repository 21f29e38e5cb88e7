import type { OrderState } from '../order-states.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  buildRightsText,
  getLicencePrice,
  getSeatCount,
  licences,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { Tx } from '#core/deps.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import {
  openPaymentAttempt,
  PaymentAttempts,
  type PlacedOrder,
} from '../checkout/payment-attempt.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';
import type { OrderDeps, Terms } from '../deps.ts';
import { getPurchase, lockPurchase, type Purchase } from '../purchase.store.ts';
import { insertUpgradeOrder, listUpgradeOrders } from './upgrade.store.ts';

/** A larger licence, and what is to be paid for it beside the licence that was bought. */
export type Upgrade = { readonly licence: Licence; readonly cents: number };

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
  readonly baseOrder: Purchase;
  readonly report: ReportForSale;
  readonly terms: Terms;
  /** Readers of a multiple-user licence. */
  readonly teamSeats: number;
};

/** Sells a larger licence for the difference in price. */
export class Upgrades {
  readonly #deps: OrderDeps;
  readonly #paymentAttempts: PaymentAttempts;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentAttempts = new PaymentAttempts(deps);
  }

  /**
   * The larger licences of the same report. Each costs its price less what was paid in all, or less
   * today's price of the current licence where that is more. None for a refunded order.
   */
  async listUpgrades(order: Purchase): Promise<Upgrade[]> {
    const report = await this.#deps.catalogue.getReportForSale({ id: order.reportId });
    return this.#computeUpgrades(order, report);
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
    const { teamSeats } = await this.#deps.getPublisher();
    const placed = await this.#deps.db
      .transaction()
      .execute((tx) => this.#saveUpgrade(tx, { ...upgrade, baseOrder, report, terms, teamSeats }));
    if (!placed.ok) return placed;
    const { id, attemptNumber, openOrder } = placed.value;
    return openOrder ? ok(openOrder) : this.#paymentAttempts.requestApproval(id, attemptNumber);
  }

  async #computeUpgrades(order: Purchase, report: ReportForSale | undefined): Promise<Upgrade[]> {
    if (!report || order.refundedCents > 0) return [];
    const creditedCents = Math.max(
      getLicencePrice(report.prices, order.licence) ?? 0,
      await this.#getTotalPaidCents(order),
    );
    return licences
      .slice(licences.indexOf(order.licence) + 1)
      .map((licence) => ({
        licence,
        cents: (getLicencePrice(report.prices, licence) ?? 0) - creditedCents,
      }))
      .filter(({ cents }) => cents > 0);
  }

  /** What was paid and not refunded for an order and for all that it upgrades. */
  async #getTotalPaidCents(order: Purchase): Promise<number> {
    const paidCents = order.priceCents - order.refundedCents;
    if (order.upgradeOf === null) return paidCents;
    const baseOrder = await getPurchase(this.#deps.db, order.upgradeOf);
    return paidCents + (await this.#getTotalPaidCents(baseOrder));
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
    const { baseOrder, report, licence, cents, terms, teamSeats } = offer;
    return insertUpgradeOrder(tx, {
      ...copyBuyer(baseOrder),
      ...(await saveAcceptedTerms(tx, terms)),
      editionNumber: report.edition,
      licence,
      priceCents: cents,
      placedAt: this.#deps.clock(),
      upgradeOf: baseOrder.id,
      rights: buildRightsText(licence, teamSeats),
      seatLimit: getSeatCount(licence, teamSeats),
      consent: 'I accept the Terms & Conditions.',
    });
  }
}

/** What an upgrade has in common with the order that it upgrades: the buyer and the report. */
const copyBuyer = (order: Purchase) => ({
  name: order.name,
  email: order.email,
  mobileNo: order.mobileNo,
  companyName: order.companyName,
  jobTitle: order.jobTitle,
  country: order.country,
  address: order.address,
  city: order.city,
  region: order.region,
  zip: order.zip,
  buyerSecretHash: order.buyerSecretHash,
  customerId: order.customerId,
  taxId: order.taxId,
  reportId: order.reportId,
  reportCode: order.reportCode,
  reportTitle: order.reportTitle,
});
