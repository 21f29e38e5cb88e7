import type { Letterhead } from '#core/kernel/email-layout.ts';
import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { newEditionEmail, type Reader } from '../emails/downloads.ts';
import { listAcceptedSeats } from '../licences/seat.store.ts';
import { lockPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { hasEvent, listOrderIdsWithAccess } from './delivery.store.ts';
import { listGrants } from './download-grant.store.ts';
import type { DownloadGrants } from './download-grants.ts';
import { isWaiting } from './promise.store.ts';
import type { ResendLinks } from './resend-links.ts';

type NewEdition = {
  readonly reportId: number;
  readonly edition: number;
  /** The correction, as staff described it. */
  readonly reason: string;
};

/** Emails a corrected edition to those who have an earlier one. */
export class NewEditionEmails {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #resendLinks: ResendLinks;

  constructor(
    deps: OrderDeps,
    parts: { readonly downloadGrants: DownloadGrants; readonly resendLinks: ResendLinks },
  ) {
    this.#deps = deps;
    this.#downloadGrants = parts.downloadGrants;
    this.#resendLinks = parts.resendLinks;
  }

  /**
   * Job: every buyer of the report and every reader with an accepted seat, whose licence includes new
   * editions, gets the new one beside those that they have, and is emailed once. Their downloads are
   * renewed. Who has nothing to download of it is not emailed, nor who still waits for their report.
   */
  async emailNewEdition(newEdition: NewEdition): Promise<void> {
    const { letterhead } = await this.#deps.getPublisher();
    const event = `edition-${newEdition.edition}`;
    for (const id of await listOrderIdsWithAccess(this.#deps.db, newEdition.reportId)) {
      await this.#deps.db.transaction().execute(async (tx) => {
        const order = await lockPurchase(tx, id);
        const isEmailed = await hasEvent(tx, id, event);
        if (isEmailed || !hasAccess(order.state) || !order.includesNewEditions) return;
        if (await isWaiting(tx, id)) return;
        await this.#downloadGrants.createDownloadGrants(tx, order, null);
        const grants = await listGrants(tx, id, null);
        if (!grants.some(({ editionNumber }) => editionNumber >= newEdition.edition)) return;
        await this.#resendLinks.renewGrants(tx, id);
        await recordEvent(tx, id, this.#deps.clock(), { kind: event });
        await this.#emailReaders(tx, order, newEdition, letterhead);
      });
    }
  }

  async #emailReaders(
    tx: Tx,
    order: Purchase,
    { edition, reason }: NewEdition,
    letterhead: Letterhead,
  ): Promise<void> {
    const buyer: Reader = { seatId: null, name: order.name, email: order.email };
    const seats = await listAcceptedSeats(tx, order.id);
    for (const { id } of seats) await this.#downloadGrants.createDownloadGrants(tx, order, id);
    const colleagues = seats.map(({ id, name, email }): Reader => ({ seatId: id, name, email }));
    for (const reader of [buyer, ...colleagues]) {
      const email = newEditionEmail({
        order,
        reader,
        edition,
        reason,
        links: await this.#downloadGrants.listDownloadLinks(order.id, reader.seatId, tx),
        publisher: letterhead,
        origin: this.#deps.origin,
      });
      await this.#deps.emails.queue(tx, email);
    }
  }
}
