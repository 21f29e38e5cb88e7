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
  /** `version` is the one that the change made; missing if it made none. */
  readonly after: ChangedReport;
};

type ChangedReport = { readonly version?: number | undefined; readonly state?: string | undefined };

const changedReport = z
  .object({ version: z.number().int().optional(), state: z.string().optional() })
  .catch({});

/** An entry's words on its report before and after. */
export const readChange = (entry: { readonly before: unknown; readonly after: unknown }) => ({
  before: changedReport.parse(entry.before) satisfies ChangedReport,
  after: changedReport.parse(entry.after) satisfies ChangedReport,
});

/** The entry that stands for a whole change, with the number of its reports; undefined for none. */
export async function findWhole(
  db: Database | Tx,
  batch: string,
): Promise<{ id: number; verb: StaffVerb; reports: number } | undefined> {
  const row = await db
    .selectFrom('auditEntry')
    .select(['id', 'verb'])
    .where('batch', '=', batch)
    .where('thingKind', '=', 'report-batch')
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { reports } = await entriesOf(db, batch)
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .executeTakeFirstOrThrow();
  return { id: Number(row.id), verb: row.verb as StaffVerb, reports };
}

/** True if a whole change was undone, or is being undone. */
export async function isUndone(db: Database | Tx, batch: string): Promise<boolean> {
  const row = await db
    .selectFrom('auditEntry')
    .select('id')
    .where('batch', '=', batch)
    .where('thingKind', '=', 'report-batch')
    .where('undoOf', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const entriesOf = (db: Database | Tx, batch: string) =>
  db
    .selectFrom('auditEntry')
    .where('batch', '=', batch)
    .where('thingKind', '=', 'report')
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null);

/** The next reports of a change, in the order in which they were changed. */
export async function listBatchAfter(
  db: Database | Tx,
  batch: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<BatchEntry[]> {
  const rows = await entriesOf(db, batch)
    .select(['id', 'verb', 'thingKind', 'thingId', 'undoOf', 'before', 'after'])
    .where('id', '>', String(after))
    .orderBy('id')
    .limit(limit)
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
