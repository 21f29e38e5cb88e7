import type { Tx } from '#core/deps.ts';
import type { OrderState } from '../order-states.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { CaptureBar } from './capture-rules.ts';
import { claimLeaseMs, maxBackoffMs } from './timing.model.ts';

/**
 * `owner` alone may capture the order's payment until the claim's lease ends; its state is
 * `capturing`. False if another holds the claim, or the order is in no state to be captured.
 */
export async function claimPurchase(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  now: Date,
): Promise<boolean> {
  const claimedUntil = new Date(now.getTime() + claimLeaseMs);
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set((eb) => ({
      claimedBy: owner,
      claimedUntil,
      capturingSince: eb
        .case()
        .when('state', '=', 'capturing')
        .then(eb.fn.coalesce('capturingSince', 'placedAt'))
        .else(now)
        .end(),
      state: 'capturing' as const,
    }))
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

/** True while `owner` holds the claim. */
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

/** Ends the claim of `owner`; the order is in `nextState` afterwards. */
export async function releaseClaim(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  nextState: OrderState,
): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ claimedBy: null, claimedUntil: null, state: nextState })
    .where('id', '=', id)
    .where('claimedBy', '=', owner)
    .execute();
}

/**
 * In `tx`: no payment is taken for the order any more, since `bar`; an open one is cancelled and its
 * claim ends.
 */
export async function closeForPayment(tx: Tx, id: number, bar: CaptureBar): Promise<void> {
  const orders = tx.updateTable('purchase').where('id', '=', id);
  await orders.set({ closedReason: bar.reason, supersededBy: bar.supersededBy }).execute();
  await orders
    .set({ state: 'awaiting-approval', claimedBy: null, claimedUntil: null })
    .where('state', '=', 'capturing')
    .execute();
  await orders
    .set({ state: 'cancelled' })
    .where('state', 'in', ['pending', 'awaiting-approval'])
    .execute();
}

/** Ends whatever claim there is after a decline: the buyer may approve another payment. */
export async function releaseDeclined(db: DatabaseOrTx, id: number): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ state: 'awaiting-approval', claimedBy: null, claimedUntil: null })
    .where('id', '=', id)
    .where('state', 'in', ['capturing', 'review'])
    .execute();
}

/**
 * Claims, polls and unknown answers that lie further ahead than any that is ever written come from a
 * clock that was ahead: the claim ends after one lease from now, the poll is due, and the answer
 * counts as of now.
 */
export async function correctFutureTimes(db: DatabaseOrTx, now: Date): Promise<void> {
  const claimEnd = new Date(now.getTime() + claimLeaseMs);
  const pollLimit = new Date(now.getTime() + maxBackoffMs);
  const attempts = db.updateTable('paymentAttempt');
  await db
    .updateTable('purchase')
    .set({ claimedUntil: claimEnd })
    .where('claimedUntil', '>', claimEnd)
    .execute();
  await attempts.set({ nextPollAt: now }).where('nextPollAt', '>', pollLimit).execute();
  await attempts.set({ lastUnknownAnswerAt: now }).where('lastUnknownAnswerAt', '>', now).execute();
}
