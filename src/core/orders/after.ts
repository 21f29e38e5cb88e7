import { licences, priceOf, rightsOf, seatsIn, type Licence } from '../catalogue/licence.model.ts';
import type { ReportForSale } from '../catalogue/index.ts';
import { done, refuse, type Outcome, type Refusal } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked, Placed } from './asked.ts';
import { askProvider, openAttempt } from './checkout.ts';
import { isBuyers, linksOf, type Proof } from './delivery.ts';
import { editionLetter, renewedLetter } from './letters.ts';
import { anew } from './grants.ts';
import { delivered, type OrderState } from './model.ts';
import { note, purchaseOf, type Purchase } from './store.ts';
import { keepTerms } from './terms.ts';

/** The order for its buyer while its files are his; 404 for everybody else. */
export async function buyersOrder(
  world: World,
  number: string,
  proof: Pick<Proof, 'browser' | 'customer'>,
): Promise<Outcome<Purchase>> {
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order || !isBuyers(order, proof) || !delivered.includes(order.state as OrderState))
    return refuse(404, 'There is no such order.');
  return done(order);
}

/** Every grant of the order works again for thirty days and five downloads. */
async function extend(world: World, tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .updateTable('deliveryGrant')
    .set(anew(world.clock()))
    .where('purchaseId', '=', purchaseId)
    .where('suspended', '=', false)
    .execute();
  await note(tx, purchaseId, world.clock(), 'renewed');
}

/** The buyer's downloads work again, and a letter to the order's address brings the links. Three times a day, for staff without an end. */
export async function renew(
  world: World,
  asked: Asked,
  order: Purchase,
  who: 'buyer' | 'staff' = 'buyer',
): Promise<Outcome<{ message: string }>> {
  const wait =
    who === 'staff' ? undefined : await world.limit('renew', String(order.number), 3, 86_400);
  if (wait !== undefined) return tooOften(wait);
  const { siteName } = await asked.site();
  await world.db.transaction().execute(async (tx) => {
    // Looked at again under its lock: it may have another address by now.
    const present = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', order.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await extend(world, tx, order.id);
    const links = await linksOf(world, order.id, null, tx);
    await post(
      world,
      tx,
      renewedLetter(
        present,
        links,
        siteName,
        world.origin,
        `renew-${String(order.number)}-${world.clock().getTime()}`,
      ),
    );
  });
  return done({
    message: 'Your downloads are renewed, and a letter with the links is on its way.',
  });
}

const tooOften = (wait: number): Refusal => ({
  ...refuse(
    429,
    'The links were renewed several times today. Please try again tomorrow, or write to us.',
  ),
  retryAfter: wait,
});

/** By order number and address: the same answer for every pair, and a letter to the order's own address where both belong together. */
export async function renewByAddress(
  world: World,
  asked: Asked,
  number: string,
  email: string,
  visitor: string,
): Promise<Outcome<{ message: string }>> {
  const wait = await world.limit('renew-visitor', visitor, 10, 3600);
  if (wait !== undefined) return tooOften(wait);
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number.trim().toUpperCase())
    .executeTakeFirst();
  if (
    order &&
    order.email.toLowerCase() === email.trim().toLowerCase() &&
    delivered.includes(order.state as OrderState)
  )
    await renew(world, asked, order);
  return done({
    message:
      'If number and address belong to a paid order, a letter with new links is on its way to that address.',
  });
}

/** What was paid and kept for an order and those that it enlarges: an upgrade's own price is only a difference. */
async function paidInAll(world: World, order: Purchase): Promise<number> {
  const own = order.priceCents - order.refundedCents;
  return order.upgradeOf === null
    ? own
    : own + (await paidInAll(world, await purchaseOf(world.db, order.upgradeOf)));
}

type Upgrade = { readonly licence: Licence; readonly cents: number };

/** What a larger licence of the same report costs beside what was paid in all, or beside today's price of the present one where that is more; nothing where there is none. */
export const upgrades = async (world: World, asked: Asked, order: Purchase): Promise<Upgrade[]> =>
  upgradesOf(world, order, await asked.catalogue.reportForSale({ id: order.reportId }));

async function upgradesOf(
  world: World,
  order: Purchase,
  report: ReportForSale | undefined,
): Promise<Upgrade[]> {
  if (!report || order.refundedCents > 0) return [];
  const counted = Math.max(
    priceOf(report.prices, order.licence as Licence),
    await paidInAll(world, order),
  );
  return licences
    .slice(licences.indexOf(order.licence as Licence) + 1)
    .map((licence) => ({ licence, cents: priceOf(report.prices, licence) - counted }))
    .filter(({ cents }) => cents > 0);
}

const enlargedAlready = 'This order was enlarged already: go on from the larger licence.';
const inDispute =
  'This order was enlarged already, and the payment for that is in dispute. Please write to us, with the order number.';
