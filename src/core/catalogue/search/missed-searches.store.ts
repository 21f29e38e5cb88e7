import { sql } from 'kysely';
import type { Database } from '../../deps.ts';

/** The words are counted; the oldest make room where there are more than `maxKept`. */
export async function countMissedSearch(
  db: Database,
  words: string,
  { now, maxKept }: { readonly now: Date; readonly maxKept: number },
): Promise<void> {
  const { rows } = await sql<{ searches: number }>`
    insert into find_missed (words, searches, last_at) values (${words}, 1, ${now})
    on conflict (words) do update set searches = find_missed.searches + 1,
      last_at = excluded.last_at
    returning searches`.execute(db);
  if (rows[0]?.searches !== 1) return;
  await sql`
    delete from find_missed where words in (
      select words from find_missed order by last_at desc, words offset ${maxKept})`.execute(db);
}

export const listMissedSearches = (
  db: Database,
  limit: number,
): Promise<{ words: string; searches: number; lastAt: Date }[]> =>
  db
    .selectFrom('findMissed')
    .selectAll()
    .orderBy('searches', 'desc')
    .orderBy('lastAt', 'desc')
    .orderBy('words')
    .limit(limit)
    .execute();
