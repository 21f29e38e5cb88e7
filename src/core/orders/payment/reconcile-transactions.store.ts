import { sql } from 'kysely';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** The captures of orders that were paid between two times. */
export const listPaidCaptures = (db: DatabaseOrTx, from: Date, to: Date) =>
  db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['captureId', 'purchase.number'])
    .where('captureId', 'is not', null)
    .where('paidAt', '>', from)
    .where('paidAt', '<', to)
    .execute();

/** Farther on than this no number was lost with a database: another program made it up. */
const maxLostNumbers = 1_000_000;

/**
 * Continues order numbers at `next`, if `highest` is a number that the database has not used;
 * does nothing otherwise, or if no store could have used so many.
 */
export async function skipOrderNumbers(
  db: DatabaseOrTx,
  highest: number,
  next: number,
): Promise<void> {
  await sql`select setval('purchase_id_seq', ${next})
    from (select coalesce((
      select last_value from pg_sequences
      where schemaname = current_schema and sequencename = 'purchase_id_seq'), 0) as used) as ids
    where ${highest}::bigint > used and ${highest}::bigint < used + ${maxLostNumbers}`.execute(db);
}

/** The id of the order with this number. */
export async function findPurchaseId(
  db: DatabaseOrTx,
  number: string | undefined,
): Promise<number | undefined> {
  if (number === undefined) return undefined;
  const row = await db
    .selectFrom('purchase')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id;
}
