import type { DatabaseOrTx } from '../purchase.store.ts';
import type { OrderState } from '../model.ts';
/**
 * Takes the one claim of a purchase for `owner` until `until`; false where another holds it. An order that is paid,
 * in review or held can't be claimed. The state is `capturing` afterwards.
 */
export async function claimPurchase(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  now: Date,
  leaseEndsAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ claimedBy: owner, claimedUntil: leaseEndsAt, state: 'capturing' })
    .where('id', '=', id)
    .where('state', 'in', ['awaiting-approval', 'capturing', 'cancelled', 'expired'])
    .where((eb) =>
      eb.or([
        eb('claimedBy', 'is', null),
        eb('claimedBy', '=', owner),
        eb('claimedUntil', '<', now),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True while `owner` holds the claim: looked at again right before a capture is sent. */
export async function isClaimOwner(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .select('id')
    .where('id', '=', id)
    .where('claimedBy', '=', owner)
    .where('claimedUntil', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the claim back; `to` where the order goes back to waiting. */
export async function releaseClaim(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  nextState?: OrderState,
): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ claimedBy: null, claimedUntil: null, ...(nextState ? { state: nextState } : {}) })
    .where('id', '=', id)
    .where('claimedBy', '=', owner)
    .execute();
}
