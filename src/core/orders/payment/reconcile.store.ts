import { statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { Span } from './timing.model.ts';

/** Orders that were paid in the span and not delivered. */
export const listUndeliveredOrders = (db: DatabaseOrTx, { before, orAfter }: Span) =>
  db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', [...statesWithAccess])
    .where('fulfilledAt', 'is', null)
    .where((eb) => eb.or([eb('paidAt', '<', before), eb('paidAt', '>', orAfter)]))
    .orderBy('id')
    .execute();

/** Orders whose payment differs from what was ordered, 100 at most. */
export const listMismatches = (db: DatabaseOrTx) =>
  db.selectFrom('purchase').select('id').where('state', '=', 'mismatch').limit(100).execute();

/** Orders that were placed before a time and never reached the provider expire. */
export async function expirePendingOrders(db: DatabaseOrTx, placedBefore: Date): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('placedAt', '<', placedBefore)
    .execute();
}

/** Orders that were placed before a time and wait for a transfer expire; answers which. */
/** True where an order that was placed before then waits for a bank transfer. */
export const hasTransferOrders = async (db: DatabaseOrTx, placedBefore: Date): Promise<boolean> =>
  (await db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', placedBefore)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const expireTransferOrders = (db: DatabaseOrTx, placedBefore: Date) =>
  db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', placedBefore)
    .returning('id')
    .execute();
