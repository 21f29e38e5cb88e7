import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { describeBuyerEmail, type EmailOutcome } from '../kernel/email-outcome.model.ts';
import { foretellSending } from '../kernel/mail-server-trouble.store.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { Tx } from '../deps.ts';
import { lockCustomerByEmail, resetPasswordByEmail, type CustomerRow } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { passwordChangedEmail, passwordResetEmail } from './emails.ts';
import {
  forgotPasswordForm,
  resetPasswordForm,
  resetTokenMinutes,
  type Confirmation,
  type NewSession,
  type Visitor,
} from './model.ts';
import { deleteResetTokens, hasResetTokenExpiringBetween } from './one-time-tokens.store.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { RateLimits } from './rate-limits.ts';
import { toDedupeKey } from '../kernel/secrets.ts';
import { deleteAllSessions } from './sessions.store.ts';
import type { Sessions } from './sessions.ts';

/** Minutes that pass before a customer is sent a second link while the first one works. */
const minutesBetweenEmails = 5;

/** A forgotten password is replaced through a link that is emailed to the customer. */
export class PasswordReset {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;
  readonly #tokens: OneTimeTokens;
  readonly #sessions: Sessions;

  constructor(
    deps: AccountDeps,
    parts: {
      readonly rateLimits: RateLimits;
      readonly oneTimeTokens: OneTimeTokens;
      readonly sessions: Sessions;
    },
  ) {
    this.#deps = deps;
    this.#rateLimits = parts.rateLimits;
    this.#tokens = parts.oneTimeTokens;
    this.#sessions = parts.sessions;
  }

  /**
   * Queues the email with the link. The outcome and its time are the same for every address, and say
   * so where the mail server takes no emails.
   */
  async request(form: FormInput, visitor: Visitor): Promise<Outcome<Confirmation>> {
    const parsed = parseForm(forgotPasswordForm, form);
    if (!parsed.ok) return parsed;
    const { email, turnstile_token: captchaToken } = parsed.value;
    const attempt = { visitor, email, captchaToken };
    const refusal = await this.#rateLimits.checkForm('forgot-password', attempt);
    if (refusal) return refusal;
    const { db, enqueue } = this.#deps;
    await db
      .transaction()
      .execute((tx) => enqueue(tx, 'accounts.sendPasswordResetEmail', { email }));
    const delivery = await foretellSending(db);
    return ok({
      message:
        delivery.kind === 'waiting'
          ? describeBuyerEmail('The email with the link', delivery)
          : 'Password reset link has been sent to your email.',
    });
  }

  /** Job: emails the link, unless the email is unknown or a recent link still works. */
  async sendEmail({ email }: { email: string }): Promise<void> {
    const sendLink = await this.prepareLink();
    await this.#deps.db.transaction().execute((tx) => sendLink(tx, email));
  }

  /**
   * Emails a link within a transaction, and returns what becomes of the email: undefined if the
   * address is unknown, or a recent link still works.
   */
  async prepareLink(): Promise<(tx: Tx, email: string) => Promise<EmailOutcome | undefined>> {
    const publisher = await this.#deps.getPublisher();
    return async (tx, email) => {
      const customer = await lockCustomerByEmail(tx, email);
      if (!customer) return undefined;
      // A token that ends later than one of now was made by a clock that was ahead.
      const newestEnd = this.#deps.clock().getTime() + resetTokenMinutes * 60_000;
      const recentEnds = {
        from: new Date(newestEnd - minutesBetweenEmails * 60_000),
        to: new Date(newestEnd),
      };
      if (await hasResetTokenExpiringBetween(tx, customer.id, recentEnds)) return undefined;
      const token = await this.#tokens.create(tx, 'reset-password', {
        customerId: customer.id,
        email: customer.email,
        validMinutes: resetTokenMinutes,
      });
      return this.#deps.emails.queue(tx, passwordResetEmail(customer, token, publisher));
    };
  }

  /**
   * Sets the new password and confirms the email, since its owner has the link. All sessions and
   * reset links end, one new session starts. `not-found` for a link that was used or has expired.
   */
  async reset(token: string, form: FormInput, visitor: Visitor): Promise<Outcome<NewSession>> {
    const parsed = parseForm(resetPasswordForm, form);
    if (!parsed.ok) return parsed;
    const refusal = await this.#rateLimits.checkLink('reset-password', visitor.clientIp);
    if (refusal) return refusal;
    const hashed = await this.#deps.passwords.hash(parsed.value.password);
    if (!hashed.ok) return hashed;
    const publisher = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<NewSession>> => {
      const customer = await this.#applyReset(tx, token, hashed.value);
      if (!customer)
        return fail(
          'not-found',
          'This link has expired or was already used. Please request a new one.',
        );
      const dedupeKey = toDedupeKey('password-changed', token);
      await this.#deps.emails.queue(tx, passwordChangedEmail(customer, dedupeKey, publisher));
      return ok(await this.#sessions.create(tx, customer, visitor.userAgent));
    });
  }

  /** The customer whose password is reset; undefined for an invalid token. */
  async #applyReset(tx: Tx, token: string, passwordHash: string): Promise<CustomerRow | undefined> {
    const consumed = await this.#tokens.consume(tx, token, 'reset-password');
    if (!consumed) return undefined;
    const { customerId: id, email } = consumed;
    const now = this.#deps.clock();
    const customer = await resetPasswordByEmail(tx, { id, email }, { passwordHash, now });
    if (!customer) return undefined;
    await deleteResetTokens(tx, id);
    await deleteAllSessions(tx, id);
    return customer;
  }
}
