import {
  failWithFieldErrors,
  parseForm,
  readTextField,
  type FormInput,
} from '../kernel/form-fields.ts';
import { failRateLimited, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { deleteCustomer, findCustomer, getPasswordHash, updateProfile } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { accountDeletedEmail } from './emails.ts';
import { profileForm, type Confirmation, type Customer } from './model.ts';
import type { RateLimits } from './rate-limits.ts';

export type AccountExport = {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly confirmedAt: string | null;
};

/** The customer's own data (name, phone, address and email): saved, exported, and deleted. */
export class Profile {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;

  constructor(deps: AccountDeps, parts: { readonly rateLimits: RateLimits }) {
    this.#deps = deps;
    this.#rateLimits = parts.rateLimits;
  }

  /**
   * Saves the profile. A new email needs the current password in the field `present`, since a
   * session alone must not take an account over, and is used once confirmed. The outcome is the
   * same for an email that has an account. `invalid` at fields; `rate-limited`.
   */
  async save(customer: Customer, form: FormInput): Promise<Outcome<Confirmation>> {
    const parsed = parseForm(profileForm, form);
    if (!parsed.ok) return parsed;
    const { mobile_no: mobileNo, country, state: region, email, ...rest } = parsed.value;
    const { db, enqueue, getCountryName } = this.#deps;
    if (country !== undefined && (await getCountryName(country)) === undefined)
      return failWithFieldErrors({ country: ['Please choose your country.'] });
    const isEmailChange = email.toLowerCase() !== customer.email.toLowerCase();
    const refusal = isEmailChange && (await this.#checkEmailChange(customer, form));
    if (refusal) return refusal;
    const profile = { ...rest, region, mobileNo, countryId: country ?? null };
    await db.transaction().execute(async (tx) => {
      await updateProfile(tx, customer.id, profile);
      if (isEmailChange)
        await enqueue(tx, 'accounts.startEmailChange', { customerId: customer.id, email });
    });
    return ok({ message: isEmailChange ? savedWithEmailChange : 'Your changes have been saved.' });
  }

  /** Returns what is stored beyond the profile itself. Throws if the account was deleted. */
  async exportData({ id }: Customer): Promise<AccountExport> {
    const row = await findCustomer(this.#deps.db, id);
    if (!row) throw new Error(`customer ${id} does not exist`);
    return {
      createdAt: row.createdAt.toISOString(),
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
    };
  }

  /**
   * Deletes the account with its sessions and links, and emails the customer so. Orders and
   * invoices stay without the account, as the law requires. `invalid` at `password`;
   * `rate-limited`.
   */
  async deleteAccount(customer: Customer, form: FormInput): Promise<Outcome<undefined>> {
    const { db, generateSecret } = this.#deps;
    const passwordHash = await getPasswordHash(db, customer.id);
    const refusal = await this.#rateLimits.checkPassword(customer.id);
    if (refusal) return refusal;
    const password = readTextField(form, 'password');
    const verified = await this.#deps.passwords.verify(password, passwordHash);
    if (!verified.ok) return verified;
    if (!verified.value) return failWithFieldErrors({ password: ['This is not your password.'] });
    const publisher = await this.#deps.getPublisher();
    await db.transaction().execute(async (tx) => {
      await deleteCustomer(tx, customer.id, passwordHash);
      const dedupeKey = `account-deleted-${generateSecret()}`;
      await this.#deps.emails.queue(tx, accountDeletedEmail(customer, dedupeKey, publisher));
    });
    return ok(undefined);
  }

  /** `rate-limited`, or `invalid` at `present` without the current password. */
  async #checkEmailChange({ id }: Customer, form: FormInput): Promise<Refusal | undefined> {
    const { db, consumeRateLimit } = this.#deps;
    const wait =
      (await consumeRateLimit('email-change', String(id), 5, 3600)) ??
      (await consumeRateLimit('password-check', String(id), 10, 900));
    if (wait !== undefined)
      return failRateLimited(
        wait,
        'You have tried to change your email address several times. Please try again later.',
      );
    const password = readTextField(form, 'present');
    const verified = await this.#deps.passwords.verify(password, await getPasswordHash(db, id));
    if (!verified.ok) return verified;
    if (verified.value) return undefined;
    const message =
      password === ''
        ? 'Please enter your current password to change your email address.'
        : 'This is not your current password.';
    return failWithFieldErrors({ present: [message] });
  }
}

const savedWithEmailChange =
  'Your changes have been saved. Please confirm your new address with the link that we have ' +
  'emailed to it. Until then we keep using your current one.';
