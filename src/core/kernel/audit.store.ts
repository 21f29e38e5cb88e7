import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { AuditEntry } from './database-types.ts';

export async function insertAuditEntry(
  db: Database | Tx,
  entry: Insertable<AuditEntry>,
): Promise<void> {
  await db.insertInto('auditEntry').values(entry).execute();
}

/** A thing by its id, or by a field that none other of its kind has. */
export type ChangedThing = { readonly kind: string } & (
  | { readonly id: string }
  | { readonly field: string }
);

/** Who changed a thing last, as the audit log has it. */
export async function findLastActor(
  db: Database | Tx,
  thing: ChangedThing,
): Promise<string | undefined> {
  const entry = await db
    .selectFrom('auditEntry')
    .select('actorName')
    .where('thingKind', '=', thing.kind)
    .where(
      'id' in thing
        ? sql<boolean>`thing_id = ${thing.id}`
        : sql<boolean>`jsonb_exists(after, ${thing.field})`,
    )
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.actorName;
}

/** Within this time the same person's same verb with the same fields is the same click. */
export const repeatMs = 10_000;

/** Until the end of the transaction nobody else does this. */
export async function takeTurns(tx: Tx, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff: ${what}`}, 0))`.execute(tx);
}

/** Whether the same person has done the same to the same thing since then, and it was no undoing. */
export async function wasJustDone(
  tx: Tx,
  did: {
    readonly staffId: number;
    readonly verb: string;
    readonly thing: { readonly kind: string; readonly id: string };
    readonly since: Date;
    readonly after: object | undefined;
  },
): Promise<boolean> {
  const fields = did.after === undefined ? null : JSON.stringify(did.after);
  const found = await tx
    .selectFrom('auditEntry')
    .select('id')
    .where('staffId', '=', did.staffId)
    .where('verb', '=', did.verb)
    .where('thingKind', '=', did.thing.kind)
    .where('thingId', '=', did.thing.id)
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null)
    .where('at', '>', did.since)
    .where(sql<boolean>`after is not distinct from ${fields}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The id of what the same person has made of the same fields since then, and nobody has touched.
 */
export async function findSameCreation(
  tx: Tx,
  made: {
    readonly staffId: number;
    readonly verb: string;
    readonly kind: string;
    readonly since: Date;
    readonly after: object;
  },
): Promise<number | undefined> {
  const fields = JSON.stringify({ ...made.after, id: undefined });
  const row = await tx
    .selectFrom('auditEntry')
    .select(sql<number>`(audit_entry.after ->> 'id')::int`.as('madeId'))
    .where('staffId', '=', made.staffId)
    .where('verb', '=', made.verb)
    .where('thingKind', '=', made.kind)
    .where('thingId', '=', 'new')
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null)
    .where('at', '>', made.since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auditEntry as later')
            .select('later.id')
            .where('later.thingKind', '=', made.kind)
            .where((of) =>
              of.or([
                of('later.undoOf', '=', of.ref('auditEntry.id')),
                of('later.thingId', '=', sql<string>`audit_entry.after ->> 'id'`),
              ]),
            ),
        ),
      ),
    )
    .where(sql<boolean>`audit_entry.after - 'id' = ${fields}::jsonb`)
    .orderBy('auditEntry.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.madeId;
}
