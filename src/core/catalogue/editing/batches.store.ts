import { z } from 'zod';
import type { Database, Tx } from '../../deps.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';

/** An entry of the audit log that belongs to a change of many reports. */
export type BatchEntry = {
  readonly id: number;
  readonly verb: StaffVerb;
  readonly thingKind: string;
  readonly thingId: string;
  readonly undoOf: number | null;
  readonly before: ChangedReport;
  /** `version` is the one that the change made; missing where it made none. */
  readonly after: ChangedReport;
};

type ChangedReport = { readonly version?: number | undefined; readonly state?: string | undefined };

const changedReport = z
  .object({ version: z.number().int().optional(), state: z.string().optional() })
  .catch({});

/** What an entry says of its report before and after. */
export const readChange = (entry: { readonly before: unknown; readonly after: unknown }) => ({
  before: changedReport.parse(entry.before) satisfies ChangedReport,
  after: changedReport.parse(entry.after) satisfies ChangedReport,
});

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
    ...readChange(row),
  }));
}
