import {
  type PlacedOrder,
  requestApproval,
  openPaymentAttempt,
} from '../checkout/payment-attempt.ts';
import {
  licences,
  getLicencePrice,
  buildRightsText,
  getSeatCount,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';

import { type OrderState } from '../model.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';

/** What was paid and kept for an order and those that it enlarges: an upgrade's own price is only a difference. */
async function getTotalPaidCents(deps: Deps, order: Purchase): Promise<number> {
  const own = order.priceCents - order.refundedCents;
  return order.upgradeOf === null
    ? own
    : own + (await getTotalPaidCents(deps, await getPurchase(deps.db, order.upgradeOf)));
}

type Upgrade = { readonly licence: Licence; readonly cents: number };

/** What a larger licence of the same report costs beside what was paid in all, or beside today's price of the present one where that is more; nothing where there is none. */
export const listUpgrades = async (
  deps: Deps,
  orderDeps: OrderDeps,
  order: Purchase,
): Promise<Upgrade[]> =>
  computeUpgrades(deps, order, await orderDeps.catalogue.getReportForSale({ id: order.reportId }));

async function computeUpgrades(
  deps: Deps,
  order: Purchase,
  report: ReportForSale | undefined,
): Promise<Upgrade[]> {
  if (!report || order.refundedCents > 0) return [];
  const creditedCents = Math.max(
    getLicencePrice(report.prices, order.licence),
    await getTotalPaidCents(deps, order),
  );
  return licences
    .slice(licences.indexOf(order.licence) + 1)
    .map((licence) => ({ licence, cents: getLicencePrice(report.prices, licence) - creditedCents }))
    .filter(({ cents }) => cents > 0);
}

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

/**
 * An order for the difference to a larger licence stands, with the earlier one as its history; it is paid like any other. 422 where there is no such
 * upgrade; 409 where the order was enlarged already, to whichever licence, or where the payment for that is still being checked.
 */
export async function placeUpgrade(
  deps: Deps,
  orderDeps: OrderDeps,
  baseOrder: Purchase,
  licence: string,
): Promise<Outcome<PlacedOrder>> {
  const report = await orderDeps.catalogue.getReportForSale({ id: baseOrder.reportId });
  const offer = (await computeUpgrades(deps, baseOrder, report)).find(
    (one) => one.licence === licence,
  );
  if (!report || !offer)
    return fail('invalid', 'This order has no such upgrade.', {
      licence: ['This order has no such upgrade.'],
    });
  const terms = await orderDeps.getTermsInForce();
  const { teamSeats } = await orderDeps.getPublisher();
  const now = deps.clock();
  const made = await deps.db
    .transaction()
    .execute(
      async (
        tx,
      ): Promise<Outcome<{ id: number; attempt: number; open: PlacedOrder | undefined }>> => {
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
  const { id, attempt, open } = made.value;
  return open ? ok(open) : requestApproval(deps, orderDeps, id, attempt);
}
