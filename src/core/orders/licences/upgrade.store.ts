import type { Tx } from '#core/deps.ts';

/** All orders that upgrade another one, whatever their state, newest first. */
export const listUpgradeOrders = (tx: Tx, baseOrderId: number) =>
  tx
    .selectFrom('purchase')
    .select(['id', 'number', 'state', 'licence', 'priceCents'])
    .where('upgradeOf', '=', baseOrderId)
    .orderBy('id', 'desc')
    .execute();
