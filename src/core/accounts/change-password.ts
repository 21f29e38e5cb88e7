import { failWithFieldErrors, parseForm, type FormInput } from '../kernel/form-fields.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { getPasswordHash, replacePassword } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { passwordChangedEmail } from './emails.ts';
import { changePasswordForm, type Customer, type NewSession, type Visitor } from './model.ts';
import { deleteResetTokens } from './one-time-tokens.store.ts';
import type { RateLimits } from './rate-limits.ts';
import { deleteAllSessions } from './sessions.store.ts';
import type { Sessions } from './sessions.ts';

/** Replaces the password of a logged-in customer. */
export class PasswordChange {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;
  readonly #sessions: Sessions;

  constructor(
    deps: AccountDeps,
    parts: { readonly rateLimits: RateLimits; readonly sessions: Sessions },
  ) {
    this.#deps = deps;
    this.#rateLimits = parts.rateLimits;
    this.#sessions = parts.sessions;
  }

  /**
   * Sets the new password. All sessions and reset links end, and one new session starts. `invalid`
   * at `present` where that is not the current password; `rate-limited`.
   */
  async change(
    customer: Customer,
    form: FormInput,
    visitor: Visitor,
  ): Promise<Outcome<NewSession>> {
    const parsed = parseForm(changePasswordForm, form);
    if (!parsed.ok) return parsed;
    const refusal = await this.#rateLimits.checkPassword(customer.id);
    if (refusal) return refusal;
    const wrongPassword = failWithFieldErrors({ present: ['This is not your current password.'] });
    const { db, generateSecret } = this.#deps;
    const oldHash = await getPasswordHash(db, customer.id);
    const verified = await this.#deps.passwords.verify(parsed.value.present, oldHash);
    if (!verified.ok) return verified;
    if (!verified.value) return wrongPassword;
    const hashed = await this.#deps.passwords.hash(parsed.value.password);
    if (!hashed.ok) return hashed;
    const newHash = hashed.value;
    const publisher = await this.#deps.getPublisher();
    return db.transaction().execute(async (tx): Promise<Outcome<NewSession>> => {
      // A password reset that came first, by the email's owner, is not overwritten.
      if (!(await replacePassword(tx, customer.id, { oldHash, newHash }))) return wrongPassword;
      await deleteAllSessions(tx, customer.id);
      await deleteResetTokens(tx, customer.id);
      const dedupeKey = `password-changed-${generateSecret()}`;
      await this.#deps.emails.queue(tx, passwordChangedEmail(customer, dedupeKey, publisher));
      return ok(await this.#sessions.create(tx, customer, visitor.userAgent));
    });
  }
}
