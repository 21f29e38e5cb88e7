import type { Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { AuditOutcome } from '../kernel/audit.ts';
import type { DB } from '../kernel/database-types.ts';
import { containsPattern } from '../kernel/like-pattern.ts';
import { countListed, takeByNewestId, type ListSpan } from '../kernel/list-page.store.ts';

export type AuditRow = Omit<Selectable<DB['auditEntry']>, 'id' | 'undoOf'> & {
  readonly id: number;
  readonly undoOf: number | null;
};

/** The query of the audit log; what is left out is not asked for. */
export type AuditFilter = {
  readonly staffId?: number | undefined;
  /** Part of the name of the actor: staff, a program, a job. */
  readonly actorName?: string | undefined;
  readonly verb?: string | undefined;
  readonly thingKind?: string | undefined;
  readonly thingId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly batch?: string | undefined;
  /** Instants, the second one excluded. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
};

const selectMatching = (db: Database | Tx, filter: AuditFilter) => {
  const { staffId, actorName, verb, thingKind, thingId, outcome, batch, from, until } = filter;
  return db
    .selectFrom('auditEntry')
    .$if(staffId !== undefined, (query) => query.where('staffId', '=', staffId ?? 0))
    .$if(actorName !== undefined, (query) =>
      query.where('actorName', 'ilike', containsPattern(actorName ?? '')),
    )
    .$if(verb !== undefined, (query) => query.where('verb', '=', verb ?? ''))
    .$if(thingKind !== undefined, (query) => query.where('thingKind', '=', thingKind ?? ''))
    .$if(thingId !== undefined, (query) => query.where('thingId', '=', thingId ?? ''))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'done'))
    .$if(batch !== undefined, (query) => query.where('batch', '=', batch ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? new Date(0)));
};

const toRow = ({ id, undoOf, ...row }: Selectable<DB['auditEntry']>): AuditRow => ({
  ...row,
  id: Number(id),
  undoOf: undoOf === null ? null : Number(undoOf),
});

/** The newest first; before an entry, the nearest first. */
export async function listEntries(
  db: Database,
  filter: AuditFilter,
  span: ListSpan,
): Promise<AuditRow[]> {
  const rows = await selectMatching(db, filter).selectAll().$call(takeByNewestId(span)).execute();
  return rows.map(toRow);
}

export const countEntries = (db: Database, filter: AuditFilter): Promise<number> =>
  countListed(db, selectMatching(db, filter).select('id'));

export async function findEntry(db: Database, id: number): Promise<AuditRow | undefined> {
  const row = await db
    .selectFrom('auditEntry')
    .selectAll()
    .where('id', '=', String(id))
    .executeTakeFirst();
  return row && toRow(row);
}

/** Of two requests that undo the entry one waits. */
export async function lockEntry(tx: Tx, id: number): Promise<AuditRow | undefined> {
  const row = await tx
    .selectFrom('auditEntry')
    .selectAll()
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
  return row && toRow(row);
}

/** Which of these entries were taken back by another. */
export async function listUndone(
  db: Database | Tx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('auditEntry')
    .select('undoOf')
    .where('undoOf', 'in', ids.map(String))
    .execute();
  return new Set(rows.map(({ undoOf }) => Number(undoOf)));
}
