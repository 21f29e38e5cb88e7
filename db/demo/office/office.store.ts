import { sql } from 'kysely';
import type { Database, Deps } from '#core/deps.ts';
import type { Role } from '#core/staff/model.ts';

/** True if the demo has the samples: an order or an enquiry of a company that is marked as one. */
export async function hasSamples(db: Database): Promise<boolean> {
  const [order, lead] = await Promise.all([
    db
      .selectFrom('purchase')
      .select('id')
      .where('companyName', 'like', '%(sample)%')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('lead')
      .select('id')
      .where('company', 'like', '%(sample)%')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return order !== undefined || lead !== undefined;
}

/** The demo's login of a role. */
export const findDemoStaff = (db: Database, email: string) =>
  db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'role'])
    .where('email', '=', email)
    .executeTakeFirst() as Promise<
    { id: number; name: string; email: string; role: Role } | undefined
  >;

export async function findNewestEnquiryId(db: Database): Promise<number> {
  const row = await db
    .selectFrom('lead')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

export async function findOrderId(db: Database, number: string): Promise<number> {
  const row = await db
    .selectFrom('purchase')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Marks the emails that the samples queued before `until` as sent: nobody gets half a year of
 * emails at once.
 */
export async function markEmailsAsSent(db: Database, until: Date): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set((eb) => ({ state: 'sent', sentAt: eb.ref('queuedAt'), attemptCount: 1 }))
    .where('state', '=', 'queued')
    .where('queuedAt', '<', until)
    .execute();
}

/** The secrets of the links of subscribers, the oldest first. */
export async function listSampleTokens({
  db,
  vault,
}: Pick<Deps, 'db' | 'vault'>): Promise<string[]> {
  const rows = await db.selectFrom('subscriber').select('token').orderBy('id').execute();
  return rows.map(({ token }) => vault.open(token));
}

export async function listSomeIndustryIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('industry').select('id').orderBy('id').limit(8).execute();
  return rows.map(({ id }) => id);
}

/** Buyers of delivered orders, each once. */
export async function listSampleBuyers(
  db: Database,
  limit: number,
): Promise<{ name: string; email: string; placedAt: Date }[]> {
  return db
    .selectFrom('purchase')
    .select(['email'])
    .select((eb) => [
      eb.fn.min<string>('name').as('name'),
      eb.fn.min<Date>('placedAt').as('placedAt'),
    ])
    .where('fulfilledAt', 'is not', null)
    .groupBy('email')
    .orderBy('placedAt')
    .limit(limit)
    .execute();
}

/** The account's address is its owner's, as if they had followed the link in the email. */
export async function confirmCustomer(db: Database, email: string, at: Date): Promise<void> {
  await db.updateTable('customer').set({ confirmedAt: at }).where('email', '=', email).execute();
}

/** The secrets in the links of an order's seats, the oldest first. */
export async function listSeatTokens(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  number: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('seat')
    .innerJoin('purchase', 'purchase.id', 'seat.purchaseId')
    .select('seat.token')
    .where('purchase.number', '=', number)
    .orderBy('seat.id')
    .execute();
  return rows.map(({ token }) => vault.open(token));
}

/** The newest answer to an enquiry came back from the mail server of whoever asked. */
export async function failNewestAnswer(db: Database): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set({
      state: 'failed',
      sentAt: null,
      attemptCount: 12,
      lastError: '550 5.1.1 no such mailbox (sample)',
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outboxEmail')
        .select((row) => row.fn.max('id').as('id'))
        .where('subject', 'like', 'Your question%'),
    )
    .execute();
}

/** A job that failed as often as it may: a retry brings it to its end. */
export async function addFailedJob(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.add_job(
      'catalogue.checkReports', max_attempts := 3)`.execute(tx);
    await sql`update graphile_worker._private_jobs
      set attempts = 3, last_error = 'Error: the connection to the database was lost (sample)'
      where id = ${rows[0]?.id ?? '0'}::bigint`.execute(tx);
  });
}
