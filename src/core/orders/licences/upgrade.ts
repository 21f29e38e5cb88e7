import {
  licences,
  getLicencePrice,
  buildRightsText,
  getSeatCount,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import { ok, fail, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Tx, Deps } from '#core/deps.ts';
import type { OrderDeps, PlacedOrder } from '../deps.ts';
import { requestApproval, openPaymentAttempt } from '../checkout/place-order.ts';
import { isBuyer, listDownloadLinks, type AccessProof } from '../delivery/download.ts';
import { newEditionEmail, renewedLinksEmail } from '../emails.ts';
import { freshGrantTerms } from '../delivery/download-grants.ts';
import { statesWithAccess, type OrderState } from '../model.ts';
import { recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';
import { saveAcceptedTerms } from '../checkout/terms.ts';

/** The order for its buyer while its files are his; 404 for everybody else. */
export async function requireBuyerOrder(
  deps: Deps,
  number: string,
  proof: Pick<AccessProof, 'browser' | 'customer'>,
): Promise<Outcome<Purchase>> {
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order || !isBuyer(order, proof) || !statesWithAccess.includes(order.state as OrderState))
    return fail('not-found', 'There is no such order.');
  return ok(order);
}

/** Every grant of the order works again for thirty days and five downloads. */
async function renewGrants(deps: Deps, tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set(freshGrantTerms(deps.clock()))
    .where('purchaseId', '=', purchaseId)
    .where('isSuspended', '=', false)
    .execute();
  await recordEvent(tx, purchaseId, deps.clock(), 'downloads-renewed');
}

/** The buyer's downloads work again, and a letter to the order's address brings the links. Three times a day, for staff without an end. */
export async function resendLinks(
  deps: Deps,
  orderDeps: OrderDeps,
  order: Purchase,
  requestedBy: 'buyer' | 'staff' = 'buyer',
): Promise<Outcome<{ message: string }>> {
  const wait =
    requestedBy === 'staff'
      ? undefined
      : await deps.consumeRateLimit('resend-links', String(order.number), 3, 86_400);
  if (wait !== undefined) return refuseResend(wait);
  const { siteName } = await orderDeps.getPublisher();
  await deps.db.transaction().execute(async (tx) => {
    // Looked at again under its lock: it may have another address by now.
    const current = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', order.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await renewGrants(deps, tx, order.id);
    const links = await listDownloadLinks(deps, order.id, null, tx);
    await queueEmail(
      deps,
      tx,
      renewedLinksEmail(
        current,
        links,
        siteName,
        deps.origin,
        `renew-${String(order.number)}-${deps.clock().getTime()}`,
      ),
    );
  });
  return ok({
    message: 'Your downloads are renewed, and a letter with the links is on its way.',
  });
}

const refuseResend = (retryAfterSeconds: number): Refusal => ({
  ...fail(
    'rate-limited',
    'The links were renewed several times today. Please try again tomorrow, or write to us.',
  ),
  retryAfterSeconds: retryAfterSeconds,
});

/** By order number and address: the same answer for every pair, and a letter to the order's own address where both belong together. */
export async function resendLinksByEmail(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
  email: string,
  visitor: string,
): Promise<Outcome<{ message: string }>> {
  const wait = await deps.consumeRateLimit('resend-links-ip', visitor, 10, 3600);
  if (wait !== undefined) return refuseResend(wait);
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number.trim().toUpperCase())
    .executeTakeFirst();
  if (
    order &&
    order.email.toLowerCase() === email.trim().toLowerCase() &&
    statesWithAccess.includes(order.state as OrderState)
  )
    await resendLinks(deps, orderDeps, order);
  return ok({
    message:
      'If number and address belong to a paid order, a letter with new links is on its way to that address.',
  });
}

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
    getLicencePrice(report.prices, order.licence as Licence),
    await getTotalPaidCents(deps, order),
  );
  return licences
    .slice(licences.indexOf(order.licence as Licence) + 1)
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
          .map(({ state }) => upgradeBlockedBy[state as OrderState])
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

/** Everybody who bought the report, and everybody with a seat, is told of its new edition once, and their downloads work again. */
export async function emailNewEdition(
  deps: Deps,
  orderDeps: OrderDeps,
  { reportId, edition, reason }: { reportId: number; edition: number; reason: string },
): Promise<void> {
  const { siteName } = await orderDeps.getPublisher();
  const orders = await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('state', 'in', [...statesWithAccess])
    .execute();
  for (const { id } of orders) {
    await deps.db.transaction().execute(async (tx) => {
      const order = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const known = await tx
        .selectFrom('orderEvent')
        .select('id')
        .where('purchaseId', '=', id)
        .where('kind', '=', `edition-${edition}`)
        .executeTakeFirst();
      if (known || !statesWithAccess.includes(order.state as OrderState)) return;
      await renewGrants(deps, tx, id);
      await recordEvent(tx, id, deps.clock(), `edition-${edition}`);
      const seats = await tx
        .selectFrom('seat')
        .select(['id', 'name', 'email'])
        .where('purchaseId', '=', id)
        .where('acceptedAt', 'is not', null)
        .where('revokedAt', 'is', null)
        .execute();
      const readers = [{ id: null, name: order.name, email: order.email }, ...seats];
      for (const reader of readers)
        await queueEmail(
          deps,
          tx,
          newEditionEmail(
            order,
            reader,
            edition,
            reason,
            await listDownloadLinks(deps, id, reader.id, tx),
            siteName,
            deps.origin,
          ),
        );
    });
  }
}
