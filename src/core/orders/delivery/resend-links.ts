import { z } from 'zod';
import { emailField, parseForm, singleLineField } from '#core/kernel/form-fields.ts';
import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Actor } from '#core/kernel/audit.ts';
import { describeBuyerEmail, type EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { foretellSending } from '#core/kernel/mail-server-trouble.store.ts';
import {
  fail,
  failRateLimited,
  ok,
  type Outcome,
  type Refusal,
} from '#core/kernel/outcome.model.ts';
import type { Letterhead } from '#core/kernel/email-layout.ts';
import type { OrderDeps } from '../deps.ts';
import {
  findPurchaseByNumber,
  lockPurchase,
  type DatabaseOrTx,
  type Purchase,
  recordEvent,
} from '../purchase.store.ts';
import { orderAttempt, refuseErasedBuyer } from '../staff/order-attempt.ts';
import { renewGrants } from './download-grant.store.ts';
import { freshGrantTerms } from './download-grants.ts';
import { describePromise } from './promise.model.ts';
import { isWaiting } from './promise.store.ts';
import type { Receipts } from './receipts.ts';

const failTooManyRenewals = (retryAfterSeconds: number): Refusal =>
  failRateLimited(
    retryAfterSeconds,
    'New links were requested several times today. Please try again tomorrow, or contact us.',
  );

const renewalForm = z.object({
  number: singleLineField('the order number', 40),
  email: emailField('Please give the email address of the order.'),
});

/** Renews a buyer's downloads and emails the new links. */
export class ResendLinks {
  readonly #deps: OrderDeps;
  readonly #receipts: Receipts;

  constructor(deps: OrderDeps, parts: { readonly receipts: Receipts }) {
    this.#deps = deps;
    this.#receipts = parts.receipts;
  }

  /** For the buyer: three times a day, then `rate-limited`; `conflict` if we deliver it later. */
  async resendLinks(order: Purchase): Promise<Outcome<{ message: string }>> {
    const waiting = await this.#refuseWaiting(this.#deps.db, order);
    return waiting ?? this.#resend(order);
  }

  async #resend(order: Purchase): Promise<Outcome<{ message: string }>> {
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'resend-links',
      order.number,
      3,
      86_400,
    );
    if (retryAfterSeconds !== undefined) return failTooManyRenewals(retryAfterSeconds);
    const { letterhead } = await this.#deps.getPublisher();
    const delivery = await this.#deps.db
      .transaction()
      .execute((tx) => this.#renewAndEmail(tx, order.id, letterhead));
    return ok({
      message: `Your downloads are renewed. ${describeBuyerEmail('The email with the new links', delivery)}`,
    });
  }

  /**
   * For a visitor who knows the order number and the order's email address. The answer is the same
   * for every pair; links are emailed where both belong to one order with access to its files, and
   * the receipt with its promise where we deliver them later.
   * `invalid` if one is missing, `rate-limited` after ten tries of a visitor in an hour.
   */
  async resendLinksByEmail(
    number: string,
    email: string,
    visitor: string,
  ): Promise<Outcome<{ message: string }>> {
    const { db } = this.#deps;
    const given = parseForm(renewalForm, { number, email });
    if (!given.ok) return given;
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'resend-links-ip',
      visitor,
      10,
      3600,
    );
    if (retryAfterSeconds !== undefined) return failTooManyRenewals(retryAfterSeconds);
    const order = await findPurchaseByNumber(db, number.trim().toUpperCase());
    if (order && order.email.toLowerCase() === email.trim().toLowerCase() && hasAccess(order.state))
      await this.#resend(order);
    const sentence = describeBuyerEmail('an email with new links', await foretellSending(db));
    return ok({
      message: `If the order number and the email address belong to a paid order, ${sentence}`,
    });
  }

  /**
   * For staff, without a limit; a click that arrives twice sends one email, and the answer says what
   * becomes of it. `not-found` for an
   * unknown number, `conflict` if the order gives no access or waits for us, or its buyer was
   * erased.
   */
  async resendLinksForStaff(actor: Actor, number: string): Promise<Outcome<EmailOutcome>> {
    const { letterhead } = await this.#deps.getPublisher();
    const attempt = orderAttempt('order.renew', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx) => {
      const order = await findPurchaseByNumber(tx, number);
      if (!order) return fail('not-found', 'There is no such order.');
      if (!hasAccess(order.state))
        return fail('conflict', `This order is ${order.state}: it has no downloads.`);
      const refused = refuseErasedBuyer(order) ?? (await this.#refuseWaiting(tx, order));
      if (refused) return refused;
      return ok(await this.#renewAndEmail(tx, order.id, letterhead));
    });
  }

  /** In `tx`: every grant of the order that is not suspended can be used like a new one. */
  async renewGrants(tx: Tx, purchaseId: number): Promise<void> {
    const now = this.#deps.clock();
    await renewGrants(tx, purchaseId, freshGrantTerms(now));
    await recordEvent(tx, purchaseId, now, { kind: 'downloads-renewed' });
  }

  async #renewAndEmail(tx: Tx, purchaseId: number, letterhead: Letterhead): Promise<EmailOutcome> {
    // Read again under the lock: its email address may have changed.
    const order = await lockPurchase(tx, purchaseId);
    await this.renewGrants(tx, purchaseId);
    const dedupeKey = `renew-${order.number}-${this.#deps.clock().getTime()}`;
    const email = await this.#receipts.buildRenewedLinks(tx, order, { letterhead, dedupeKey });
    return this.#deps.emails.queue(tx, email);
  }

  /** `conflict` for an order that waits until we deliver it. */
  async #refuseWaiting(db: DatabaseOrTx, order: Purchase): Promise<Refusal | undefined> {
    if (!(await isWaiting(db, order.id))) return undefined;
    const when = describePromise(order);
    return fail('conflict', `There is nothing to download yet: the report is delivered ${when}.`);
  }
}
