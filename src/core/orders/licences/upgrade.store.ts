import type { Insertable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';

/** All orders that upgrade another one, whatever their state, newest first. */
export const listUpgradeOrders = (tx: Tx, baseOrderId: number) =>
  tx
    .selectFrom('purchase')
    .select(['id', 'number', 'state', 'licence', 'priceCents'])
    .where('upgradeOf', '=', baseOrderId)
    .orderBy('id', 'desc')
    .execute();

export const insertUpgradeOrder = (tx: Tx, order: Insertable<DB['purchase']>) =>
  tx.insertInto('purchase').values(order).returning(['id', 'number']).executeTakeFirstOrThrow();
