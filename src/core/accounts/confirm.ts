import { fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked } from './asked.ts';
import { confirmLetter, knownLetter, movedLetter, moveLetter, movingLetter } from './letters.ts';
import { hashed, link, seeLink, takeLink } from './links.ts';
import { confirmHours, deadConfirmation } from './model.ts';
import { passwordHolds } from './password.ts';

/** A letter with the link that confirms an address. */
export async function askConfirmation(
  world: World,
  asked: Asked,
  tx: Tx,
  customerId: number,
  email: string,
): Promise<void> {
  const token = await link(world, tx, customerId, 'confirm', email, confirmHours * 60);
  await post(
    world,
    tx,
    confirmLetter(
      email,
      `${world.origin}/confirm-email?token=${token}`,
      `confirm-${hashed(token).slice(0, 20)}`,
      { name: await asked.siteName(), origin: world.origin },
    ),
  );
}

/** In `tx`, as an address moves: links in the old mailbox open nothing any more, and orders that were placed with it as a guest stay the customer's. */
async function leaveOld(
  world: World,
  tx: Tx,
  { id, email, confirmedAt }: { id: number; email: string; confirmedAt: Date | null },
): Promise<void> {
  await tx
    .deleteFrom('customerLink')
    .where('customerId', '=', id)
    .where('purpose', '=', 'reset')
    .execute();
  if (confirmedAt) await world.later(tx, 'orders.moved', { customerId: id, email });
}

/** The job after a customer gave another address: a letter there confirms it, or tells its owner that somebody tried; the old one serves until then, and hears of it. */
export async function askMove(
  world: World,
  asked: Asked,
  { customerId, email }: { customerId: number; email: string },
): Promise<void> {
  const by = { name: await asked.siteName(), origin: world.origin };
  await world.db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('customer')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirst();
    if (!old) return;
    await post(world, tx, movingLetter(old.email, email, `moving-${world.secret()}`, by));
    const owner = await tx
      .selectFrom('customer')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (owner)
      return post(
        world,
        tx,
        knownLetter(
          email,
          `${world.origin}/forgot-password`,
          `known-${owner.id}-${Math.floor(world.clock().getTime() / 3_600_000)}`,
          by,
        ),
      );
    const token = await link(world, tx, customerId, 'confirm', email, confirmHours * 60);
    await post(
      world,
      tx,
      moveLetter(
        email,
        `${world.origin}/confirm-email?token=${token}`,
        `confirm-${hashed(token).slice(0, 20)}`,
        by,
      ),
    );
  });
}

export type Confirming = {
  readonly session: number | undefined;
  readonly password: string;
  readonly address: string;
};

/**
 * The address of a letter's link is the account's, and confirmed. Who presses has to show that the account is his, too (its session or its
 * password): else somebody could open an account with another's address and have him confirm it. 404 for a link that was used, has ended
 * or whose address became another's; 422 at `password`; 429.
 */
export async function confirmEmail(
  world: World,
  asked: Asked,
  token: string,
  { session, password, address }: Confirming,
): Promise<Outcome<{ message: string }>> {
  const gone = refuse(404, deadConfirmation);
  const wait = await world.limit('confirm-visitor', address, 30, 900);
  if (wait !== undefined)
    return {
      ...refuse(429, 'Too many tries in a short time. Please try again later.'),
      retryAfter: wait,
    };
  const seen = await seeLink(world, token, 'confirm');
  const customer =
    seen &&
    (await world.db
      .selectFrom('customer')
      .select(['id', 'password', 'email', 'confirmedAt'])
      .where('id', '=', seen.customerId)
      .executeTakeFirst());
  if (!customer) return gone;
  if (session !== customer.id && !(await passwordHolds(password, customer.password))) {
    return fieldsAtFault({
      password: [
        password === ''
          ? 'Please give the password of the account.'
          : 'This is not the password of the account.',
      ],
    });
  }
  const name = await asked.siteName();
  return world.db.transaction().execute(async (tx): Promise<Outcome<{ message: string }>> => {
    const taken = await takeLink(world, tx, token, 'confirm');
    if (!taken) return gone;
    const moved = taken.email.toLowerCase() !== customer.email.toLowerCase();
    const owner =
      moved &&
      (await tx
        .selectFrom('customer')
        .select('id')
        .where('email', '=', taken.email)
        .executeTakeFirst());
    if (owner) return gone;
    await tx
      .updateTable('customer')
      .set({ email: taken.email, confirmedAt: world.clock() })
      .where('id', '=', taken.customerId)
      .execute();
    if (moved) await leaveOld(world, tx, customer);
    if (moved)
      await post(
        world,
        tx,
        movedLetter(customer.email, taken.email, `moved-${hashed(token).slice(0, 20)}`, {
          name,
          origin: world.origin,
        }),
      );
    return done({
      message:
        'Thank you. Your address is confirmed, and your orders with it stand in your library.',
    });
  });
}
