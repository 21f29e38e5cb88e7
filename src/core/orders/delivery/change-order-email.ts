import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { getActorName, type Actor } from '#core/kernel/audit.ts';
import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { emailField, failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { fail, failRateLimited, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Letterhead } from '#core/kernel/email-layout.ts';
import { changeBuyer } from '../buyer.store.ts';
import type { OrderDeps } from '../deps.ts';
import { isBuyer, type Buyer } from '../order-access.ts';
import {
  findPurchaseByNumber,
  lockPurchase,
  type Purchase,
  recordEvent,
} from '../purchase.store.ts';
import { orderAttempt } from '../staff/order-attempt.ts';
import { listGrants, replaceGrantToken } from './download-grant.store.ts';
import { listRefusedAddresses, readdressFailedEmails } from './refused-emails.store.ts';
import { freshGrantTerms } from './download-grants.ts';
import type { Receipts } from './receipts.ts';

const failSameAddress = failWithFieldErrors({
  email: ['The order has this address already. To send its links again, renew them.'],
});

const failNothingRefused = fail(
  'conflict',
  'Emails to this address arrive. To move the order to another one, please contact us.',
);

/** Sends to the new address what failed before; returns what becomes of new download links. */
export type MovedEmails = { readonly sentAgain: number; readonly links: EmailOutcome | undefined };

/** How often a buyer may correct the address of an order within a day. */
const maxCorrections = 5;

/** Corrects the email address of an order, for staff, and for its buyer where nothing arrives. */
export class ChangeOrderEmail {
  readonly #deps: OrderDeps;
  readonly #receipts: Receipts;

  constructor(deps: OrderDeps, parts: { readonly receipts: Receipts }) {
    this.#deps = deps;
    this.#receipts = parts.receipts;
  }

  /**
   * The order belongs to the new address, and so do unpaid upgrades of it: its previous account
   * loses it, and the buyer's earlier download links stop working. Where the order gives access to
   * its files, new links are emailed, or its receipt while it waits for us. `not-found` for an
   * unknown number, `invalid` for what is no email address, and for the one that the order has.
   */
  async changeOrderEmail(
    actor: Actor,
    number: string,
    newEmail: string,
  ): Promise<Outcome<MovedEmails>> {
    const attempt = orderAttempt('order.change-address', number);
    const refused = await this.#deps.staffActs.refuseRole(actor, attempt);
    if (refused) return refused;
    const parsedEmail = emailField().safeParse(newEmail);
    if (!parsedEmail.success)
      return failWithFieldErrors({ email: ['Please enter a valid email address.'] });
    const { letterhead } = await this.#deps.getPublisher();
    return this.#deps.staffActs.perform(actor, attempt, async (tx) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      const order = await lockPurchase(tx, found.id);
      if (order.email === parsedEmail.data) return failSameAddress;
      const now = this.#deps.clock();
      const detail = { by: getActorName(actor), previousEmail: order.email };
      await recordEvent(tx, order.id, now, { kind: 'email-changed', detail });
      const change = { email: parsedEmail.data, customerId: null };
      return ok(await this.#move(tx, order, change, letterhead));
    });
  }

  /**
   * For the buyer, in their browser or account, while a mail server refuses the order's address: it
   * has another one, and what did not arrive goes there, as the answer says. A link in an email is
   * no proof. Earlier download links stop working. `not-found` for anybody else, `conflict` if the
   * address is not refused, `invalid` for what is no email address, and the one that the order has;
   * `rate-limited` after five a day.
   */
  async correctOwnEmail(
    number: string,
    buyer: Buyer,
    newEmail: string,
  ): Promise<Outcome<MovedEmails>> {
    const { db, clock } = this.#deps;
    const found = await findPurchaseByNumber(db, number);
    if (!found || !isBuyer(found, buyer)) return fail('not-found', 'There is no such order.');
    const parsedEmail = emailField().safeParse(newEmail);
    if (!parsedEmail.success)
      return failWithFieldErrors({ email: ['Please enter a valid email address.'] });
    const email = parsedEmail.data;
    const wait = await this.#deps.consumeRateLimit('correct-email', number, maxCorrections, 86_400);
    if (wait !== undefined)
      return failRateLimited(
        wait,
        'The address was changed several times today. Please contact us.',
      );
    const { letterhead } = await this.#deps.getPublisher();
    return db.transaction().execute(async (tx) => {
      const order = await lockPurchase(tx, found.id);
      if (!isBuyer(order, buyer)) return fail('not-found', 'There is no such order.');
      const refused = await listRefusedAddresses(tx, order.id);
      if (!refused.includes(order.email.toLowerCase())) return failNothingRefused;
      if (order.email.toLowerCase() === email.toLowerCase())
        return failWithFieldErrors({ email: ['The order has this address already.'] });
      await recordEvent(tx, order.id, clock(), {
        kind: 'email-corrected',
        detail: { previousEmail: order.email },
      });
      return ok(await this.#move(tx, order, { email }, letterhead));
    });
  }

  /** In `tx`: the order and what it brings are at another address; see the docs above. */
  async #move(
    tx: Tx,
    order: Purchase,
    change: { readonly email: string; readonly customerId?: null },
    letterhead: Letterhead,
  ): Promise<MovedEmails> {
    const now = this.#deps.clock();
    await changeBuyer(tx, order.id, change);
    await this.#replaceBuyerLinks(tx, order.id, now);
    const again = { from: order.email, to: change.email, now };
    const sentAgain = await readdressFailedEmails(tx, order.id, again);
    for (const id of sentAgain)
      await this.#deps.enqueue(
        tx,
        'emails.send',
        { id },
        { dedupeKey: `email-${id}`, maxAttempts: 1 },
      );
    if (!hasAccess(order.state)) return { sentAgain: sentAgain.length, links: undefined };
    const moved = { ...order, email: change.email };
    const dedupeKey = `readdress-${order.number}-${now.getTime()}`;
    const email = await this.#receipts.buildRenewedLinks(tx, moved, { letterhead, dedupeKey });
    const links = await this.#deps.emails.queue(tx, email);
    return { sentAgain: sentAgain.length, links };
  }

  async #replaceBuyerLinks(tx: Tx, purchaseId: number, now: Date): Promise<void> {
    for (const { id } of await listGrants(tx, purchaseId, null))
      await replaceGrantToken(
        tx,
        id,
        this.#deps.secrets.createToken().sealed,
        freshGrantTerms(now),
      );
  }
}
