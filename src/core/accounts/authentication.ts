import { sql } from 'kysely';
import { groupErrorsByField, failWithFieldErrors } from '../kernel/form-fields.ts';
import { ok, fail, type Outcome, type Refusal } from '../kernel/outcome.ts';
import { queueEmail } from '../kernel/outbox.ts';
import type { Tx, Deps } from '../deps.ts';
import type { AccountDeps } from './deps.ts';
import { queueConfirmationEmail } from './confirm-email.ts';
import { passwordChangedEmail, accountExistsEmail, passwordResetEmail } from './emails.ts';
import { hashSecret, createToken, peekToken, consumeToken } from './one-time-tokens.ts';
import {
  forgotPasswordForm,
  loginForm,
  resetPasswordForm,
  resetTokenMinutes,
  sessionDays,
  signupForm,
  type TokenPurpose,
} from './model.ts';
import { hashPassword, verifyPassword } from './password.ts';

export type Visitor = { readonly clientIp: string; readonly userAgent: string };
type Form = Readonly<Record<string, unknown>>;

/** 429 with the seconds to wait where this visitor, this address or everybody together tried too often; it ends by itself. */
async function checkRateLimits(
  deps: Deps,
  action: string,
  visitor: Visitor,
  email: string,
): Promise<Refusal | undefined> {
  const retryAfterSeconds =
    (await deps.consumeRateLimit(`${action}-ip`, visitor.clientIp, 30, 900)) ??
    (await deps.consumeRateLimit(`${action}-email`, email.toLowerCase(), 10, 900)) ??
    (await deps.consumeRateLimit(`${action}-global`, 'all', 2000, 900));
  return retryAfterSeconds === undefined
    ? undefined
    : {
        ...fail(
          'rate-limited',
          `Too many tries in a short time. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
        ),
        retryAfterSeconds: retryAfterSeconds,
      };
}

/** A new session of the customer; its secret is told once, the table keeps the hash. */
export async function createSession(
  deps: Deps,
  tx: Tx,
  customerId: number,
  userAgent: string,
): Promise<string> {
  const secret = deps.generateSecret() + deps.generateSecret();
  const now = deps.clock();
  await tx
    .insertInto('customerSession')
    .values({
      tokenHash: hashSecret(secret),
      customerId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
      userAgent: userAgent.slice(0, 300),
    })
    .execute();
  return secret;
}

/** A new session where address and password belong together; 401 with one sentence for every other pair, in the same time. */
export async function login(
  deps: Deps,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ session: string }>> {
  const parsed = loginForm.safeParse(form);
  if (!parsed.success) return failWithFieldErrors(groupErrorsByField(parsed.error.issues));
  const { email, password } = parsed.data;
  const wrongCredentials = fail('unauthenticated', 'The e-mail address or the password is wrong.');
  const refused = await checkRateLimits(deps, 'login', visitor, email);
  if (refused) return refused;
  const customer = await deps.db
    .selectFrom('customer')
    .select(['id', 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!(await verifyPassword(password, customer?.passwordHash)) || !customer)
    return wrongCredentials;
  return deps.db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
    // The password may have been changed while this one was compared: sessions of the old one must not come after.
    const isPasswordUnchanged = await tx
      .selectFrom('customer')
      .select('id')
      .where('id', '=', customer.id)
      .where('passwordHash', '=', customer.passwordHash)
      .forShare()
      .executeTakeFirst();
    return isPasswordUnchanged
      ? ok({ session: await createSession(deps, tx, customer.id, visitor.userAgent) })
      : wrongCredentials;
  });
}

/** The account stands, or stood already: the answer is the same, and the owner of the address learns by letter which. */
export async function register(
  deps: Deps,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const parsed = signupForm.safeParse(form);
  if (!parsed.success) return failWithFieldErrors(groupErrorsByField(parsed.error.issues));
  const { email, name, mobile_no: mobileNo, address, password } = parsed.data;
  const refused = await checkRateLimits(deps, 'register', visitor, email);
  if (refused) return refused;
  const hash = await hashPassword(password, deps.generateSecret());
  await deps.db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('customer')
      .values({ email, name, mobileNo, address, passwordHash: hash, createdAt: deps.clock() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    await deps.enqueue(tx, 'accounts.sendRegistrationEmail', {
      email,
      isRegistered: created === undefined,
    });
  });
  return ok({
    message:
      'Your account is being set up. Please look into your mailbox and confirm your e-mail address.',
  });
}

/** The letter after a registration: the address is to be confirmed, or its owner hears that he has an account. */
export async function queueRegistrationEmail(
  deps: Deps,
  accountDeps: AccountDeps,
  { email, isRegistered }: { email: string; isRegistered: boolean },
): Promise<void> {
  const publisher = { name: await accountDeps.getSiteName(), origin: deps.origin };
  const hour = Math.floor(deps.clock().getTime() / 3_600_000);
  await deps.db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .select(['id', 'confirmedAt'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!customer) return;
    if (isRegistered || customer.confirmedAt)
      return queueEmail(
        deps,
        tx,
        accountExistsEmail(
          email,
          `${deps.origin}/forgot-password`,
          `known-${customer.id}-${hour}`,
          publisher,
        ),
      );
    await queueConfirmationEmail(deps, accountDeps, tx, customer.id, email);
  });
}

/** Whatever the address, the same answer in the same time: who has an account gets a letter. */
export async function requestPasswordReset(
  deps: Deps,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ message: string }>> {
  const parsed = forgotPasswordForm.safeParse(form);
  if (!parsed.success) return failWithFieldErrors(groupErrorsByField(parsed.error.issues));
  const { email } = parsed.data;
  const refused = await checkRateLimits(deps, 'forgot-password', visitor, email);
  if (refused) return refused;
  await deps.db
    .transaction()
    .execute((tx) => deps.enqueue(tx, 'accounts.sendPasswordResetEmail', { email }));
  return ok({ message: 'Password reset link has been sent to your email.' });
}

/** The letter with the link of a reset, no second one while the link of one from the last five minutes works; nothing for an unknown address. */
export async function queuePasswordResetEmail(
  deps: Deps,
  accountDeps: AccountDeps,
  { email }: { email: string },
): Promise<void> {
  const publisher = { name: await accountDeps.getSiteName(), origin: deps.origin };
  await deps.db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .select(['id', 'email'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return;
    const fresh = new Date(deps.clock().getTime() + (resetTokenMinutes - 5) * 60_000);
    if (
      await tx
        .selectFrom('oneTimeToken')
        .select('tokenHash')
        .where('customerId', '=', customer.id)
        .where('purpose', '=', 'reset-password')
        .where('expiresAt', '>', fresh)
        .executeTakeFirst()
    )
      return;
    const token = await createToken(
      deps,
      tx,
      customer.id,
      'reset-password',
      customer.email,
      resetTokenMinutes,
    );
    await queueEmail(
      deps,
      tx,
      passwordResetEmail(
        customer.email,
        `${deps.origin}/reset-password?token=${token}`,
        `reset-${hashSecret(token).slice(0, 20)}`,
        publisher,
      ),
    );
  });
}

/** True where a link still works; looking does not use it up. */
export const isTokenValid = async (
  deps: Deps,
  token: string,
  purpose: TokenPurpose,
): Promise<boolean> => (await peekToken(deps, token, purpose)) !== undefined;

/** The password is the new one, every session and every other link of a reset has ended, and one new session stands. 404 for a link that was used or has ended. */
export async function resetPassword(
  deps: Deps,
  accountDeps: AccountDeps,
  token: string,
  form: Form,
  visitor: Visitor,
): Promise<Outcome<{ session: string }>> {
  const parsed = resetPasswordForm.safeParse(form);
  if (!parsed.success) return failWithFieldErrors(groupErrorsByField(parsed.error.issues));
  const retryAfterSeconds = await deps.consumeRateLimit(
    'reset-password-ip',
    visitor.clientIp,
    30,
    900,
  );
  if (retryAfterSeconds !== undefined)
    return {
      ...fail('rate-limited', 'Too many tries in a short time. Please try again later.'),
      retryAfterSeconds: retryAfterSeconds,
    };
  const hash = await hashPassword(parsed.data.password, deps.generateSecret());
  const publisher = { name: await accountDeps.getSiteName(), origin: deps.origin };
  return deps.db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
    const consumed = await consumeToken(deps, tx, token, 'reset-password');
    const now = deps.clock();
    // Who reads the letter owns the address: it is confirmed with the same press.
    const changed =
      consumed &&
      (await tx
        .updateTable('customer')
        .set({ passwordHash: hash, confirmedAt: sql`coalesce(confirmed_at, ${now})` })
        .where('id', '=', consumed.customerId)
        .where('email', '=', consumed.email)
        .returning('id')
        .executeTakeFirst());
    if (!changed)
      return fail(
        'not-found',
        'This link was used already, or has ended. Please ask for a new one.',
      );
    await tx
      .deleteFrom('oneTimeToken')
      .where('customerId', '=', consumed.customerId)
      .where('purpose', '=', 'reset-password')
      .execute();
    await tx.deleteFrom('customerSession').where('customerId', '=', consumed.customerId).execute();
    await queueEmail(
      deps,
      tx,
      passwordChangedEmail(consumed.email, `changed-${hashSecret(token).slice(0, 20)}`, publisher),
    );
    return ok({ session: await createSession(deps, tx, consumed.customerId, visitor.userAgent) });
  });
}
