import { sql } from 'kysely';
import { fieldErrors, fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome, type Refusal } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked } from './asked.ts';
import { askConfirmation } from './confirm.ts';
import { changedLetter, knownLetter, resetLetter } from './letters.ts';
import { hashed, link, seeLink, takeLink, type Purpose } from './links.ts';
import {
  forgotForm,
  loginForm,
  resetForm,
  resetMinutes,
  sessionDays,
  signupForm,
} from './model.ts';
import { hashPassword, passwordHolds } from './password.ts';

export type Visitor = { readonly address: string; readonly agent: string };
type Form = Readonly<Record<string, unknown>>;

/** 429 with the seconds to wait where this visitor, this address or everybody together tried too often; it ends by itself. */
async function tooOften(
  world: World,
  what: string,
  visitor: Visitor,
  email: string,
): Promise<Refusal | undefined> {
  const wait =
    (await world.limit(`${what}-visitor`, visitor.address, 30, 900)) ??
    (await world.limit(`${what}-email`, email.toLowerCase(), 10, 900)) ??
    (await world.limit(`${what}-all`, 'all', 2000, 900));
  return wait === undefined
    ? undefined
    : {
        ...refuse(
          429,
          `Too many tries in a short time. Please try again in ${Math.ceil(wait / 60)} minutes.`,
        ),
        retryAfter: wait,
      };
}

/** A new session of the customer; its secret is told once, the table keeps the hash. */
export async function openSession(
  world: World,
  tx: Tx,
  customerId: number,
  agent: string,
): Promise<string> {
  const secret = world.secret() + world.secret();
  const now = world.clock();
  await tx
    .insertInto('customerSession')
    .values({
      id: hashed(secret),
      customerId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
      agent: agent.slice(0, 300),
    })
    .execute();
  return secret;
}

/** A new session where address and password belong together; 401 with one sentence for every other pair, in the same time. */
export async function login(
  world: World,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ session: string }>> {
  const read = loginForm.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const { email, password } = read.data;
  const wrong = refuse(401, 'The e-mail address or the password is wrong.');
  const refused = await tooOften(world, 'login', visitor, email);
  if (refused) return refused;
  const customer = await world.db
    .selectFrom('customer')
    .select(['id', 'password'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!(await passwordHolds(password, customer?.password)) || !customer) return wrong;
  return world.db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
    // The password may have been changed while this one was compared: sessions of the old one must not come after.
    const still = await tx
      .selectFrom('customer')
      .select('id')
      .where('id', '=', customer.id)
      .where('password', '=', customer.password)
      .forShare()
      .executeTakeFirst();
    return still
      ? done({ session: await openSession(world, tx, customer.id, visitor.agent) })
      : wrong;
  });
}

/** The account stands, or stood already: the answer is the same, and the owner of the address learns by letter which. */
export async function register(
  world: World,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const read = signupForm.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const { email, name, mobile_no: mobileNo, address, password } = read.data;
  const refused = await tooOften(world, 'register', visitor, email);
  if (refused) return refused;
  const hash = await hashPassword(password, world.secret());
  await world.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('customer')
      .values({ email, name, mobileNo, address, password: hash, createdAt: world.clock() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    await world.later(tx, 'accounts.welcome', { email, known: made === undefined });
  });
  return done({
    message:
      'Your account is being set up. Please look into your mailbox and confirm your e-mail address.',
  });
}

/** The letter after a registration: the address is to be confirmed, or its owner hears that he has an account. */
export async function welcome(
  world: World,
  asked: Asked,
  { email, known }: { email: string; known: boolean },
): Promise<void> {
  const by = { name: await asked.siteName(), origin: world.origin };
  const hour = Math.floor(world.clock().getTime() / 3_600_000);
  await world.db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .select(['id', 'confirmedAt'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!customer) return;
    if (known || customer.confirmedAt)
      return post(
        world,
        tx,
        knownLetter(email, `${world.origin}/forgot-password`, `known-${customer.id}-${hour}`, by),
      );
    await askConfirmation(world, asked, tx, customer.id, email);
  });
}

/** Whatever the address, the same answer in the same time: who has an account gets a letter. */
export async function forgot(
  world: World,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const read = forgotForm.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const { email } = read.data;
  const refused = await tooOften(world, 'forgot', visitor, email);
  if (refused) return refused;
  await world.db.transaction().execute((tx) => world.later(tx, 'accounts.reset', { email }));
  return done({ message: 'Password reset link has been sent to your email.' });
}

/** The letter with the link of a reset, no second one while the link of one from the last five minutes works; nothing for an unknown address. */
export async function sendReset(
  world: World,
  asked: Asked,
  { email }: { email: string },
): Promise<void> {
  const by = { name: await asked.siteName(), origin: world.origin };
  await world.db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .select(['id', 'email'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return;
    const fresh = new Date(world.clock().getTime() + (resetMinutes - 5) * 60_000);
    if (
      await tx
        .selectFrom('customerLink')
        .select('id')
        .where('customerId', '=', customer.id)
        .where('purpose', '=', 'reset')
        .where('expiresAt', '>', fresh)
        .executeTakeFirst()
    )
      return;
    const token = await link(world, tx, customer.id, 'reset', customer.email, resetMinutes);
    await post(
      world,
      tx,
      resetLetter(
        customer.email,
        `${world.origin}/reset-password?token=${token}`,
        `reset-${hashed(token).slice(0, 20)}`,
        by,
      ),
    );
  });
}

/** True where a link still works; looking does not use it up. */
export const linkWorks = async (world: World, token: string, purpose: Purpose): Promise<boolean> =>
  (await seeLink(world, token, purpose)) !== undefined;

/** The password is the new one, every session and every other link of a reset has ended, and one new session stands. 404 for a link that was used or has ended. */
export async function reset(
  world: World,
  asked: Asked,
  token: string,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ session: string }>> {
  const read = resetForm.safeParse(form);
  if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
  const refused = await world.limit('reset-visitor', visitor.address, 30, 900);
  if (refused !== undefined)
    return {
      ...refuse(429, 'Too many tries in a short time. Please try again later.'),
      retryAfter: refused,
    };
  const hash = await hashPassword(read.data.password, world.secret());
  const by = { name: await asked.siteName(), origin: world.origin };
  return world.db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
    const taken = await takeLink(world, tx, token, 'reset');
    const now = world.clock();
    // Who reads the letter owns the address: it is confirmed with the same press.
    const changed =
      taken &&
      (await tx
        .updateTable('customer')
        .set({ password: hash, confirmedAt: sql`coalesce(confirmed_at, ${now})` })
        .where('id', '=', taken.customerId)
        .where('email', '=', taken.email)
        .returning('id')
        .executeTakeFirst());
    if (!changed)
      return refuse(404, 'This link was used already, or has ended. Please ask for a new one.');
    await tx
      .deleteFrom('customerLink')
      .where('customerId', '=', taken.customerId)
      .where('purpose', '=', 'reset')
      .execute();
    await tx.deleteFrom('customerSession').where('customerId', '=', taken.customerId).execute();
    await post(world, tx, changedLetter(taken.email, `changed-${hashed(token).slice(0, 20)}`, by));
    return done({ session: await openSession(world, tx, taken.customerId, visitor.agent) });
  });
}
