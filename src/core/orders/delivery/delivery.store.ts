import { statesWithAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';

/** The order is delivered. A paid one becomes `fulfilled`; any other keeps its state. */
export async function markFulfilled(
  tx: Tx,
  { id, state }: Pick<Purchase, 'id' | 'state'>,
  fulfilledAt: Date,
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ fulfilledAt, ...(state === 'paid' ? { state: 'fulfilled' } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Ids of the orders of a report whose buyers may download it. */
export async function listOrderIdsWithAccess(
  db: DatabaseOrTx,
  reportId: number,
): Promise<number[]> {
  const orders = await db
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('state', 'in', [...statesWithAccess])
    .execute();
  return orders.map(({ id }) => id);
}

/** The event of an order whose buyer was told when we deliver it. */
export const promisedEvent = 'delivery-promised';

/** True if the order's history has an event of this kind. */
export async function hasEvent(
  db: DatabaseOrTx,
  purchaseId: number,
  kind: string,
): Promise<boolean> {
  const event = await db
    .selectFrom('orderEvent')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return event !== undefined;
}
