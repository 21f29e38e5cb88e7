import type { Database, Tx } from '../given-deps.ts';
import type { EmailOutcome } from './email-outcome.model.ts';

/** The mail server took no email at this moment, whomever it was for; the first of a row counts. */
export async function noteMailServerTrouble(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('mailServerTrouble')
    .values({ since: now })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute();
}

/** The mail server has taken an email. */
export async function clearMailServerTrouble(db: Database): Promise<void> {
  await db.deleteFrom('mailServerTrouble').execute();
}

/** Tells what becomes of an email that is queued now, whomever it is for. */
export const foretellSending = async (db: Database | Tx): Promise<EmailOutcome> => ({
  kind: (await findMailServerTrouble(db)) ? 'waiting' : 'queued',
});

/** Since when the mail server has taken no email; undefined if the last one was taken. */
export async function findMailServerTrouble(db: Database | Tx): Promise<Date | undefined> {
  const row = await db.selectFrom('mailServerTrouble').select('since').executeTakeFirst();
  return row?.since;
}
