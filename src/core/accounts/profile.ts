import {
  failWithFieldErrors,
  parseForm,
  readTextField,
  type FormInput,
} from '../kernel/form-fields.ts';
import { failRateLimited, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { getPasswordHash, updateProfile } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { profileForm, type Confirmation, type Customer } from './model.ts';
import { verifyPassword } from '../kernel/password-hash.ts';

/** The customer's own data: name, phone, address and email. */
export class Profile {
  readonly #deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
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
    const verified = await verifyPassword(this.#deps, password, await getPasswordHash(db, id));
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
