import { sql } from 'kysely';
import type { Database } from '#core/deps.ts';
import { besideTransaction } from './one-connection.ts';
import { waitUntil } from './wait-until.ts';

const noJobIsDue = sql`not exists (
  select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts
)`;

/**
 * Resolves when no email is queued, but for those that are held, and no job is due: what requests
 * caused has happened.
 */
export const waitUntilWorkIsDone = (db: Database): Promise<boolean> =>
  waitUntil('no email is queued and no job is due', async () => {
    const { rows } = await sql<{ isDone: boolean }>`
      select not exists (select from outbox_email
            where state = 'queued' and coalesce(held_until, now()) <= now()
        )
        and ${noJobIsDue} as "isDone"`.execute(db);
    return rows[0]?.isDone;
  });

/** Resolves when no job is due, such as those that a start queues; one without attempts left waits. */
export const waitUntilJobsAreDone = (db: Database): Promise<boolean> =>
  waitUntil('no job is due', async () => {
    const { rows } = await sql<{ isDone: boolean }>`
      select ${noJobIsDue} as "isDone"`.execute(db);
    return rows[0]?.isDone;
  });

/** Resolves when a query of the test's database waits for a lock that another transaction holds. */
export const waitUntilQueryIsBlocked = (db: Database): Promise<boolean> =>
  besideTransaction(() =>
    waitUntil('a query waits for a lock', async () => {
      const { rows } = await sql<{ isBlocked: boolean }>`
      select exists (
        select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
      ) as "isBlocked"`.execute(db);
      return rows[0]?.isBlocked;
    }),
  );
