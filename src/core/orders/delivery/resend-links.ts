import { DownloadGrants } from './download-grants.ts';
import type { Tx } from '#core/deps.ts';
import { freshGrantTerms } from './download-grants.ts';
import { recordEvent, type Purchase } from '../purchase.store.ts';
import type { OrderDeps } from '../deps.ts';
import { type Outcome, ok, type Refusal, fail } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { renewedLinksEmail } from '../emails.ts';
import { statesWithAccess } from '../model.ts';

const refuseResend = (retryAfterSeconds: number): Refusal => ({
  ...fail(
    'rate-limited',
    'The links were renewed several times today. Please try again tomorrow, or write to us.',
  ),
  retryAfterSeconds: retryAfterSeconds,
});

export class ResendLinks {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
  }

  /** Every grant of the order works again for thirty days and five downloads. */
  async renewGrants(tx: Tx, purchaseId: number): Promise<void> {
    await tx
      .updateTable('downloadGrant')
      .set(freshGrantTerms(this.#deps.clock()))
      .where('purchaseId', '=', purchaseId)
      .where('isSuspended', '=', false)
      .execute();
    await recordEvent(tx, purchaseId, this.#deps.clock(), { kind: 'downloads-renewed' });
  }

  /** The buyer's downloads work again, and a letter to the order's address brings the links. Three times a day, for staff without an end. */
  async resendLinks(
    order: Purchase,
    requestedBy: 'buyer' | 'staff' = 'buyer',
  ): Promise<Outcome<{ message: string }>> {
    const wait =
      requestedBy === 'staff'
        ? undefined
        : await this.#deps.consumeRateLimit('resend-links', order.number, 3, 86_400);
    if (wait !== undefined) return refuseResend(wait);
    const { siteName } = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      // Looked at again under its lock: it may have another address by now.
      const current = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('id', '=', order.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await this.renewGrants(tx, order.id);
      const links = await this.#downloadGrants.listDownloadLinks(order.id, null, tx);
      await queueEmail(
        this.#deps,
        tx,
        renewedLinksEmail(
          current,
          links,
          siteName,
          this.#deps.origin,
          `renew-${order.number}-${this.#deps.clock().getTime()}`,
        ),
      );
    });
    return ok({
      message: 'Your downloads are renewed, and a letter with the links is on its way.',
    });
  }

  /** By order number and address: the same answer for every pair, and a letter to the order's own address where both belong together. */
  async resendLinksByEmail(
    number: string,
    email: string,
    visitor: string,
  ): Promise<Outcome<{ message: string }>> {
    const wait = await this.#deps.consumeRateLimit('resend-links-ip', visitor, 10, 3600);
    if (wait !== undefined) return refuseResend(wait);
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number.trim().toUpperCase())
      .executeTakeFirst();
    if (
      order &&
      order.email.toLowerCase() === email.trim().toLowerCase() &&
      statesWithAccess.includes(order.state)
    )
      await this.resendLinks(order);
    return ok({
      message:
        'If number and address belong to a paid order, a letter with new links is on its way to that address.',
    });
  }

  /** Staff renews a buyer's downloads: they work again, and a letter brings the links. 404 for a number that is none, 409 where nothing is delivered. */
  async resendLinksForStaff(number: string): Promise<Outcome<{ message: string }>> {
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst();
    if (!order) return fail('not-found', 'There is no such order.');
    if (!statesWithAccess.includes(order.state))
      return fail('conflict', `This order is ${order.state}: it has no downloads.`);
    return this.resendLinks(order, 'staff');
  }
}
