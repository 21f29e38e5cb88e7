import { sql, type Insertable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { Span } from '../payment/timing.model.ts';
import { failedRefundStates, type RefundState } from './refund-state.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

export const getRefund = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type Refund = Awaited<ReturnType<typeof getRefund>>;

export const findRefundByProviderId = (db: DatabaseOrTx, providerRefundId: string) =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('providerRefundId', '=', providerRefundId)
    .executeTakeFirst();

/** The refund at this place among those of an order, from 1, no matter who made them. */
export const findNthRefund = (tx: Tx, purchaseId: number, place: number) =>
  tx
    .selectFrom('refund')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .offset(place - 1)
    .limit(1)
    .executeTakeFirst();

/** The refund that was requested under this id. */
export const findRefundByRequestId = (db: DatabaseOrTx, requestId: string) =>
  db.selectFrom('refund').selectAll().where('requestId', '=', requestId).executeTakeFirst();

/** A refund that asks for the same and that the provider has not answered. */
export const findUnansweredRefund = (
  db: DatabaseOrTx,
  {
    purchaseId,
    amountCents,
    reason,
    isTaxAlone,
  }: Pick<Refund, 'purchaseId' | 'amountCents' | 'reason' | 'isTaxAlone'>,
) =>
  selectUnansweredRefunds(db, purchaseId)
    .where('amountCents', '=', amountCents)
    .where('reason', '=', reason)
    .where('isTaxAlone', '=', isTaxAlone)
    .executeTakeFirst();

/** True while a refund of this amount was requested, and nobody knows whether it was made. */
export async function isAnswerAwaited(
  tx: Tx,
  purchaseId: number,
  amountCents: number,
): Promise<boolean> {
  const awaited = await selectUnansweredRefunds(tx, purchaseId)
    .where('amountCents', '=', amountCents)
    .executeTakeFirst();
  return awaited !== undefined;
}

const selectUnansweredRefunds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'requested');

/** Refunds that were requested in the span and not answered, 500 at most. */
export const listUnansweredRefunds = (db: DatabaseOrTx, { before, orAfter }: Span) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'requested')
    .where((eb) => eb.or([eb('createdAt', '<', before), eb('createdAt', '>', orAfter)]))
    .orderBy('id')
    .limit(500)
    .execute();

/** An order's refunds that were requested and not answered, oldest first. */
export const listUnansweredRefundsOf = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'requested')
    .orderBy('id')
    .execute();

export const sumCompletedRefunds = (db: DatabaseOrTx, purchaseId: number): Promise<number> =>
  sumRefunds(db, purchaseId, 'completed');

/** The amount on its way back to the buyer. */
export const sumPendingRefunds = (db: DatabaseOrTx, purchaseId: number): Promise<number> =>
  sumRefunds(db, purchaseId, 'pending');

async function sumRefunds(
  db: DatabaseOrTx,
  purchaseId: number,
  state: RefundState,
): Promise<number> {
  const { total } = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.val(0)).as('total'))
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return total;
}

/** An order's refunds that were made or may still be made, oldest first. */
export const listStandingRefunds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select(['amountCents', 'taxCents', 'isTaxAlone'])
    .where('purchaseId', '=', purchaseId)
    .where('state', 'not in', [...failedRefundStates])
    .orderBy('id')
    .execute();

/**
 * A refund of this amount that staff say they sent by PayPal themselves, and that has no id yet.
 */
export const findRefundSentByPaypal = (tx: Tx, purchaseId: number, amountCents: number) =>
  tx
    .selectFrom('refund')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('way', '=', 'paypal')
    .where('providerRefundId', 'is', null)
    .where('amountCents', '=', amountCents)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const insertRefund = (tx: Tx, refund: Insertable<DB['refund']>) =>
  tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow();

/** The refund is at the provider, which has accepted it; it has no other id from then on. */
export async function setAccepted(
  tx: Tx,
  id: number,
  { state, providerRefundId }: Pick<Refund, 'providerRefundId'> & AcceptedState,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state, providerRefundId, reversedAt: null, reversalReason: null })
    .set({ needsAttention: false })
    .where('id', '=', id)
    .execute();
}
type AcceptedState = { readonly state: 'completed' | 'pending' };

/** Nobody has to look at failed refunds of an order any more, of those up to an amount. */
export async function settleFailedRefunds(
  tx: Tx,
  purchaseId: number,
  upToCents?: number,
): Promise<number> {
  const settled = await tx
    .updateTable('refund')
    .set({ needsAttention: false })
    .where('purchaseId', '=', purchaseId)
    .where('needsAttention', '=', true)
    .$if(upToCents !== undefined, (query) => query.where('amountCents', '<=', Number(upToCents)))
    .executeTakeFirst();
  return Number(settled.numUpdatedRows);
}

/** The provider did not make the refund; with `needsAttention` nobody was told so. */
export async function setRefused(tx: Tx, id: number, needsAttention: boolean): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'refused', needsAttention })
    .where('id', '=', id)
    .execute();
}

/** The provider took the refund back: its money is ours again. */
export async function setReversed(
  tx: Tx,
  id: number,
  { reversedAt, reversalReason }: { readonly reversedAt: Date; readonly reversalReason: string },
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'reversed', reversedAt, reversalReason, needsAttention: true })
    .where('id', '=', id)
    .execute();
}

/** Links a refund of the provider to the row that requested it, if none is linked yet. */
export async function setProviderRefundId(
  tx: Tx,
  id: number,
  providerRefundId: string,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ providerRefundId })
    .where('id', '=', id)
    .where('providerRefundId', 'is', null)
    .execute();
}

/**
 * Pending refunds that the provider is to be asked about now, 100 at most: after a tenth of the time
 * that they have been waiting, and every hour at last.
 */
export const listDuePendingRefunds = (db: DatabaseOrTx, now: Date) =>
  db
    .selectFrom('refund')
    .select(['id', 'purchaseId'])
    .where('state', '=', 'pending')
    .where(
      sql<boolean>`coalesce(checked_at, created_at) <= ${now}::timestamptz
        - least(greatest((${now}::timestamptz - created_at) / 10, '15 seconds'), '1 hour')`,
    )
    .orderBy('id')
    .limit(100)
    .execute();

export async function setChecked(db: DatabaseOrTx, id: number, checkedAt: Date): Promise<void> {
  await db.updateTable('refund').set({ checkedAt }).where('id', '=', id).execute();
}
