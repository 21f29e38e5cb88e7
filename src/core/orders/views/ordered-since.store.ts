import type { Database, Tx } from '../../deps.ts';

/** Those of the codes whose report was ordered after `since`, unless the order came to nothing. */
export async function listCodesOrderedSince(
  db: Database | Tx,
  codes: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await db
    .selectFrom('purchase')
    .select('reportCode')
    .distinct()
    .where('reportCode', 'in', [...codes])
    .where('placedAt', '>', since)
    .where('state', 'not in', ['expired', 'cancelled'])
    .execute();
  return new Set(rows.map(({ reportCode }) => reportCode));
}
