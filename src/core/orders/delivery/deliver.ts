import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { Letterhead } from '#core/kernel/email-layout.ts';
import type { OrderDeps } from '../deps.ts';
import { deliveredEmail, type Reader } from '../emails/downloads.ts';
import { listAcceptedSeats } from '../licences/seat.store.ts';
import { getPurchase, lockPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { hasEvent, markFulfilled, promisedEvent } from './delivery.store.ts';
import { listGrants } from './download-grant.store.ts';
import type { DownloadGrants } from './download-grants.ts';
import type { BuyerCopies } from './buyer-copies.ts';
import type { Receipts } from './receipts.ts';

/** True for an order that gives access to its files and was not delivered yet. */
const isUndelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  hasAccess(order.state) && order.fulfilledAt === null;

/** Delivers paid orders: the buyer's copies and the receipt. */
export class Deliveries {
  readonly #buyerCopies: BuyerCopies;
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #receipts: Receipts;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly buyerCopies: BuyerCopies;
      readonly downloadGrants: DownloadGrants;
      readonly receipts: Receipts;
    },
  ) {
    this.#buyerCopies = parts.buyerCopies;
    this.#deps = deps;
    this.#downloadGrants = parts.downloadGrants;
    this.#receipts = parts.receipts;
  }

  /** In `tx`: enqueues the delivery of an order; asking again while it waits changes nothing. */
  enqueueDelivery(tx: Tx, id: number): Promise<void> {
    return this.#deps.enqueue(
      tx,
      'orders.deliver',
      { purchaseId: id },
      { dedupeKey: `deliver-${id}`, isLongRunning: true },
    );
  }

  /**
   * Job after a payment, and after staff delivered what an order waited for: renders the buyer's
   * copies and queues the receipt, or where that went out with a promise, the links for all readers;
   * the order is fulfilled. An order that has no files yet gets its receipt with the promise, once,
   * and goes on waiting. Does nothing for an order that was delivered already or gives no access to
   * its files. While a file is missing the order waits for it: staff see why, and the reconciler
   * tries again.
   */
  async deliverOrder(purchaseId: number): Promise<void> {
    const { db } = this.#deps;
    const order = await getPurchase(db, purchaseId);
    if (!isUndelivered(order)) return;
    const grants = await listGrants(db, purchaseId, null);
    let isComplete = true;
    for (const grant of grants)
      isComplete = (await this.#buyerCopies.ensureCopy(order, grant)).ok && isComplete;
    if (!isComplete) return;
    const { letterhead } = await this.#deps.getPublisher();
    await db.transaction().execute(async (tx) => {
      const current = await lockPurchase(tx, purchaseId);
      if (!isUndelivered(current)) return;
      if (grants.length === 0) await this.#promiseDelivery(tx, current, letterhead);
      else await this.#completeDelivery(tx, current, letterhead);
    });
  }

  async #promiseDelivery(tx: Tx, order: Purchase, letterhead: Letterhead): Promise<void> {
    // Staff may have delivered it since it was read: their own job sends the receipt then.
    const isGranted = (await listGrants(tx, order.id, null)).length > 0;
    if (isGranted || (await hasEvent(tx, order.id, promisedEvent))) return;
    const { deliverBy } = order;
    const detail = deliverBy === null ? {} : { deliverBy: formatDay(deliverBy) };
    await recordEvent(tx, order.id, this.#deps.clock(), { kind: promisedEvent, detail });
    await this.#deps.emails.queue(tx, await this.#receipts.buildReceipt(tx, order, { letterhead }));
  }

  async #completeDelivery(tx: Tx, order: Purchase, letterhead: Letterhead): Promise<void> {
    const now = this.#deps.clock();
    await markFulfilled(tx, order, now);
    await recordEvent(tx, order.id, now, { kind: 'fulfilled' });
    if (await hasEvent(tx, order.id, promisedEvent))
      return this.#emailReaders(tx, order, letterhead);
    await this.#deps.emails.queue(tx, await this.#receipts.buildReceipt(tx, order, { letterhead }));
  }

  async #emailReaders(tx: Tx, order: Purchase, letterhead: Letterhead): Promise<void> {
    const buyer: Reader = { seatId: null, name: order.name, email: order.email };
    const seats = await listAcceptedSeats(tx, order.id);
    const colleagues = seats.map(({ id, name, email }): Reader => ({ seatId: id, name, email }));
    for (const reader of [buyer, ...colleagues]) {
      const email = deliveredEmail({
        order,
        reader,
        links: await this.#downloadGrants.listDownloadLinks(order.id, reader.seatId, tx),
        publisher: letterhead,
        origin: this.#deps.origin,
      });
      await this.#deps.emails.queue(tx, email);
    }
  }
}
