import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import type { EmailConfirmation } from './confirm-email.ts';
import { findCustomerByEmail, insertCustomer } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { accountExistsEmail } from './emails.ts';
import { signupForm, type Confirmation, type Visitor } from './model.ts';
import type { RateLimits } from './rate-limits.ts';

/** New accounts, and the email that follows each registration. */
export class Registration {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;
  readonly #emailConfirmation: EmailConfirmation;

  constructor(
    deps: AccountDeps,
    parts: { readonly rateLimits: RateLimits; readonly emailConfirmation: EmailConfirmation },
  ) {
    this.#deps = deps;
    this.#rateLimits = parts.rateLimits;
    this.#emailConfirmation = parts.emailConfirmation;
  }

  /**
   * Creates an account, and queues the email that asks to confirm its address. The outcome is the
   * same where the email has an account already: only its owner is told, by email.
   */
  async register(form: FormInput, visitor: Visitor): Promise<Outcome<Confirmation>> {
    const parsed = parseForm(signupForm, form);
    if (!parsed.ok) return parsed;
    const { email, name, mobile_no: mobileNo, address, password } = parsed.value;
    const attempt = { visitor, email, captchaToken: parsed.value.turnstile_token };
    const refusal = await this.#rateLimits.checkForm('register', attempt);
    if (refusal) return refusal;
    const { db, clock, enqueue } = this.#deps;
    const hashed = await this.#deps.passwords.hash(password);
    if (!hashed.ok) return hashed;
    const passwordHash = hashed.value;
    await db.transaction().execute(async (tx) => {
      const newCustomer = { email, name, mobileNo, address, passwordHash, createdAt: clock() };
      const isRegistered = (await insertCustomer(tx, newCustomer)) === undefined;
      await enqueue(tx, 'accounts.sendRegistrationEmail', { email, isRegistered });
    });
    return ok({
      message:
        'Your account is being set up. Please check your mailbox and confirm your email ' +
        'address.',
    });
  }

  /** Job: asks to confirm the email, or tells its owner that it `isRegistered` already. */
  async sendRegistrationEmail({
    email,
    isRegistered,
  }: {
    email: string;
    isRegistered: boolean;
  }): Promise<void> {
    const publisher = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      const customer = await findCustomerByEmail(tx, email);
      if (!customer) return;
      if (isRegistered || customer.confirmedAt)
        await this.#deps.emails.queue(
          tx,
          accountExistsEmail(customer, publisher, this.#deps.clock()),
        );
      else await this.#emailConfirmation.queueEmail(tx, customer, publisher);
    });
  }
}
