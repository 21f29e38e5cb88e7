import { sentenceOf } from '../catalogue/licence.model.ts';
import { email as address, fieldErrors, fieldsAtFault, line } from '../kernel/fields.ts';
import { z } from 'zod';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked } from './asked.ts';
import { grant } from './capture.ts';
import { linksOf, type Link } from './delivery.ts';
import { seatLetter } from './letters.ts';
import { delivered, type OrderState } from './model.ts';
import { note, purchaseOf, type Purchase } from './store.ts';

export type Seat = {
  readonly email: string;
  readonly name: string;
  readonly state: 'invited' | 'accepted';
};

/** A reader of a seat as he is invited, or invites himself. */
export const invitation = z.object({
  name: line('the name of your colleague', 200),
  email: address('Please give the e-mail address of your colleague.'),
});

export const domainOf = (email: string): string => email.toLowerCase().split('@')[1] ?? '';

/** How many people may have a seat beside the buyer, as the order was sold: none, a few, or everybody of his e-mail domain. */
export function seatsLeft(world: World, order: Purchase, taken: number): number {
  if (order.seats !== null) return Math.max(0, order.seats - 1 - taken);
  return world.isEverybodys(domainOf(order.email)) ? 0 : 1000;
}

export const seatsOf = async (world: World, order: Purchase): Promise<Seat[]> =>
  (
    await world.db
      .selectFrom('seat')
      .selectAll()
      .where('purchaseId', '=', order.id)
      .where('revokedAt', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ email, name, acceptedAt }) => ({
    email,
    name,
    state: acceptedAt ? 'accepted' : 'invited',
  }));

/** A colleague has a letter with a seat to accept; `again` where it went out within the hour already, and goes on working. 409 where the licence has none left, 422 for an address of another domain under a corporate licence. */
export async function invite(
  world: World,
  asked: Asked,
  order: Purchase,
  form: Readonly<Record<string, unknown>>,
): Promise<Outcome<{ again: boolean }>> {
  const read = invitation.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const { name, email } = read.data;
  if (order.licence === 'corporate-user' && domainOf(email) !== domainOf(order.email))
    return fieldsAtFault({ email: [`This licence is for addresses at ${domainOf(order.email)}.`] });
  const wait = await world.limit('invite', String(order.number), 30, 3600);
  if (wait !== undefined)
    return {
      ...refuse(429, 'Too many invitations in a short time. Please try again later.'),
      retryAfter: wait,
    };
  const { siteName } = await asked.site();
  return world.db.transaction().execute(async (tx): Promise<Outcome<{ again: boolean }>> => {
    const seat = await takeSeat(world, tx, order, { name, email, again: true });
    if (!seat.ok) return seat;
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
    return done({ again: seat.value.told });
  });
}

export const seatUrl = (world: World, token: string): string => `${world.origin}/seat/${token}`;
/** One letter an hour for a seat, however often it is asked for. */
export const occasion = (world: World, seatId: number): string =>
  `seat-${seatId}-${hourOf(world.clock())}`;
const hourOf = (at: Date): number => Math.floor(at.getTime() / 3_600_000);

/**
 * In `tx`: the row of a seat stands, the one that the address had or a new one. 409 where the licence has none left, or where the buyer took
 * the seat back and `again` is false, where a seat that stands keeps its reader's name, too; 422 for the buyer's own address.
 */
export async function takeSeat(
  world: World,
  tx: Tx,
  order: Purchase,
  { name, email, again }: { name: string; email: string; again: boolean },
): Promise<Outcome<{ id: number; token: string; told: boolean }>> {
  await tx
    .selectFrom('purchase')
    .select('id')
    .where('id', '=', order.id)
    .forUpdate()
    .executeTakeFirst();
  const all = await tx
    .selectFrom('seat')
    .select(['id', 'email', 'revokedAt', 'invitedAt'])
    .where('purchaseId', '=', order.id)
    .execute();
  const same = all.find((seat) => seat.email.toLowerCase() === email.toLowerCase());
  const taken = all.filter((seat) => seat.revokedAt === null && seat !== same).length;
  if (email.toLowerCase() === order.email.toLowerCase())
    return fieldsAtFault({ email: ['This is the address of the order: it has its seat.'] });
  if (same?.revokedAt && !again) return refuse(409, 'The buyer took this seat back.');
  if (seatsLeft(world, order, taken) < 1)
    return refuse(
      409,
      'This licence has no seat left. A larger one can be had for the difference.',
    );
  const now = world.clock();
  const seat = same
    ? await tx
        .updateTable('seat')
        .set({ ...(again ? { name } : {}), invitedAt: now, revokedAt: null })
        .where('id', '=', same.id)
        .returning(['id', 'token'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('seat')
        .values({ purchaseId: order.id, email, name, token: world.secret(), invitedAt: now })
        .returning(['id', 'token'])
        .executeTakeFirstOrThrow();
  await note(tx, order.id, now, 'seat-invited', { seat: seat.id });
  return done({ ...seat, told: same !== undefined && hourOf(same.invitedAt) === hourOf(now) });
}

/** The seat is taken back: its copies can't be downloaded any more. */
export async function revoke(world: World, order: Purchase, email: string): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    const seat = await tx
      .updateTable('seat')
      .set({ revokedAt: world.clock(), acceptedAt: null })
      .where('purchaseId', '=', order.id)
      .where('email', '=', email)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (seat)
      await tx
        .updateTable('deliveryGrant')
        .set({ suspended: true })
        .where('seatId', '=', seat.id)
        .execute();
  });
}

