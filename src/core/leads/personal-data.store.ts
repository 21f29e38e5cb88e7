import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { erasedEmail, erasedName } from '../kernel/erased-person.store.ts';
import { eraseTyped } from '../kernel/typed-text.store.ts';
import { toAnswerPlace } from '../kernel/typed-text.model.ts';
import type { RowPage } from '../kernel/row-pages.ts';

/** Ids of the leads with these addresses, in lower case. */
const leadIds = (db: Database | Tx, addresses: readonly string[]) =>
  db
    .selectFrom('lead')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), 'in', addresses));

export async function listCvKeys(db: Database, addresses: readonly string[]): Promise<string[]> {
  const rows = await leadIds(db, addresses)
    .select('cvKey')
    .where('cvKey', 'is not', null)
    .execute();
  return rows.flatMap(({ cvKey }) => cvKey ?? []);
}

/** Staff's notes on a person's enquiries. */
export const listNotesAboutPerson = (
  db: Database,
  addresses: readonly string[],
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('leadNote')
    .select(['id', 'body', 'createdAt'])
    .where('leadId', 'in', leadIds(db, addresses))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Erases what belongs to a person's leads; the leads stay without the person. Numbers of rows. */
export async function eraseLeads(
  tx: Tx,
  addresses: readonly string[],
  erasedAt: Date,
): Promise<{ leads: number; notes: number; answers: number; drafts: number }> {
  const rows = await leadIds(tx, addresses).forUpdate().execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { leads: 0, notes: 0, answers: 0, drafts: 0 };
  const notes = await tx.deleteFrom('leadNote').where('leadId', 'in', ids).executeTakeFirst();
  const drafts = await eraseTyped(tx, ids.map(toAnswerPlace));
  const answers = await tx
    .updateTable('leadAnswer')
    .set({ subject: '', body: '' })
    .where('leadId', 'in', ids)
    .executeTakeFirst();
  await tx
    .updateTable('lead')
    .set({
      name: erasedName,
      email: erasedEmail,
      mailbox: erasedEmail,
      fields: {},
      fingerprint: sql`'erased-' || id`,
      cvKey: null,
      cvName: null,
      cvType: null,
      state: sql<'closed'>`case state when 'spam' then 'spam' else 'closed' end`,
      followUpOn: null,
      erasedAt,
    })
    .where('id', 'in', ids)
    .execute();
  return {
    leads: ids.length,
    notes: Number(notes.numDeletedRows),
    answers: Number(answers.numUpdatedRows),
    drafts,
  };
}

/** The number of subscriptions that are gone. */
export async function deleteSubscribers(tx: Tx, addresses: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('subscriber')
    .where(sql<string>`lower(email::text)`, 'in', addresses)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
