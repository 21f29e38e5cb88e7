import { fieldErrors, fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { askConfirmation, askMove, confirmEmail } from './confirm.ts';
import {
  forgot,
  linkWorks,
  login,
  openSession,
  register,
  reset,
  sendReset,
  welcome,
  type Visitor,
} from './entrance.ts';
import { changedLetter, goneLetter } from './letters.ts';
import { hashed, type Purpose } from './links.ts';
import { passwordForm, profileForm, type Customer } from './model.ts';
import { hashPassword, passwordHolds } from './password.ts';

export type Accounts = ReturnType<typeof createAccounts>;
type Form = Readonly<Record<string, unknown>>;

const isSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && /^[0-9a-f]{64}$/.test(secret);

/** Who they are: customers, their sessions and links. A session's secret proves who asks; every verb that changes something takes the customer that it found. */
export function createAccounts(world: World, asked: Asked) {
  const { db } = world;
  const passwordOf = ({ id }: Customer) =>
    db.selectFrom('customer').select('password').where('id', '=', id).executeTakeFirstOrThrow();
  return {
    register: (form: Form, visitor: Visitor) => register(world, form, visitor),
    login: (form: Form, visitor: Visitor) => login(world, form, visitor),
    forgot: (form: Form, visitor: Visitor) => forgot(world, form, visitor),
    linkWorks: (token: string, purpose: Purpose): Promise<boolean> =>
      linkWorks(world, token, purpose),
    reset: (token: string, form: Form, visitor: Visitor) =>
      reset(world, asked, token, form, visitor),
    /** The address behind a letter's link is confirmed by who has the account's session or password: 404, 422, 429. */
    confirmEmail: (
      token: string,
      proof: { customer: Customer | undefined; password: string; address: string },
    ): Promise<Outcome<{ message: string }>> =>
      confirmEmail(world, asked, token, { ...proof, session: proof.customer?.id }),

    /** The customer of a session that lives; undefined for any other secret. */
    who: async (session: string | undefined): Promise<Customer | undefined> => {
      if (!isSecret(session)) return undefined;
      const row = await db
        .selectFrom('customerSession')
        .innerJoin('customer', 'customer.id', 'customerSession.customerId')
        .selectAll('customer')
        .where('customerSession.id', '=', hashed(session))
        .where('customerSession.expiresAt', '>', world.clock())
        .executeTakeFirst();
      if (!row) return undefined;
      const { id, email, confirmedAt, name, mobileNo, address, countryId, state, city } = row;
      return {
        id,
        email,
        confirmed: confirmedAt !== null,
        name,
        mobileNo,
        address,
        countryId,
        state,
        city,
      };
    },

    /** The session has ended. */
    logout: async (session: string | undefined): Promise<void> => {
      if (isSecret(session))
        await db.deleteFrom('customerSession').where('id', '=', hashed(session)).execute();
    },

    /** Sessions of a customer, newest first, the present one marked. */
    sessions: async ({ id }: Customer, session: string) =>
      (
        await db
          .selectFrom('customerSession')
          .selectAll()
          .where('customerId', '=', id)
          .where('expiresAt', '>', world.clock())
          .orderBy('createdAt', 'desc')
          .execute()
      ).map((row) => ({
        since: row.createdAt.toISOString(),
        agent: row.agent,
        present: row.id === hashed(session),
      })),

    /** Every session of the customer but this one has ended. */
    endOthers: async ({ id }: Customer, session: string): Promise<void> => {
      await db
        .deleteFrom('customerSession')
        .where('customerId', '=', id)
        .where('id', '!=', hashed(session))
        .execute();
    },

    /** The profile is saved. A new address asks for the password at `present` (a session alone must not take an account away) and serves once it is confirmed; whether it is another's already is told to nobody but its owner. */
    saveProfile: async (customer: Customer, form: Form): Promise<Outcome<{ message: string }>> => {
      const read = profileForm.safeParse(form);
      if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
      const { mobile_no: mobileNo, country, ...rest } = read.data;
      if (country !== undefined && (await asked.countryName(country)) === undefined)
        return fieldsAtFault({ country: ['Please choose your country.'] });
      const { email, ...own } = rest;
      const moved = email.toLowerCase() !== customer.email.toLowerCase();
      if (moved) {
        const wait =
          (await world.limit('move', String(customer.id), 5, 3600)) ??
          (await world.limit('password', String(customer.id), 10, 900));
        if (wait !== undefined)
          return {
            ...refuse(
              429,
              'Your address was changed several times within the hour. Please try again later.',
            ),
            retryAfter: wait,
          };
        const present = String(form['present'] ?? '');
        if (!(await passwordHolds(present, (await passwordOf(customer)).password)))
          return fieldsAtFault({
            present: [
              present === ''
                ? 'Please give your current password to change the address.'
                : 'This is not your current password.',
            ],
          });
      }
      return db.transaction().execute(async (tx): Promise<Outcome<{ message: string }>> => {
        await tx
          .updateTable('customer')
          .set({ ...own, mobileNo, countryId: country ?? null })
          .where('id', '=', customer.id)
          .execute();
        if (moved) await world.later(tx, 'accounts.move', { customerId: customer.id, email });
        return done({
          message: moved
            ? 'Saved. A letter to the new address is on its way: it serves once you confirm it, until then the old one does.'
            : 'Saved.',
        });
      });
    },

    /** Another letter to confirm the address, three an hour at most. */
    askConfirmation: async (customer: Customer): Promise<Outcome<{ message: string }>> => {
      const wait = await world.limit('confirm-again', String(customer.id), 3, 3600);
      if (wait !== undefined)
        return {
          ...refuse(429, 'Three letters went out within the hour. Please look into your mailbox.'),
          retryAfter: wait,
        };
      await db
        .transaction()
        .execute((tx) => askConfirmation(world, asked, tx, customer.id, customer.email));
      return done({ message: 'A letter to confirm your address is on its way.' });
    },

    /** The password is the new one; all sessions ended, and the answer is a new one. 422 at `present` where the present password is wrong. */
    changePassword: async (
      customer: Customer,
      form: Form,
      visitor: Visitor,
    ): Promise<Outcome<{ session: string }>> => {
      const read = passwordForm.safeParse(form);
      if (!read.success) return fieldsAtFault(fieldErrors(read.error.issues));
      const wait = await world.limit('password', String(customer.id), 10, 900);
      if (wait !== undefined)
        return {
          ...refuse(429, 'Too many tries in a short time. Please try again later.'),
          retryAfter: wait,
        };
      const wrong = fieldsAtFault({ present: ['This is not your current password.'] });
      const { password } = await passwordOf(customer);
      if (!(await passwordHolds(read.data.present, password))) return wrong;
      const hash = await hashPassword(read.data.password, world.secret());
      const name = await asked.siteName();
      return db.transaction().execute(async (tx): Promise<Outcome<{ session: string }>> => {
        // Only over the password that was compared: a reset meanwhile is the owner's.
        if (
          !(await tx
            .updateTable('customer')
            .set({ password: hash })
            .where('id', '=', customer.id)
            .where('password', '=', password)
            .returning('id')
            .executeTakeFirst())
        )
          return wrong;
        await tx.deleteFrom('customerSession').where('customerId', '=', customer.id).execute();
        await tx
          .deleteFrom('customerLink')
          .where('customerId', '=', customer.id)
          .where('purpose', '=', 'reset')
          .execute();
        await post(
          world,
          tx,
          changedLetter(customer.email, `changed-${world.secret()}`, {
            name,
            origin: world.origin,
          }),
        );
        return done({ session: await openSession(world, tx, customer.id, visitor.agent) });
      });
    },

    /** The account, its sessions and links are gone, and a last letter says so. Orders and invoices stay, as the law asks, without the account. 422 at `password` where it is wrong. */
    remove: async (customer: Customer, form: Form): Promise<Outcome<undefined>> => {
      const { password } = await passwordOf(customer);
      const wait = await world.limit('password', String(customer.id), 10, 900);
      if (wait !== undefined)
        return {
          ...refuse(429, 'Too many tries in a short time. Please try again later.'),
          retryAfter: wait,
        };
      if (!(await passwordHolds(String(form['password'] ?? ''), password)))
        return fieldsAtFault({ password: ['This is not your password.'] });
      const by = { name: await asked.siteName(), origin: world.origin };
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('customer')
          .where('id', '=', customer.id)
          .where('password', '=', password)
          .execute();
        await post(world, tx, goneLetter(customer.email, `gone-${world.secret()}`, by));
      });
      return done(undefined);
    },

    /** What is kept of him beside what his pages show. */
    keptOf: async ({
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
      'accounts.welcome': (payload: { email: string; known: boolean }): Promise<void> =>
        welcome(world, asked, payload),
      'accounts.move': (payload: { customerId: number; email: string }): Promise<void> =>
        askMove(world, asked, payload),
      'accounts.reset': (payload: { email: string }): Promise<void> =>
        sendReset(world, asked, payload),
    },
  };
}