export type OpenedSeat = {
  readonly name: string;
  readonly report: string;
  readonly company: string;
  readonly rights: string;
  readonly accepted: boolean;
  readonly links: readonly Link[];
};

/** A seat's download works again: as many as at first, three times a day. Undefined for no such seat. */
export async function renewSeat(
  world: World,
  token: string,
): Promise<Outcome<undefined> | undefined> {
  const opened = await openSeat(world, token, false);
  const seat = opened?.accepted
    ? await world.db
        .selectFrom('seat')
        .select(['id', 'purchaseId'])
        .where('token', '=', token)
        .executeTakeFirst()
    : undefined;
  if (!seat) return undefined;
  const wait = await world.limit('renew-seat', String(seat.id), 3, 86_400);
  if (wait !== undefined)
    return {
      ...refuse(
        429,
        'Your downloads were renewed several times today. Please try again tomorrow, or write to us.',
      ),
      retryAfter: wait,
    };
  await world.db.transaction().execute((tx) => grant(world, tx, seat.purchaseId, seat.id));
  return done(undefined);
}

/** Why a seat that once stood opens nothing any more: taken back by its company, or the licence has ended. Undefined for a link that never was. */
export async function closedSeat(
  world: World,
  token: string,
): Promise<{ company: string; report: string; takenBack: boolean } | undefined> {
  const seat = /^[0-9a-f]{32}$/.test(token)
    ? await world.db.selectFrom('seat').selectAll().where('token', '=', token).executeTakeFirst()
    : undefined;
  const order = seat && (await purchaseOf(world.db, seat.purchaseId));
  return (
    seat &&
    order && {
      company: order.companyName,
      report: order.reportTitle,
      takenBack: seat.revokedAt !== null,
    }
  );
}

/** The seat behind the link of its letter; undefined where there is none, or its order is closed. `accept` takes it: the reader has copies of his own then. */
export async function openSeat(
  world: World,
  token: string,
  accept: boolean,
): Promise<OpenedSeat | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
  const seat = await world.db
    .selectFrom('seat')
    .selectAll()
    .where('token', '=', token)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  const order = seat && (await purchaseOf(world.db, seat.purchaseId));
  if (!seat || !order || !delivered.includes(order.state as OrderState)) return undefined;
  if (accept && !seat.acceptedAt) {
    const stands = await world.db.transaction().execute(async (tx) => {
      // The order's lock first, as everybody takes it: no two wait for each other.
      await tx
        .selectFrom('purchase')
        .select('id')
        .where('id', '=', order.id)
        .forUpdate()
        .executeTakeFirst();
      const row = await tx
        .selectFrom('seat')
        .select('acceptedAt')
        .where('id', '=', seat.id)
        .where('revokedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.acceptedAt) return row !== undefined;
      await tx
        .updateTable('seat')
        .set({ acceptedAt: world.clock() })
        .where('id', '=', seat.id)
        .where('revokedAt', 'is', null)
        .execute();
      await grant(world, tx, order.id, seat.id);
      await tx
        .updateTable('deliveryGrant')
        .set({ suspended: false })
        .where('seatId', '=', seat.id)
        .execute();
      await note(tx, order.id, world.clock(), 'seat-accepted', { seat: seat.id });
      return true;
    });
    // The buyer took it back since it was looked up.
    if (!stands) return undefined;
  }
  const accepted = accept || seat.acceptedAt !== null;
  return {
    name: seat.name,
    report: order.reportTitle,
    company: order.companyName,
    rights: sentenceOf(order.rights),
    accepted,
    links: accepted ? await linksOf(world, order.id, seat.id) : [],
  };
}
