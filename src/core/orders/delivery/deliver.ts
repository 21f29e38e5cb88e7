import { DownloadGrants } from './download-grants.ts';
import { Downloads } from './download.ts';
import { Invoices } from '../documents/invoices.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, recordEvent, type Purchase } from '../purchase.store.ts';
import { receiptEmail } from '../emails.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { statesWithAccess } from '../model.ts';

/** True for an order whose files are the buyer's and were not sent yet: paid, or given back in part before they were. */
const isUndelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  statesWithAccess.includes(order.state) && order.fulfilledAt === null;

export class Deliveries {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #downloads: Downloads;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
    this.#downloads = new Downloads(deps);
    this.#invoices = new Invoices(deps);
  }

  /** The job after `paid`: the buyer's copies are printed and his letter waits to be sent; the order is fulfilled. Repeating it sends nothing new. */
  async deliverOrder(purchaseId: number): Promise<void> {
    const order = await getPurchase(this.#deps.db, purchaseId);
    if (!isUndelivered(order)) return;
    const stamp = await this.#downloads.getStamp(order, null);
    for (const { kind, token } of await this.#deps.db
      .selectFrom('downloadGrant')
      .select(['kind', 'token'])
      .where('purchaseId', '=', purchaseId)
      .where('seatId', 'is', null)
      .execute()) {
      await this.#deps.catalogue.ensureBuyerCopy(order.reportId, kind, token, stamp);
    }
    const baseOrderNumber =
      order.upgradeOf === null
        ? undefined
        : String((await getPurchase(this.#deps.db, order.upgradeOf)).number);
    const papers = (await this.#invoices.listDocuments([purchaseId])).get(purchaseId) ?? [];
    const email = receiptEmail(
      order,
      await this.#downloadGrants.listDownloadLinks(purchaseId, null),
      papers,
      (await this.#deps.getPublisher()).siteName,
      this.#deps.origin,
      baseOrderNumber,
    );
    await this.#deps.db.transaction().execute(async (tx) => {
      const now = this.#deps.clock();
      const current = await tx
        .selectFrom('purchase')
        .select(['state', 'fulfilledAt'])
        .where('id', '=', purchaseId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!isUndelivered(current)) return;
      await tx
        .updateTable('purchase')
        .set({ fulfilledAt: now, ...(current.state === 'paid' ? { state: 'fulfilled' } : {}) })
        .where('id', '=', purchaseId)
        .execute();
      await recordEvent(tx, purchaseId, now, { kind: 'fulfilled' });
      await queueEmail(this.#deps, tx, email);
    });
  }

  /** In `tx`: the job that prints the buyer's copies and sends his letter, one however often it is asked for. */
  enqueueDelivery(tx: Tx, id: number): Promise<void> {
    return this.#deps.enqueue(
      tx,
      'orders.deliver',
      { purchaseId: id },
      { dedupeKey: `deliver-${id}`, isLongRunning: true },
    );
  }
}
