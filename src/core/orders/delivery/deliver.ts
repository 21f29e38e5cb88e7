import { hasAccess } from '../order-states.model.ts';
import type { Email, Tx } from '#core/deps.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import type { OrderDeps } from '../deps.ts';
import { Invoices } from '../documents/invoices.ts';
import { openCertificateToken } from '../licences/certificate.ts';
import { receiptEmail } from '../emails/receipt.ts';
import { getPurchase, lockPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { markFulfilled } from './delivery.store.ts';
import { listGrants } from './download-grant.store.ts';
import { DownloadGrants } from './download-grants.ts';
import { BuyerCopies } from './buyer-copies.ts';

/** True for an order that gives access to its files and was not delivered yet. */
const isUndelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  hasAccess(order.state) && order.fulfilledAt === null;

/** Delivers paid orders: the buyer's copies and the receipt. */
export class Deliveries {
  readonly #buyerCopies: BuyerCopies;
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps) {
    this.#buyerCopies = new BuyerCopies(deps);
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
    this.#invoices = new Invoices(deps);
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
   * Job after a payment: renders the buyer's copies and queues the receipt; the order is fulfilled.
   * Does nothing for an order that was delivered already or gives no access to its files. While a
   * file is missing the order waits for it: staff see why, and the reconciler tries again.
   */
  async deliverOrder(purchaseId: number): Promise<void> {
    const { db } = this.#deps;
    const order = await getPurchase(db, purchaseId);
    if (!isUndelivered(order)) return;
    let isComplete = true;
    for (const grant of await listGrants(db, purchaseId, null))
      isComplete = (await this.#buyerCopies.ensureCopy(order, grant)).ok && isComplete;
    if (!isComplete) return;
    const email = await this.#buildReceipt(order);
    await db.transaction().execute(async (tx) => {
      const current = await lockPurchase(tx, purchaseId);
      if (!isUndelivered(current)) return;
      const now = this.#deps.clock();
      await markFulfilled(tx, current, now);
      await recordEvent(tx, purchaseId, now, { kind: 'fulfilled' });
      await queueEmail(this.#deps, tx, email);
    });
  }

  async #buildReceipt(order: Purchase): Promise<Email> {
    const { db, origin } = this.#deps;
    const baseOrder = order.upgradeOf === null ? undefined : await getPurchase(db, order.upgradeOf);
    const documents = await this.#invoices.listDocuments([order.id]);
    const { letterhead } = await this.#deps.getPublisher();
    return receiptEmail({
      order: { ...order, certificateToken: openCertificateToken(this.#deps, order) },
      links: await this.#downloadGrants.listDownloadLinks(order.id, null),
      documents: documents.get(order.id) ?? [],
      publisher: letterhead,
      origin,
      baseOrderNumber: baseOrder?.number,
    });
  }
}
