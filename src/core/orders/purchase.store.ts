import type { Database, Tx } from '../deps.ts';
import type { EventDetail, OrderState, PaymentDetails } from './model.ts';

export type DatabaseOrTx = Database | Tx;

export const getPurchase = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type Purchase = Awaited<ReturnType<typeof getPurchase>>;

/** Moves an order if it still stands in `from`; false where somebody was quicker. Throws where the table of moves has no such move. */
export async function transitionOrder(
  tx: DatabaseOrTx,
  id: number,
  from: OrderState,
  to: OrderState,
  changes: Partial<{ paidAt: Date; fulfilledAt: Date; payment: PaymentDetails }> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('purchase')
    .set({ state: to, ...changes })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A line in the order's history. */
export const recordEvent = (
  tx: DatabaseOrTx,
  purchaseId: number,
  at: Date,
  kind: string,
  detail: EventDetail = {},
): Promise<unknown> =>
  tx.insertInto('orderEvent').values({ purchaseId, occurredAt: at, kind, detail }).execute();
