import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { AccountDeps } from './deps.ts';
import { findCustomerByEmail, lockUnchangedPassword } from './customers.store.ts';
import { loginForm, type NewSession, type Visitor } from './model.ts';
import { verifyPassword } from '../kernel/password-hash.ts';
import { RateLimits } from './rate-limits.ts';
import { Sessions } from './sessions.ts';

/** Logging in with email and password. */
export class Login {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;
  readonly #sessions: Sessions;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
    this.#rateLimits = new RateLimits(deps);
    this.#sessions = new Sessions(deps);
  }

  /**
   * Starts a session. `unauthenticated` with the same message, after the same time, for a wrong
   * password and for an unknown email; `invalid`; `rate-limited`.
   */
  async login(form: FormInput, visitor: Visitor): Promise<Outcome<NewSession>> {
    const parsed = parseForm(loginForm, form);
    if (!parsed.ok) return parsed;
    const { email, password, turnstile_token: captchaToken } = parsed.value;
    const attempt = { visitor, email, captchaToken };
    const refusal = await this.#rateLimits.checkForm('login', attempt);
    if (refusal) return refusal;
    const wrongCredentials = fail('unauthenticated', 'The email address or the password is wrong.');
    const { db } = this.#deps;
    const customer = await findCustomerByEmail(db, email);
    const verified = await verifyPassword(this.#deps, password, customer?.passwordHash);
    if (!verified.ok) return verified;
    if (!verified.value || !customer) return wrongCredentials;
    return db.transaction().execute(async (tx): Promise<Outcome<NewSession>> => {
      // A password that was changed during the check must not get a session any more.
      if (!(await lockUnchangedPassword(tx, customer.id, customer.passwordHash)))
        return wrongCredentials;
      return ok(await this.#sessions.create(tx, customer, visitor.userAgent));
    });
  }
}
