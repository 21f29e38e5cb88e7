import { groupErrorsByField, failWithFieldErrors } from '../kernel/form-fields.ts';
import { ok, fail, type Outcome } from '../kernel/outcome.ts';
import { queueEmail } from '../kernel/outbox.ts';
import type { Deps } from '../deps.ts';
import type { AccountDeps } from './deps.ts';
import { queueConfirmationEmail, startEmailChange, confirmEmail } from './confirm-email.ts';
import {
  requestPasswordReset,
  isTokenValid,
  login,
  createSession,
  register,
  resetPassword,
  queuePasswordResetEmail,
  queueRegistrationEmail,
  type Visitor,
} from './authentication.ts';
import { passwordChangedEmail, accountDeletedEmail } from './emails.ts';
import { hashSecret } from './one-time-tokens.ts';
import { changePasswordForm, profileForm, type Customer, type TokenPurpose } from './model.ts';
import { hashPassword, verifyPassword } from './password.ts';

export type Accounts = ReturnType<typeof createAccounts>;
type Form = Readonly<Record<string, unknown>>;

const isSessionSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && /^[0-9a-f]{64}$/.test(secret);

/** Who they are: customers, their sessions and links. A session's secret proves who asks; every verb that changes something takes the customer that it found. */
export function createAccounts(deps: Deps, accountDeps: AccountDeps) {
  const { db } = deps;
  const getPasswordHash = ({ id }: Customer) =>
    db.selectFrom('customer').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow();
  return {
    register: (form: Form, visitor: Visitor) => register(deps, form, visitor),
    login: (form: Form, visitor: Visitor) => login(deps, form, visitor),
    requestPasswordReset: (form: Form, visitor: Visitor) =>
      requestPasswordReset(deps, form, visitor),
    isTokenValid: (token: string, purpose: TokenPurpose): Promise<boolean> =>
      isTokenValid(deps, token, purpose),
    resetPassword: (token: string, form: Form, visitor: Visitor) =>
      resetPassword(deps, accountDeps, token, form, visitor),
    /** The address behind a letter's link is confirmed by who has the account's session or password: 404, 422, 429. */
    confirmEmail: (
      token: string,
      proof: { customer: Customer | undefined; password: string; clientIp: string },
    ): Promise<Outcome<{ message: string }>> =>
      confirmEmail(deps, accountDeps, token, { ...proof, sessionCustomerId: proof.customer?.id }),

    /** The customer of a session that lives; undefined for any other secret. */
    getCurrentCustomer: async (session: string | undefined): Promise<Customer | undefined> => {
      if (!isSessionSecret(session)) return undefined;
      const row = await db
        .selectFrom('customerSession')
        .innerJoin('customer', 'customer.id', 'customerSession.customerId')
        .selectAll('customer')
        .where('customerSession.tokenHash', '=', hashSecret(session))
        .where('customerSession.expiresAt', '>', deps.clock())
        .executeTakeFirst();
      if (!row) return undefined;
      const { id, email, confirmedAt, name, mobileNo, address, countryId, region, city } = row;
      return {
        id,
        email,
        confirmed: confirmedAt !== null,
        name,
        mobileNo,
        address,
        countryId,
        region,
        city,
      };
    },

    /** The session has ended. */
    logout: async (session: string | undefined): Promise<void> => {
      if (isSessionSecret(session))
        await db
          .deleteFrom('customerSession')
          .where('tokenHash', '=', hashSecret(session))
          .execute();
    },

    /** Sessions of a customer, newest first, the present one marked. */
    listSessions: async ({ id }: Customer, session: string) =>
      (
        await db
          .selectFrom('customerSession')
          .selectAll()
          .where('customerId', '=', id)
          .where('expiresAt', '>', deps.clock())
          .orderBy('createdAt', 'desc')
          .execute()
      ).map((row) => ({
        since: row.createdAt.toISOString(),
        agent: row.userAgent,
        present: row.tokenHash === hashSecret(session),
      })),

    /** Every session of the customer but this one has ended. */
    endOtherSessions: async ({ id }: Customer, session: string): Promise<void> => {
      await db
        .deleteFrom('customerSession')
        .where('customerId', '=', id)
        .where('tokenHash', '!=', hashSecret(session))
        .execute();
    },

    /** The profile is saved. A new address asks for the password at `present` (a session alone must not take an account away) and serves once it is confirmed; whether it is another's already is told to nobody but its owner. */
    saveProfile: async (customer: Customer, form: Form): Promise<Outcome<{ message: string }>> => {
      const read = profileForm.safeParse(form);
      if (!read.success) return failWithFieldErrors(groupErrorsByField(read.error.issues));
      const { mobile_no: mobileNo, country, state: region, ...rest } = read.data;
      if (country !== undefined && (await accountDeps.getCountryName(country)) === undefined)
        return failWithFieldErrors({ country: ['Please choose your country.'] });
      const { email, ...own } = rest;
      const isEmailChange = email.toLowerCase() !== customer.email.toLowerCase();
      if (isEmailChange) {
        const wait =
          (await deps.consumeRateLimit('email-change', String(customer.id), 5, 3600)) ??
          (await deps.consumeRateLimit('password-check', String(customer.id), 10, 900));
        if (wait !== undefined)
          return {
            ...fail(
              'rate-limited',
              'Your address was changed several times within the hour. Please try again later.',
            ),
            retryAfterSeconds: wait,
          };
        const currentPassword = String(form['present'] ?? '');
        if (
          !(await verifyPassword(currentPassword, (await getPasswordHash(customer)).passwordHash))
        )
          return failWithFieldErrors({
            present: [
              currentPassword === ''
                ? 'Please give your current password to change the address.'
                : 'This is not your current password.',
            ],
          });
      }
      return db.transaction().execute(async (tx): Promise<Outcome<{ message: string }>> => {
        await tx
          .updateTable('customer')
          .set({ ...own, region, mobileNo, countryId: country ?? null })
          .where('id', '=', customer.id)
          .execute();
        if (isEmailChange)
          await deps.enqueue(tx, 'accounts.startEmailChange', { customerId: customer.id, email });
        return ok({
          message: isEmailChange
            ? 'Saved. A letter to the new address is on its way: it serves once you confirm it, until then the old one does.'
            : 'Saved.',
        });
      });
    },

    /** Another letter to confirm the address, three an hour at most. */
    resendConfirmationEmail: async (customer: Customer): Promise<Outcome<{ message: string }>> => {
      const wait = await deps.consumeRateLimit('resend-confirmation', String(customer.id), 3, 3600);
      if (wait !== undefined)
        return {
          ...fail(
            'rate-limited',
            'Three letters went out within the hour. Please look into your mailbox.',
          ),
          retryAfterSeconds: wait,
        };
      await db
        .transaction()
        .execute((tx) =>
          queueConfirmationEmail(deps, accountDeps, tx, customer.id, customer.email),
        );
      return ok({ message: 'A letter to confirm your address is on its way.' });
    },

    /** The password is the new one; all sessions ended, and the answer is a new one. 422 at `present` where the present password is wrong. */
    changePassword: async (
      customer: Customer,
      form: Form,
      visitor: Visitor,
    ): Promise<Outcome<{ session: string }>> => {
      const read = changePasswordForm.safeParse(form);
      if (!read.success) return failWithFieldErrors(groupErrorsByField(read.error.issues));
      const wait = await deps.consumeRateLimit('password-check', String(customer.id), 10, 900);
      if (wait !== undefined)
        return {
          ...fail('rate-limited', 'Too many tries in a short time. Please try again later.'),
          retryAfterSeconds: wait,
        };
      const wrong = failWithFieldErrors({ present: ['This is not your current password.'] });
      const { passwordHash: password } = await getPasswordHash(customer);
      if (!(await verifyPassword(read.data.present, password))) return wrong;
      const hash = await hashPassword(read.data.password, deps.generateSecret());
      const name = await accountDeps.getSiteName();
      return db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
        // Only over the password that was compared: a reset meanwhile is the owner's.
        if (
          !(await tx
            .updateTable('customer')
            .set({ passwordHash: hash })
            .where('id', '=', customer.id)
            .where('passwordHash', '=', password)
            .returning('id')
            .executeTakeFirst())
        )
          return wrong;
        await tx.deleteFrom('customerSession').where('customerId', '=', customer.id).execute();
        await tx
          .deleteFrom('oneTimeToken')
          .where('customerId', '=', customer.id)
          .where('purpose', '=', 'reset-password')
          .execute();
        await queueEmail(
          deps,
          tx,
          passwordChangedEmail(customer.email, `changed-${deps.generateSecret()}`, {
            name,
            origin: deps.origin,
          }),
        );
        return ok({ session: await createSession(deps, tx, customer.id, visitor.userAgent) });
      });
    },

    /** The account, its sessions and links are gone, and a last letter says so. Orders and invoices stay, as the law asks, without the account. 422 at `password` where it is wrong. */
    deleteAccount: async (customer: Customer, form: Form): Promise<Outcome<undefined>> => {
      const { passwordHash: password } = await getPasswordHash(customer);
      const wait = await deps.consumeRateLimit('password-check', String(customer.id), 10, 900);
      if (wait !== undefined)
        return {
          ...fail('rate-limited', 'Too many tries in a short time. Please try again later.'),
          retryAfterSeconds: wait,
        };
      if (!(await verifyPassword(String(form['password'] ?? ''), password)))
        return failWithFieldErrors({ password: ['This is not your password.'] });
      const publisher = { name: await accountDeps.getSiteName(), origin: deps.origin };
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('customer')
          .where('id', '=', customer.id)
          .where('passwordHash', '=', password)
          .execute();
        await queueEmail(
          deps,
          tx,
          accountDeletedEmail(customer.email, `gone-${deps.generateSecret()}`, publisher),
        );
      });
      return ok(undefined);
    },

    /** What is kept of him beside what his pages show. */
    exportData: async ({
      id,
    }: Customer): Promise<{ createdAt: string; confirmedAt: string | null }> => {
      const { createdAt, confirmedAt } = await db
        .selectFrom('customer')
        .select(['createdAt', 'confirmedAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return {
        createdAt: createdAt.toISOString(),
        confirmedAt: confirmedAt?.toISOString() ?? null,
      };
    },

    /** What happens later, by name. */
    jobs: {
      'accounts.sendRegistrationEmail': (payload: {
        email: string;
        isRegistered: boolean;
      }): Promise<void> => queueRegistrationEmail(deps, accountDeps, payload),
      'accounts.startEmailChange': (payload: {
        customerId: number;
        email: string;
      }): Promise<void> => startEmailChange(deps, accountDeps, payload),
      'accounts.sendPasswordResetEmail': (payload: { email: string }): Promise<void> =>
        queuePasswordResetEmail(deps, accountDeps, payload),
    },
  };
}