const beingChecked =
  'An upgrade of this order is on its way: its payment is still being checked. Please wait for our letter.';
/** An upgrade in one of these states has money, or may have it: no other is sold beside it. */
const taken: Partial<Record<OrderState, string>> = {
  paid: enlargedAlready,
  fulfilled: enlargedAlready,
  'partly-refunded': enlargedAlready,
  reversed: inDispute,
  capturing: beingChecked,
  review: beingChecked,
  mismatch: beingChecked,
};
/** These wait for their buyer: he goes on with the same licence at the same price. */
const waiting: readonly string[] = ['pending', 'awaiting-approval', 'cancelled'];

/**
 * An order for the difference to a larger licence stands, with the earlier one as its history; it is paid like any other. 422 where there is no such
 * upgrade; 409 where the order was enlarged already, to whichever licence, or where the payment for that is still being checked.
 */
export async function placeUpgrade(
  world: World,
  asked: Asked,
  earlier: Purchase,
  licence: string,
): Promise<Outcome<Placed>> {
  const report = await asked.catalogue.reportForSale({ id: earlier.reportId });
  const offer = (await upgradesOf(world, earlier, report)).find((one) => one.licence === licence);
  if (!report || !offer)
    return refuse(422, 'This order has no such upgrade.', {
      licence: ['This order has no such upgrade.'],
    });
  const terms = await asked.terms();
  const { teamSeats } = await asked.site();
  const now = world.clock();
  const made = await world.db
    .transaction()
    .execute(
      async (tx): Promise<Outcome<{ id: number; attempt: number; open: Placed | undefined }>> => {
        await tx
          .selectFrom('purchase')
          .select('id')
          .where('id', '=', earlier.id)
          .forUpdate()
          .executeTakeFirst();
        const all = await tx
          .selectFrom('purchase')
          .select(['id', 'number', 'state', 'licence', 'priceCents'])
          .where('upgradeOf', '=', earlier.id)
          .orderBy('id', 'desc')
          .execute();
        const why = all
          .map(({ state }) => taken[state as OrderState])
          .find((one) => one !== undefined);
        if (why) return refuse(409, why);
        const again = all.find(
          (one) =>
            waiting.includes(one.state) &&
            one.licence === offer.licence &&
            one.priceCents === offer.cents,
        );
        const {
          name,
          email,
          mobileNo,
          companyName,
          title,
          country,
          address,
          city,
          region,
          zip,
          browser,
          customerId,
          taxId,
          reportId,
          reportCode,
          reportTitle,
        } = earlier;
        const purchase =
          again ??
          (await tx
            .insertInto('purchase')
            .values({
              name,
              email,
              mobileNo,
              companyName,
              title,
              country,
              address,
              city,
              region,
              zip,
              browser,
              customerId,
              taxId,
              reportId,
              reportCode,
              reportTitle,
              edition: report.edition,
              ...(await keepTerms(tx, terms)),
              licence: offer.licence,
              priceCents: offer.cents,
              placedAt: now,
              upgradeOf: earlier.id,
              rights: rightsOf(offer.licence, teamSeats),
              seats: seatsIn(offer.licence, teamSeats),
              consent: 'I accept the Terms & Conditions.',
            })
            .returning(['id', 'number'])
            .executeTakeFirstOrThrow());
        return done({ id: purchase.id, ...(await openAttempt(tx, purchase, now)) });
      },
    );
  if (!made.ok) return made;
  const { id, attempt, open } = made.value;
  return open ? done(open) : askProvider(world, asked, id, attempt);
}

/** Everybody who bought the report, and everybody with a seat, is told of its new edition once, and their downloads work again. */
export async function tellEdition(
  world: World,
  asked: Asked,
  { reportId, edition, reason }: { reportId: number; edition: number; reason: string },
): Promise<void> {
  const { siteName } = await asked.site();
  const orders = await world.db
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('state', 'in', [...delivered])
    .execute();
  for (const { id } of orders) {
    await world.db.transaction().execute(async (tx) => {
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
      if (known || !delivered.includes(order.state as OrderState)) return;
      await extend(world, tx, id);
      await note(tx, id, world.clock(), `edition-${edition}`);
      const seats = await tx
        .selectFrom('seat')
        .select(['id', 'name', 'email'])
        .where('purchaseId', '=', id)
        .where('acceptedAt', 'is not', null)
        .where('revokedAt', 'is', null)
        .execute();
      const readers = [{ id: null, name: order.name, email: order.email }, ...seats];
      for (const reader of readers)
        await post(
          world,
          tx,
          editionLetter(
            order,
            reader,
            edition,
            reason,
            await linksOf(world, id, reader.id, tx),
            siteName,
            world.origin,
          ),
        );
    });
  }
}
