import type { Publisher } from '../kernel/email-layout.ts';
import {
  describeWait,
  fullMailboxReason,
  mailServerAwayReason,
  type EmailOutcome,
} from '../kernel/email-outcome.model.ts';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { fail, failRateLimited, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { Tx } from '../deps.ts';
import type { EmailChange } from './change-email.ts';
import {
  findCustomer,
  findCustomerByEmail,
  setConfirmedEmail,
  type CustomerRow,
} from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { confirmationEmail } from './emails.ts';
import {
  confirmationTokenHours,
  invalidConfirmationMessage,
  type Confirmation,
  type Customer,
} from './model.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { RateLimits } from './rate-limits.ts';

/** How a visitor with a confirmation link shows that the account is theirs as well. */
export type ConfirmationProof = {
  /** The logged-in customer, if any. */
  readonly customer: Customer | undefined;
  readonly password: string;
  readonly clientIp: string;
};

/** Confirms through an emailed link that an address is the customer's. */
export class EmailConfirmation {
  readonly #deps: AccountDeps;
  readonly #tokens: OneTimeTokens;
  readonly #rateLimits: RateLimits;
  readonly #emailChange: EmailChange;

  constructor(
    deps: AccountDeps,
    parts: {
      readonly oneTimeTokens: OneTimeTokens;
      readonly rateLimits: RateLimits;
      readonly emailChange: EmailChange;
    },
  ) {
    this.#deps = deps;
    this.#tokens = parts.oneTimeTokens;
    this.#rateLimits = parts.rateLimits;
    this.#emailChange = parts.emailChange;
  }

  /** Queues, in `tx`, the email with the link that confirms the customer's address. */
  async queueEmail(
    tx: Tx,
    { id: customerId, email, name }: Pick<Customer, 'id' | 'email' | 'name'>,
    publisher: Publisher,
  ): Promise<EmailOutcome> {
    const token = await this.#tokens.create(tx, 'confirm-email', {
      customerId,
      email,
      validMinutes: confirmationTokenHours * 60,
    });
    return this.#deps.emails.queue(tx, confirmationEmail({ email, name }, token, publisher));
  }

  /** Queues another such email. `rate-limited` after three an hour. */
  async resend(customer: Customer): Promise<Outcome<Confirmation>> {
    const { db, consumeRateLimit } = this.#deps;
    const wait = await consumeRateLimit('resend-confirmation', String(customer.id), 3, 3600);
    if (wait !== undefined)
      return failRateLimited(
        wait,
        'You have asked for three emails within the last hour. Please check your inbox.',
      );
    const publisher = await this.#deps.getPublisher();
    const delivery = await db
      .transaction()
      .execute((tx) => this.queueEmail(tx, customer, publisher));
    return ok({ message: describeResent(delivery) });
  }

  /**
   * Confirms the link's email for its account. Session or password has to show that the account is
   * the visitor's: else people could be made to confirm an account that a stranger opened.
   * `not-found` for an invalid link or an email that is taken by now; `invalid`; `rate-limited`.
   */
  async confirm(token: string, proof: ConfirmationProof): Promise<Outcome<Confirmation>> {
    const { db } = this.#deps;
    const limited = await this.#rateLimits.checkLink('confirm-email', proof.clientIp);
    if (limited) return limited;
    const pending = await this.#tokens.peek(token, 'confirm-email');
    const customer = pending && (await findCustomer(db, pending.customerId));
    if (!customer) return invalidLink;
    const refusal = await this.#checkProof(customer, proof);
    if (refusal) return refusal;
    const publisher = await this.#deps.getPublisher();
    return db.transaction().execute(async (tx): Promise<Outcome<Confirmation>> => {
      const consumed = await this.#tokens.consume(tx, token, 'confirm-email');
      if (!consumed) return invalidLink;
      const isNewEmail = consumed.email.toLowerCase() !== customer.email.toLowerCase();
      if (isNewEmail && (await findCustomerByEmail(tx, consumed.email))) return invalidLink;
      const confirmedAt = this.#deps.clock();
      await setConfirmedEmail(tx, customer.id, { email: consumed.email, confirmedAt });
      if (isNewEmail)
        await this.#emailChange.finish(tx, {
          customer,
          newEmail: consumed.email,
          token,
          publisher,
        });
      return ok({
        message:
          'Thank you. Your email address is confirmed, and the orders placed with it are in ' +
          'your library.',
      });
    });
  }

  /** `invalid` at `password`, unless the customer is logged in or the password is theirs. */
  async #checkProof(
    { id, passwordHash }: CustomerRow,
    { customer, password }: ConfirmationProof,
  ): Promise<Refusal | undefined> {
    if (customer?.id === id) return undefined;
    const verified = await this.#deps.passwords.verify(password, passwordHash);
    if (!verified.ok) return verified;
    if (verified.value) return undefined;
    const message =
      password === ''
        ? 'Please enter the password of the account.'
        : 'This is not the password of the account.';
    return failWithFieldErrors({ password: [message] });
  }
}

function describeResent(delivery: EmailOutcome): string {
  if (delivery.kind === 'held')
    return (
      `The email with your link goes out ${describeWait(delivery.minutes)}: ` +
      `${fullMailboxReason}.`
    );
  if (delivery.kind === 'left-out')
    return `No email was sent, since ${fullMailboxReason}. Please try again later.`;
  if (delivery.kind === 'waiting')
    return `The email with your link is not there yet: ${mailServerAwayReason}.`;
  return 'An email with a link to confirm your address is on its way.';
}

const invalidLink = fail('not-found', invalidConfirmationMessage);
