import { statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';

/** The order that this one upgrades and those that upgrade it, oldest first, if paid for. */
export const listUpgradeChain = (db: DatabaseOrTx, order: Pick<Purchase, 'id' | 'upgradeOf'>) =>
  db
    .selectFrom('purchase')
    .select(['id', 'number'])
    .where('state', 'in', [...statesWithAccess])
    .where((eb) => eb.or([eb('id', '=', order.upgradeOf ?? 0), eb('upgradeOf', '=', order.id)]))
    .orderBy('id')
    .execute();
