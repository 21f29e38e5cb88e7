import type { Deps, Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, recordEvent, type Purchase } from '../purchase.store.ts';
import { getStamp } from './download.ts';
import { listDocuments } from '../documents/invoices.ts';
import { receiptEmail } from '../emails.ts';
import { listDownloadLinks } from './download-grants.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { statesWithAccess } from '../model.ts';
/** The job after `paid`: the buyer's copies are printed and his letter waits to be sent; the order is fulfilled. Repeating it sends nothing new. */
export async function deliverOrder(
  deps: Deps,
  orderDeps: OrderDeps,
  purchaseId: number,
): Promise<void> {
  const order = await getPurchase(deps.db, purchaseId);
  if (!isUndelivered(order)) return;
  const stamp = await getStamp(deps, order, null);
  for (const { kind, token } of await deps.db
    .selectFrom('downloadGrant')
    .select(['kind', 'token'])
    .where('purchaseId', '=', purchaseId)
    .where('seatId', 'is', null)
    .execute()) {
    await orderDeps.catalogue.ensureBuyerCopy(order.reportId, kind, token, stamp);
  }
  const baseOrderNumber =
    order.upgradeOf === null
      ? undefined
      : String((await getPurchase(deps.db, order.upgradeOf)).number);
  const papers = (await listDocuments(deps, [purchaseId])).get(purchaseId) ?? [];
  const email = receiptEmail(
    order,
    await listDownloadLinks(deps, purchaseId, null),
    papers,
    (await orderDeps.getPublisher()).siteName,
    deps.origin,
    baseOrderNumber,
  );
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
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
    await recordEvent(tx, purchaseId, now, 'fulfilled');
    await queueEmail(deps, tx, email);
  });
}

/** True for an order whose files are the buyer's and were not sent yet: paid, or given back in part before they were. */
const isUndelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  statesWithAccess.includes(order.state) && order.fulfilledAt === null;

/** In `tx`: the job that prints the buyer's copies and sends his letter, one however often it is asked for. */
export const enqueueDelivery = (deps: Deps, tx: Tx, id: number): Promise<void> =>
  deps.enqueue(
    tx,
    'orders.deliver',
    { purchaseId: id },
    { dedupeKey: `deliver-${id}`, isLongRunning: true },
  );
