import type { Database, Tx } from '../../deps.ts';

/** True if there is an order for the report, paid or not: its number stays in our books. */
export async function isOrdered(tx: Tx, reportId: number): Promise<boolean> {
  const order = await tx
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** True if somebody has paid for the report. */
export async function isSold(db: Database | Tx, reportId: number): Promise<boolean> {
  const order = await db
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('paidAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Reports that have been in the bin since before then, and that nobody ordered. */
export async function listOldInBin(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ id: number; code: string }[]> {
  return db
    .selectFrom('report')
    .select(['id', 'code'])
    .where('state', '=', 'bin')
    .where('binnedAt', '<=', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('purchase').select('id').whereRef('purchase.reportId', '=', 'report.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The report and all that belongs to it alone; the keys of its files, which are still stored. */
export async function deleteReport(tx: Tx, reportId: number): Promise<string[]> {
  const editions = tx.selectFrom('edition').select('id').where('reportId', '=', reportId);
  const files = await tx
    .deleteFrom('editionFile')
    .where('editionId', 'in', editions)
    .returning(['bodyKey', 'masterKey'])
    .execute();
  await tx.deleteFrom('edition').where('reportId', '=', reportId).execute();
  await tx.deleteFrom('buyLink').where('reportId', '=', reportId).execute();
  await tx.updateTable('lead').set({ reportId: null }).where('reportId', '=', reportId).execute();
  await tx.deleteFrom('report').where('id', '=', reportId).execute();
  const keys = files.flatMap(({ bodyKey, masterKey }) => [bodyKey, masterKey ?? []].flat());
  return [...new Set(keys)];
}
