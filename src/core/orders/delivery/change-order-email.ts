import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { actAsStaff, getActorName, refuseRole, type Actor } from '#core/kernel/audit.ts';
import { emailField, failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { createLinkToken } from '#core/kernel/link-secrets.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { changeBuyer } from '../buyer.store.ts';
import type { OrderDeps } from '../deps.ts';
import { renewedLinksEmail } from '../emails/downloads.ts';
import { findPurchaseByNumber, lockPurchase, recordEvent } from '../purchase.store.ts';
import { orderAttempt } from '../staff/order-attempt.ts';
import { listGrants, replaceGrantToken } from './download-grant.store.ts';
import { DownloadGrants, freshGrantTerms } from './download-grants.ts';

const failSameAddress = failWithFieldErrors({
  email: ['The order has this address already. To send its links again, renew them.'],
});

/** For staff: corrects the email address of an order. */
export class ChangeOrderEmail {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
  }

  /**
   * The order belongs to the new address, and so do unpaid upgrades of it: its previous account loses it, and the buyer's earlier
   * download links stop working. Where the order gives access to its files, new links are emailed.
   * `not-found` for an unknown number, `invalid` for what is no email address, and for the one that
   * the order has.
   */
  async changeOrderEmail(
    actor: Actor,
    number: string,
    newEmail: string,
  ): Promise<Outcome<undefined>> {
    const attempt = orderAttempt('order.change-address', number);
    const refused = await refuseRole(this.#deps, actor, attempt);
    if (refused) return refused;
    const parsedEmail = emailField().safeParse(newEmail);
    if (!parsedEmail.success)
      return failWithFieldErrors({ email: ['Please enter a valid email address.'] });
    const { letterhead } = await this.#deps.getPublisher();
    return actAsStaff(this.#deps, actor, attempt, async (tx) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      const order = await lockPurchase(tx, found.id);
      if (order.email === parsedEmail.data) return failSameAddress;
      const now = this.#deps.clock();
      await changeBuyer(tx, order.id, { email: parsedEmail.data, customerId: null });
      const detail = { by: getActorName(actor), previousEmail: order.email };
      await recordEvent(tx, order.id, now, { kind: 'email-changed', detail });
      await this.#replaceBuyerLinks(tx, order.id, now);
      if (hasAccess(order.state)) {
        const email = renewedLinksEmail({
          order: { ...order, email: parsedEmail.data },
          links: await this.#downloadGrants.listDownloadLinks(order.id, null, tx),
          publisher: letterhead,
          origin: this.#deps.origin,
          dedupeKey: `readdress-${number}-${now.getTime()}`,
        });
        await queueEmail(this.#deps, tx, email);
      }
      return ok(undefined);
    });
  }

  async #replaceBuyerLinks(tx: Tx, purchaseId: number, now: Date): Promise<void> {
    for (const { id } of await listGrants(tx, purchaseId, null))
      await replaceGrantToken(tx, id, createLinkToken(this.#deps).sealed, freshGrantTerms(now));
  }
}
