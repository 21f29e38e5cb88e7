import { PaymentAttempts } from '../checkout/payment-attempt.ts';

import { type PlacedOrder, openPaymentAttempt } from '../checkout/payment-attempt.ts';
import {
  licences,
  getLicencePrice,
  buildRightsText,
  getSeatCount,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';

import { type OrderState } from '../model.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';

type Upgrade = { readonly licence: Licence; readonly cents: number };

const alreadyUpgradedMessage = 'This order was enlarged already: go on from the larger licence.';
const upgradeInDisputeMessage =
  'This order was enlarged already, and the payment for that is in dispute. Please write to us, with the order number.';
const upgradePendingMessage =
  'An upgrade of this order is on its way: its payment is still being checked. Please wait for our letter.';
/** An upgrade in one of these states has money, or may have it: no other is sold beside it. */
const upgradeBlockedBy: Partial<Record<OrderState, string>> = {
  paid: alreadyUpgradedMessage,
  fulfilled: alreadyUpgradedMessage,
  'partly-refunded': alreadyUpgradedMessage,
  suspended: upgradeInDisputeMessage,
  capturing: upgradePendingMessage,
  review: upgradePendingMessage,
  mismatch: upgradePendingMessage,
};
/** These wait for their buyer: he goes on with the same licence at the same price. */
const resumableStates: readonly string[] = ['pending', 'awaiting-approval', 'cancelled'];

export class Upgrades {
  readonly #deps: OrderDeps;
  readonly #paymentAttempts: PaymentAttempts;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentAttempts = new PaymentAttempts(deps);
  }

  /** What was paid and kept for an order and those that it enlarges: an upgrade's own price is only a difference. */
  async #getTotalPaidCents(order: Purchase): Promise<number> {
    const own = order.priceCents - order.refundedCents;
    return order.upgradeOf === null
      ? own
      : own + (await this.#getTotalPaidCents(await getPurchase(this.#deps.db, order.upgradeOf)));
  }

  /** What a larger licence of the same report costs beside what was paid in all, or beside today's price of the present one where that is more; nothing where there is none. */
  async listUpgrades(order: Purchase): Promise<Upgrade[]> {
    return this.#computeUpgrades(
      order,
      await this.#deps.catalogue.getReportForSale({ id: order.reportId }),
    );
  }

  async #computeUpgrades(order: Purchase, report: ReportForSale | undefined): Promise<Upgrade[]> {
    if (!report || order.refundedCents > 0) return [];
    const creditedCents = Math.max(
      getLicencePrice(report.prices, order.licence),
      await this.#getTotalPaidCents(order),
    );
    return licences
      .slice(licences.indexOf(order.licence) + 1)
      .map((licence) => ({
        licence,
        cents: getLicencePrice(report.prices, licence) - creditedCents,
      }))
      .filter(({ cents }) => cents > 0);
  }

  /**
   * An order for the difference to a larger licence stands, with the earlier one as its history; it is paid like any other. 422 where there is no such
   * upgrade; 409 where the order was enlarged already, to whichever licence, or where the payment for that is still being checked.
   */
  async placeUpgrade(baseOrder: Purchase, licence: string): Promise<Outcome<PlacedOrder>> {
    const report = await this.#deps.catalogue.getReportForSale({ id: baseOrder.reportId });
    const offer = (await this.#computeUpgrades(baseOrder, report)).find(
      (one) => one.licence === licence,
    );
    if (!report || !offer)
      return fail('invalid', 'This order has no such upgrade.', {
        licence: ['This order has no such upgrade.'],
      });
    const terms = await this.#deps.getTermsInForce();
    const { teamSeats } = await this.#deps.getPublisher();
    const now = this.#deps.clock();
    const made = await this.#deps.db
      .transaction()
      .execute(
        async (
          tx,
        ): Promise<
          Outcome<{ id: number; attemptNumber: number; openOrder: PlacedOrder | undefined }>
        > => {
          await tx
            .selectFrom('purchase')
            .select('id')
            .where('id', '=', baseOrder.id)
            .forUpdate()
            .executeTakeFirst();
          const all = await tx
            .selectFrom('purchase')
            .select(['id', 'number', 'state', 'licence', 'priceCents'])
            .where('upgradeOf', '=', baseOrder.id)
            .orderBy('id', 'desc')
            .execute();
          const why = all
            .map(({ state }) => upgradeBlockedBy[state])
            .find((one) => one !== undefined);
          if (why) return fail('conflict', why);
          const again = all.find(
            (one) =>
              resumableStates.includes(one.state) &&
              one.licence === offer.licence &&
              one.priceCents === offer.cents,
          );
          const {
            name,
            email,
            mobileNo,
            companyName,
            jobTitle: title,
            country,
            address,
            city,
            region,
            zip,
            buyerSecretHash: browser,
            customerId,
            taxId,
            reportId,
            reportCode,
            reportTitle,
          } = baseOrder;
          const purchase =
            again ??
            (await tx
              .insertInto('purchase')
              .values({
                name,
                email,
                mobileNo,
                companyName,
                jobTitle: title,
                country,
                address,
                city,
                region,
                zip,
                buyerSecretHash: browser,
                customerId,
                taxId,
                reportId,
                reportCode,
                reportTitle,
                editionNumber: report.edition,
                ...(await saveAcceptedTerms(tx, terms)),
                licence: offer.licence,
                priceCents: offer.cents,
                placedAt: now,
                upgradeOf: baseOrder.id,
                rights: buildRightsText(offer.licence, teamSeats),
                seatLimit: getSeatCount(offer.licence, teamSeats),
                consent: 'I accept the Terms & Conditions.',
              })
              .returning(['id', 'number'])
              .executeTakeFirstOrThrow());
          return ok({ id: purchase.id, ...(await openPaymentAttempt(tx, purchase, now)) });
        },
      );
    if (!made.ok) return made;
    const { id, attemptNumber, openOrder } = made.value;
    return openOrder ? ok(openOrder) : this.#paymentAttempts.requestApproval(id, attemptNumber);
  }
}
