import type { Publisher } from '../kernel/email-layout.ts';
import type { Tx } from '../deps.ts';
import { findCustomer, findCustomerByEmail, type CustomerRow } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import {
  accountExistsEmail,
  confirmNewEmailEmail,
  emailChangedEmail,
  emailChangeRequestedEmail,
} from './emails.ts';
import { confirmationTokenHours } from './model.ts';
import { deleteResetTokens } from './one-time-tokens.store.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { toDedupeKey } from '../kernel/secrets.ts';

/** A customer's email changes once the new one is confirmed, which EmailConfirmation does. */
export class EmailChange {
  readonly #deps: AccountDeps;
  readonly #tokens: OneTimeTokens;

  constructor(deps: AccountDeps, parts: { readonly oneTimeTokens: OneTimeTokens }) {
    this.#deps = deps;
    this.#tokens = parts.oneTimeTokens;
  }

  /**
   * Job: tells the current address of the request, and sends the new one a link to confirm it.
   * Where the new one has an account already, its owner is told instead.
   */
  async start({ customerId, email }: { customerId: number; email: string }): Promise<void> {
    const { db, clock, generateSecret } = this.#deps;
    const publisher = await this.#deps.getPublisher();
    await db.transaction().execute(async (tx) => {
      const customer = await findCustomer(tx, customerId);
      if (!customer) return;
      const dedupeKey = `email-change-requested-${generateSecret()}`;
      await this.#deps.emails.queue(
        tx,
        emailChangeRequestedEmail(customer, { newEmail: email, dedupeKey }, publisher),
      );
      const owner = await findCustomerByEmail(tx, email);
      if (owner) {
        await this.#deps.emails.queue(tx, accountExistsEmail(owner, publisher, clock()));
        return;
      }
      const validMinutes = confirmationTokenHours * 60;
      const token = await this.#tokens.create(tx, 'confirm-email', {
        customerId,
        email,
        validMinutes,
      });
      const { name } = customer;
      await this.#deps.emails.queue(tx, confirmNewEmailEmail({ email, name }, token, publisher));
    });
  }

  /**
   * After the new email was confirmed in `tx`: reset links in the old mailbox are void, guest
   * orders placed with the old email become the customer's, and the old address is told.
   */
  async finish(
    tx: Tx,
    change: { customer: CustomerRow; newEmail: string; token: string; publisher: Publisher },
  ): Promise<void> {
    const { customer, newEmail, token, publisher } = change;
    const { id, email } = customer;
    await deleteResetTokens(tx, id);
    if (customer.confirmedAt)
      await this.#deps.queueGuestOrderAssignment(tx, { customerId: id, email });
    const dedupeKey = toDedupeKey('email-changed', token);
    await this.#deps.emails.queue(
      tx,
      emailChangedEmail(customer, { newEmail, dedupeKey }, publisher),
    );
  }
}
