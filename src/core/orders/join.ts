import { sentenceOf } from '../catalogue/licence.model.ts';
import type { Customer } from '../accounts/model.ts';
import { fieldErrors, fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { seatLetter } from './letters.ts';
import { delivered, type OrderState } from './model.ts';
import { domainOf, invitation, occasion, openSeat, seatUrl, takeSeat } from './seats.ts';
import type { Purchase } from './store.ts';

/** What a colleague sees before he takes a seat by himself. */
export type Joining = {
  readonly company: string;
  readonly report: string;
  readonly rights: string;
  readonly domain: string;
};
/** A seat of the customer's address, or one that his confirmed domain may have. */
export type Shared = {
  readonly number: string;
  readonly report: string;
  readonly company: string;
  readonly rights: string;
  readonly path: string | undefined;
};

const signed = (order: Pick<Purchase, 'number'>): string => `join ${String(order.number)}`;
const open = (world: World, order: Purchase): boolean =>
  order.licence === 'corporate-user' &&
  delivered.includes(order.state as OrderState) &&
  !world.isEverybodys(domainOf(order.email));

/** The address that a buyer of a corporate licence gives to his colleagues; undefined where there is none. */
export const joinUrl = (world: World, order: Purchase): string | undefined =>
  open(world, order)
    ? `${world.origin}/join/${String(order.number)}?signature=${world.sign.make(signed(order))}`
    : undefined;

async function joinable(
  world: World,
  number: string,
  signature: string,
): Promise<Purchase | undefined> {
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  return order && open(world, order) && world.sign.check(signed(order), signature)
    ? order
    : undefined;
}

/** Whose licence stands behind the address; undefined for a changed one, and after a refund. */
export async function openJoin(
  world: World,
  number: string,
  signature: string,
): Promise<Joining | undefined> {
  const order = await joinable(world, number, signature);
  return (
    order && {
      company: order.companyName,
      report: order.reportTitle,
      rights: sentenceOf(order.rights),
      domain: domainOf(order.email),
    }
  );
}

/**
 * A colleague asks for a seat: the letter to his address of the company's domain brings it, so that only who reads mail there has one. The same
 * answer for a seat that he had, and for one that the buyer took back. 404, 422 for another domain, 429.
 */
export async function join(
  world: World,
  asked: Asked,
  number: string,
  signature: string,
  form: Readonly<Record<string, unknown>>,
  visitor: string,
): Promise<Outcome<{ message: string }>> {
  const order = await joinable(world, number, signature);
  if (!order) return refuse(404, 'There is no such licence.');
  const read = invitation.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const { name, email } = read.data;
  if (domainOf(email) !== domainOf(order.email))
    return fieldsAtFault({ email: [`This licence is for addresses at ${domainOf(order.email)}.`] });
  const wait = await world.limit('join', visitor, 10, 3600);
  if (wait !== undefined)
    return {
      ...refuse(429, 'Too many tries in a short time. Please try again later.'),
      retryAfter: wait,
    };
  const { siteName } = await asked.site();
  const taken = await world.db.transaction().execute(async (tx) => {
    const seat = await takeSeat(world, tx, order, { name, email, again: false });
    if (seat.ok)
      await post(
        world,
        tx,
        seatLetter(
          order,
          { email, name },
          seatUrl(world, seat.value.token),
          siteName,
          world.origin,
          occasion(world, seat.value.id),
        ),
      );
    return seat;
  });
  if (!taken.ok && taken.errors) return taken;
  return done({ message: `A letter to ${email} brings your seat: open it and accept.` });
}

/** Reports that the customer's confirmed address has a seat for, or may take one of: his company's, by its domain. Newest first, 200 at most. */
export async function sharedWith(world: World, customer: Customer): Promise<Shared[]> {
  if (!customer.confirmed) return [];
  const email = customer.email.toLowerCase();
  const domain = domainOf(email);
  const rows = await world.db
    .selectFrom('purchase')
    .leftJoin('seat', (on) =>
      on.onRef('seat.purchaseId', '=', 'purchase.id').on('seat.email', '=', email),
    )
    .selectAll('purchase')
    .select(['seat.token as seatToken', 'seat.revokedAt as seatRevoked'])
    .where('purchase.state', 'in', [...delivered])
    .where((eb) =>
      eb.or([eb('purchase.customerId', 'is', null), eb('purchase.customerId', '!=', customer.id)]),
    )
    .where((eb) => eb(eb.fn('lower', ['purchase.email']), '!=', email))
    .where((eb) =>
      eb.or([
        eb('seat.id', 'is not', null),
        eb.and([
          eb('purchase.licence', '=', 'corporate-user'),
          eb(
            eb.fn('lower', [eb.fn('split_part', ['purchase.email', eb.val('@'), eb.lit(2)])]),
            '=',
            domain,
          ),
        ]),
      ]),
    )
    .where('seat.revokedAt', 'is', null)
    .orderBy('purchase.id', 'desc')
    .limit(200)
    .execute();
  return rows
    .filter((row) => row.seatToken !== null || open(world, row))
    .map((row) => ({
      number: String(row.number),
      report: row.reportTitle,
      company: row.companyName,
      rights: sentenceOf(row.rights),
      path: row.seatToken === null ? undefined : `/seat/${row.seatToken}`,
    }));
}

/** The customer's confirmed address has its seat, accepted; the path of its page. 404 where none of his company's licences has that number. */
export async function takeShared(
  world: World,
  customer: Customer,
  number: string,
): Promise<Outcome<{ path: string }>> {
  const shared = (await sharedWith(world, customer)).find((one) => one.number === number);
  if (!shared) return refuse(404, 'There is no such licence.');
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const seat = await world.db
    .transaction()
    .execute((tx) =>
      takeSeat(world, tx, order, { name: customer.name, email: customer.email, again: false }),
    );
  if (!seat.ok) return seat;
  await openSeat(world, seat.value.token, true);
  return done({ path: `/seat/${seat.value.token}` });
}
