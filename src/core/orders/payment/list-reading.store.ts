import type { DatabaseOrTx } from '../purchase.store.ts';
import type { ListReading } from './list-reading.model.ts';
import type { ListLimits } from './provider.ts';

/** Ids of unreadable entries that are kept: enough to look some of them up at the provider. */
const keptIds = 20;

/** The last reading of a list replaces the one before. */
export async function recordListReading(
  db: DatabaseOrTx,
  { unreadable, isWhole, ...reading }: Omit<ListReading, 'unreadableCount'> & ListLimits,
): Promise<void> {
  const row = {
    ...reading,
    unreadableCount: unreadable.length,
    unreadable: unreadable.slice(0, keptIds),
    isWhole,
  };
  await db
    .insertInto('providerListReading')
    .values(row)
    .onConflict((conflict) => conflict.column('list').doUpdateSet(row))
    .execute();
}

export const listReadings = (db: DatabaseOrTx): Promise<ListReading[]> =>
  db.selectFrom('providerListReading').selectAll().orderBy('list').execute();
