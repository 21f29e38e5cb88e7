import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { OpenDifference, TransactionDifference } from './reconciliation.model.ts';

export const findDifference = (
  db: DatabaseOrTx,
  captureId: string,
  kind: TransactionDifference['kind'],
) =>
  db
    .selectFrom('paymentDifference')
    .selectAll()
    .where('captureId', '=', captureId)
    .where('kind', '=', kind)
    .executeTakeFirst();

type NewDifference = TransactionDifference & {
  readonly purchaseId: number | undefined;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  readonly capturedAt: Date | undefined;
};

/**
 * In `tx`: the difference waits for staff. `new` if nobody was told of it yet, or it came back;
 * `settled` if staff have dealt with it.
 */
export async function keepDifference(
  tx: Tx,
  difference: NewDifference,
  foundAt: Date,
): Promise<'new' | 'known' | 'settled'> {
  const { captureId, kind, purchaseId, amount, currency, capturedAt } = difference;
  const known = await findDifference(tx, captureId, kind);
  if (known?.settledBy === 'gone')
    await tx
      .updateTable('paymentDifference')
      .set({ settledAt: null, settledBy: null, foundAt })
      .where('id', '=', known.id)
      .execute();
  if (known) {
    if (known.settledBy === 'gone') return 'new';
    return known.settledBy === null ? 'known' : 'settled';
  }
  await tx
    .insertInto('paymentDifference')
    .values({ captureId, kind, purchaseId, amount, currency, capturedAt, foundAt })
    .execute();
  return 'new';
}

/** In `tx`: differences of these payments that are there no longer need nobody. */
export async function closeGoneDifferences(
  tx: Tx,
  examined: readonly string[],
  found: readonly TransactionDifference[],
  settledAt: Date,
): Promise<void> {
  const isFound = new Set(found.map(({ captureId, kind }) => `${captureId} ${kind}`));
  const examinedIds = new Set(examined);
  const open = await tx
    .selectFrom('paymentDifference')
    .select(['id', 'captureId', 'kind'])
    .where('settledAt', 'is', null)
    .execute();
  for (const { id, captureId, kind } of open)
    if (examinedIds.has(captureId) && !isFound.has(`${captureId} ${kind}`))
      await settleDifference(tx, id, 'gone', settledAt);
}

export async function settleDifference(
  tx: Tx,
  id: number,
  settledBy: 'gone' | 'recreated' | 'refunded' | 'staff',
  settledAt: Date,
): Promise<void> {
  await tx
    .updateTable('paymentDifference')
    .set({ settledAt, settledBy })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .execute();
}

/** The request id of the difference's refund: `requestId` if it has none yet. */
export async function takeRefundRequestId(
  db: DatabaseOrTx,
  id: number,
  requestId: string,
): Promise<string> {
  const row = await db
    .updateTable('paymentDifference')
    .set((eb) => ({ refundRequestId: eb.fn.coalesce('refundRequestId', eb.val(requestId)) }))
    .where('id', '=', id)
    .returning('refundRequestId')
    .executeTakeFirstOrThrow();
  return String(row.refundRequestId);
}

/** The differences that nobody has settled, the longest waiting first, 500 at most. */
export const listOpenDifferences = (db: DatabaseOrTx): Promise<OpenDifference[]> =>
  db
    .selectFrom('paymentDifference')
    .leftJoin('purchase', 'purchase.id', 'paymentDifference.purchaseId')
    .select(['captureId', 'kind', 'amount', 'paymentDifference.currency', 'capturedAt', 'foundAt'])
    .select('purchase.number as orderNumber')
    .where('settledAt', 'is', null)
    .orderBy('foundAt')
    .orderBy('paymentDifference.id')
    .limit(500)
    .execute();

/** True if the database lost orders that were found within the last day. */
export async function hasRecentLoss(tx: Tx, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('paymentDifference')
    .select('id')
    .where('kind', '=', 'unknown order')
    .where('foundAt', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** In `tx`: so many numbers of the year's invoices and credit notes are left out. */
export async function skipDocumentNumbers(tx: Tx, year: number, count: number): Promise<void> {
  for (const kind of ['invoice', 'credit-note'] as const)
    await tx
      .insertInto('orderDocumentSeries')
      .values({ kind, year, lastSequence: count })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'year']).doUpdateSet({
          lastSequence: sql`order_document_series.last_sequence + ${count}`,
        }),
      )
      .execute();
}
