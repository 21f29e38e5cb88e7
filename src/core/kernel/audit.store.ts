import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
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
