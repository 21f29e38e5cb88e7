import { sql } from 'kysely';
import { promisedEvent } from '../delivery/delivery.store.ts';
import { statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { Span } from './timing.model.ts';

/**
 * Orders that were paid in the span and not delivered; not those that wait for us and whose buyers
 * were told so.
 */
export const listUndeliveredOrders = (db: DatabaseOrTx, { before, orAfter }: Span) =>
  db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', [...statesWithAccess])
    .where('fulfilledAt', 'is', null)
    .where((eb) => eb.or([eb('paidAt', '<', before), eb('paidAt', '>', orAfter)]))
    .where(hasWork)
    .orderBy('id')
    .execute();

/** The files are there, or its buyer was not told yet when we deliver it. */
const hasWork = sql<boolean>`(deliver_by is null
  or exists (select from download_grant
    where purchase_id = purchase.id and seat_id is null)
  or not exists (select from order_event
    where purchase_id = purchase.id and kind = ${promisedEvent}))`;

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

/** True if an order that was placed before then waits for a bank transfer. */
export const hasTransferOrders = async (db: DatabaseOrTx, placedBefore: Date): Promise<boolean> =>
  (await db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', placedBefore)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Orders that were placed before a time and wait for a transfer expire; answers which. */
export const expireTransferOrders = (db: DatabaseOrTx, placedBefore: Date) =>
  db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', placedBefore)
    .returning('id')
    .execute();
