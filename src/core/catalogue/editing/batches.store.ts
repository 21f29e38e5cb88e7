import type { Database, Tx } from '../../deps.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';

/** An entry of the audit log that belongs to a change of many reports. */
type BatchEntry = {
  readonly id: number;
  readonly verb: StaffVerb;
  readonly thingKind: string;
  readonly thingId: string;
  readonly undoOf: number | null;
  readonly before: { readonly version?: number };
  /** `version` is the one that the change made; missing where it made none. */
  readonly after: { readonly version?: number };
};

/** The entries of a change in the order in which they were written. */
export async function listBatch(db: Database | Tx, batch: string): Promise<BatchEntry[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select(['id', 'verb', 'thingKind', 'thingId', 'undoOf', 'before', 'after'])
    .where('batch', '=', batch)
    .where('outcome', '=', 'done')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    verb: row.verb as StaffVerb,
    thingKind: row.thingKind,
    thingId: row.thingId,
    undoOf: row.undoOf === null ? null : Number(row.undoOf),
    before: (row.before ?? {}) as { version?: number },
    after: (row.after ?? {}) as { version?: number },
  }));
}
