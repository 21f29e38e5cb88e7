import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';
import { statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';

/** In `tx`: the paid order waits until we deliver it, at the latest on this day (ISO). */
export async function setDeliverBy(tx: Tx, id: number, deliverBy: string): Promise<void> {
  await tx.updateTable('purchase').set({ deliverBy }).where('id', '=', id).execute();
}

/** True if the buyer may download something already. */
const hasGrants = sql<boolean>`exists (select from download_grant
  where download_grant.purchase_id = purchase.id and download_grant.seat_id is null)`;

/** Paid orders that wait until we deliver them. */
export const selectWaiting = (db: DatabaseOrTx) =>
  db
    .selectFrom('purchase')
    .where('purchase.deliverBy', 'is not', null)
    .where('purchase.fulfilledAt', 'is', null)
    .where('purchase.state', 'in', [...statesWithAccess])
    .where(sql<boolean>`not ${hasGrants}`);

/** True for a paid order that waits until we deliver it. */
export async function isWaiting(db: DatabaseOrTx, id: number): Promise<boolean> {
  const found = await selectWaiting(db)
    .select('purchase.id')
    .where('purchase.id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Waiting orders that are given the same as this one: those of the same report and licence that
 * have no file of their own yet, the first due first, and those that it upgrades or that upgrade it.
 */
export const listWaitingAlike = (
  db: DatabaseOrTx,
  { id, reportId, licence, upgradeOf }: Pick<Purchase, 'id' | 'licence' | 'reportId' | 'upgradeOf'>,
  limit: number,
) =>
  selectWaiting(db)
    .select(['purchase.id', 'purchase.number', 'purchase.upgradeOf'])
    .select((eb) =>
      eb
        .or([eb('purchase.id', '=', upgradeOf ?? 0), eb('purchase.upgradeOf', '=', id)])
        .as('isUpgrade'),
    )
    .where('purchase.id', '!=', id)
    .where('purchase.reportId', '=', reportId)
    .where((eb) =>
      eb.or([
        eb('purchase.licence', '=', licence),
        eb('purchase.id', '=', upgradeOf ?? 0),
        eb('purchase.upgradeOf', '=', id),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderFile')
            .select('orderFile.editionFileId')
            .whereRef('orderFile.purchaseId', '=', 'purchase.id'),
        ),
      ),
    )
    .orderBy('purchase.deliverBy')
    .orderBy('purchase.id')
    .limit(limit)
    .execute();
