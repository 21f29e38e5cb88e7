import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';

/** Reports that were edited since they were checked, the newest edits first. */
export const listUnchecked = (
  db: Database,
  limit: number,
): Promise<{ reportId: number; editedAt: Date }[]> =>
  db
    .selectFrom('reportLastEdit')
    .innerJoin('report', 'report.id', 'reportLastEdit.reportId')
    .select(['reportLastEdit.reportId', 'reportLastEdit.editedAt'])
    .where('report.state', '<>', 'bin')
    .where('reportLastEdit.isUnchecked', '=', true)
    .orderBy('reportLastEdit.editedAt', 'desc')
    .limit(limit)
    .execute();

/** Reports that were checked before `before`: what is said of years may be out of date. */
export const listCheckedBefore = (
  db: Database,
  before: Date,
  limit: number,
): Promise<{ reportId: number; editedAt: Date }[]> =>
  db
    .selectFrom('reportCheck')
    .select(['reportId', 'editedAt'])
    .where('checkedAt', '<', before)
    .orderBy('checkedAt')
    .limit(limit)
    .execute();

/** Nothing is saved of a report that is gone meanwhile. */
export async function saveCheck(
  tx: Tx,
  check: {
    readonly reportId: number;
    readonly editedAt: Date;
    readonly checkedAt: Date;
    readonly blocking: number;
    readonly warnings: number;
  },
): Promise<void> {
  const { reportId, ...found } = check;
  const report = tx.selectFrom('report').select('id').where('id', '=', reportId).forKeyShare();
  if (!(await report.executeTakeFirst())) return;
  await tx
    .insertInto('reportCheck')
    .values(check)
    .onConflict((conflict) => conflict.column('reportId').doUpdateSet(found))
    .execute();
  await tx
    .updateTable('reportLastEdit')
    .set({ isUnchecked: false })
    .where('reportId', '=', reportId)
    .where('isUnchecked', '=', true)
    // Times are kept in milliseconds here; a later edit is checked on its own.
    .where(sql<boolean>`date_trunc('milliseconds', edited_at) = ${check.editedAt}`)
    .execute();
}
