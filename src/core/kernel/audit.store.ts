import type { Insertable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { AuditEntry } from './database-types.ts';

export async function insertAuditEntry(
  db: Database | Tx,
  entry: Insertable<AuditEntry>,
): Promise<void> {
  await db.insertInto('auditEntry').values(entry).execute();
}
