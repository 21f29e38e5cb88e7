import type { Tx } from '../../deps.ts';
import type { Actor } from '#core/kernel/audit.ts';
import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { findGrantByToken } from '../delivery/download-grant.store.ts';
import { toLinkExpiry } from '../delivery/download-grants.ts';
import type { OrderDeps } from '../deps.ts';
import { listActiveSeats } from '../licences/seat.store.ts';
import { findPurchaseByNumber } from '../purchase.store.ts';
import { orderAttempt } from './order-attempt.ts';
import { isSameAddress } from './order-details.ts';
import { findEmailOfOrder } from './timeline.store.ts';

/** Sends an order's emails again. */
export class ResendEmails {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * The same email goes once more to the same address. `not-found` for an email that is not about
   * this order, or whose text was erased; `conflict` where the address no longer belongs to it: its
   * links would open what is somebody else's now; or where one of its download links works no more.
   */
  async resendEmail(
    actor: Actor,
    number: string,
    emailId: number,
  ): Promise<Outcome<{ readonly to: string; readonly delivery: EmailOutcome }>> {
    const attempt = orderAttempt('order.resend', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const order = await findPurchaseByNumber(tx, number);
      const email = order && (await findEmailOfOrder(tx, order.id, emailId));
      if (!email || email.subject === '') return fail('not-found', 'There is no such email.');
      const seats = await listActiveSeats(tx, order.id);
      const addresses = [order.email, ...seats.map((seat) => seat.email)];
      if (!addresses.some((address) => isSameAddress(address, email.recipient)))
        return fail('conflict', 'This address no longer belongs to the order: renew its links.');
      const body = this.#deps.emails.open(email.body);
      if (await this.#hasDeadLink(tx, body.text))
        return fail('conflict', 'Its download links no longer work: renew the links.');
      const { recipient: to, subject, messageId } = email;
      const key = `again-${emailId}-${this.#deps.clock().getTime()}`;
      const delivery = await this.#deps.emails.queue(tx, {
        ...body,
        to,
        subject,
        purchaseId: order.id,
        messageId: messageId.replace(/^<[^@]*/, `<${key}`),
      });
      // A subject may name a person, and the log can’t be erased.
      audit({ after: { emailId } });
      return ok({ to, delivery });
    });
  }

  /** True if a text has a signed download link whose time is over, or that was renewed or withdrawn. */
  async #hasDeadLink(tx: Tx, text: string): Promise<boolean> {
    const now = this.#deps.clock();
    for (const [, token = '', expires] of text.matchAll(signedLink)) {
      const storedTokens = this.#deps.secrets.listStored(token);
      const grant = storedTokens && (await findGrantByToken(tx, storedTokens));
      if (!grant || grant.isSuspended || grant.expiresAt < now) return true;
      if (toLinkExpiry(grant.expiresAt) !== expires) return true;
    }
    return false;
  }
}

const signedLink = /\/download\/([^?\s]+)\?expires=(\d+)/g;
