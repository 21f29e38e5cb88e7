import { hasAccess, statesWithAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { getPurchase, type DatabaseOrTx, type Purchase } from '../purchase.store.ts';

/**
 * In `tx`: locks an order, the orders that it upgrades and `otherIds`, by ascending id so that two
 * transactions never wait for each other. Answers the order as it is then.
 */
export async function lockUpgradeChain(
  tx: Tx,
  id: number,
  otherIds: readonly number[] = [],
): Promise<Purchase> {
  const ids: number[] = [...otherIds];
  for (let current: number | null = id; current !== null;) {
    ids.push(current);
    current = (await getPurchase(tx, current)).upgradeOf;
  }
  await tx
    .selectFrom('purchase')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return getPurchase(tx, id);
}

/** True unless the order upgrades another one to which its buyer has no access any more. */
export async function isBaseOrderActive(
  db: DatabaseOrTx,
  { upgradeOf }: Pick<Purchase, 'upgradeOf'>,
): Promise<boolean> {
  return upgradeOf === null || hasAccess((await getPurchase(db, upgradeOf)).state);
}

/** Paid upgrades of an order, oldest first, locked. */
export const lockPaidUpgrades = (tx: Tx, id: number) =>
  selectPaidUpgrades(tx, id).orderBy('id').forUpdate().execute();

const selectPaidUpgrades = (db: DatabaseOrTx, id: number) =>
  db
    .selectFrom('purchase')
    .select('id')
    .where('upgradeOf', '=', id)
    .where('state', 'in', [...statesWithAccess, 'suspended']);
