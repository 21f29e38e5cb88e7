import { sql } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
import { toDay } from './time-zone.model.ts';

/**
 * Returns the store's time zone as its settings in force have it; UTC before it was set up. For work in a
 * transaction, which reads it by its own connection.
 */
export async function readTimeZone(db: Database | Tx): Promise<string> {
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
