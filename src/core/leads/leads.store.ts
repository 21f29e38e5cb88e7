import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { RowPage } from '../kernel/row-pages.ts';

/** Makes leads of the same fingerprint wait for each other until `tx` ends. */
export async function lockFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tx);
}

/** The id of the first lead with this fingerprint since then. */
export async function findLeadSince(
  tx: Tx,
  fingerprint: string,
  since: Date,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('lead')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('createdAt', '>', since)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/** The id of the new lead. */
export async function insertLead(tx: Tx, lead: Insertable<DB['lead']>): Promise<number> {
  const row = await tx.insertInto('lead').values(lead).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** The enquiries from these addresses, which are in lower case, oldest first. */
export const listLeadsByEmails = (
  db: Database,
  addresses: readonly string[],
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('lead')
    .select(['id', 'kind', 'createdAt', 'pagePath', 'fields', 'consent', 'cvName'])
    .where((eb) => eb(eb.fn('lower', ['email']), 'in', addresses))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The answers of staff to them, oldest first. */
export const listAnswersByEmails = (
  db: Database,
  addresses: readonly string[],
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('leadAnswer')
    .innerJoin('lead', 'lead.id', 'leadAnswer.leadId')
    .select(['leadAnswer.id', 'leadAnswer.subject', 'leadAnswer.body', 'leadAnswer.sentAt'])
    .where((eb) => eb(eb.fn('lower', ['lead.email']), 'in', addresses))
    .where('leadAnswer.id', '>', after)
    .orderBy('leadAnswer.id')
    .limit(limit)
    .execute();
