import { sql } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
import { readOnce } from './read-once.ts';
import { toDay } from './time-zone.model.ts';

/**
 * Returns the store's time zone as its settings in force have it; UTC before it was set up. A
 * transaction reads it by its own connection.
 */
export const readTimeZone = (db: Database | Tx): Promise<string> =>
  db.isTransaction ? findTimeZone(db) : readOnce('time zone', () => findTimeZone(db));

async function findTimeZone(db: Database | Tx): Promise<string> {
  const newest = await db
    .selectFrom('storeSettings')
    .select(sql<string | null>`body->>'timeZone'`.as('zone'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.zone ?? 'UTC';
}

/** Returns the day that it is for the store at `now`: "2026-11-22". */
export const readToday = async (db: Database | Tx, now: Date): Promise<string> =>
  toDay(now, await readTimeZone(db));
