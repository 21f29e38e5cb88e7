/** Entries of the audit log that belong to one change of many enquiries. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';

const entriesOf = (db: Database, batch: string) =>
  db
    .selectFrom('auditEntry')
    .where('batch', '=', batch)
    .where('thingKind', '=', 'enquiry')
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null);

/** How many enquiries it has changed so far. */
export async function countBatch(db: Database, batch: string): Promise<number> {
  const { count } = await entriesOf(db, batch)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type BatchEntry = LoggedChange & {
  readonly id: number;
  /** True if somebody has taken back this entry alone. */
  readonly isUndone: boolean;
};

/** The next ones, in the order in which they were written. */
export async function listBatchAfter(
  db: Database,
  batch: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<BatchEntry[]> {
  const rows = await entriesOf(db, batch)
    .select(['id', 'thingKind', 'thingId', 'actorName', 'before', 'after'])
    .select(
      sql<boolean>`exists (select from audit_entry undo where undo.undo_of = audit_entry.id)`.as(
        'isUndone',
      ),
    )
    .where('id', '>', String(after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
