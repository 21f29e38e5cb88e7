import type { Insertable } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { Span } from '../payment/timing.model.ts';
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
  selectUnansweredRefunds(db, purchaseId, amountCents)
    .where('reason', '=', reason)
    .where('isTaxAlone', '=', isTaxAlone)
    .executeTakeFirst();

/** A refund of this amount, requested by us, that no refund of the provider is linked to yet. */
export const findUnlinkedRefund = (db: DatabaseOrTx, purchaseId: number, amountCents: number) =>
  selectUnansweredRefunds(db, purchaseId, amountCents)
    .where('providerRefundId', 'is', null)
    .executeTakeFirst();

const selectUnansweredRefunds = (db: DatabaseOrTx, purchaseId: number, amountCents: number) =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'requested')
    .where('amountCents', '=', amountCents);

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

export async function sumCompletedRefunds(db: DatabaseOrTx, purchaseId: number): Promise<number> {
  const { total } = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.val(0)).as('total'))
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow();
  return total;
}

/** An order's refunds that were made or may still be made, oldest first. */
export const listStandingRefunds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select(['amountCents', 'taxCents', 'isTaxAlone'])
    .where('purchaseId', '=', purchaseId)
    .where('state', '!=', 'refused')
    .orderBy('id')
    .execute();

/** The refund of an order that a form with this key asked for. */
export const findRefundByFormKey = (tx: Tx, purchaseId: number, formKey: string) =>
  tx
    .selectFrom('refund')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('formKey', '=', formKey)
    .executeTakeFirst();

export const insertRefund = (tx: Tx, refund: Insertable<DB['refund']>) =>
  tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow();

export async function setCompleted(tx: Tx, id: number, providerRefundId: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'completed', providerRefundId })
    .where('id', '=', id)
    .execute();
}

export async function setRefused(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('refund').set({ state: 'refused' }).where('id', '=', id).execute();
}

/** Links a refund of the provider to the row that requested it, where none is linked yet. */
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

/** Two refunds exchange their request ids, which are unique; null gets an id of its own. */
export async function swapRequestIds(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'requestId'>,
  other: Pick<Refund, 'id' | 'requestId'>,
): Promise<void> {
  const requestId = other.requestId ?? `${String(refund.requestId)}-again`;
  await setRequestId(tx, refund.id, null);
  await setRequestId(tx, other.id, refund.requestId);
  await setRequestId(tx, refund.id, requestId);
}

async function setRequestId(tx: Tx, id: number, requestId: string | null): Promise<void> {
  await tx.updateTable('refund').set({ requestId }).where('id', '=', id).execute();
}
