import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { toDay } from '../../kernel/time-zone.model.ts';

type Limits = {
  readonly now: Date;
  /** The store's day. */
  readonly today: string;
  readonly maxKept: number;
  readonly keptDays: number;
};

/**
 * The words are counted for `today`. With new words, the oldest make room if there are
 * more than `maxKept`, and days before the last `keptDays` are forgotten.
 */
export async function countMissedSearch(
  db: Database,
  words: string,
  { now, today, maxKept, keptDays }: Limits,
): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    with word as (insert into find_missed (words, last_at) values (${words}, ${now})
      on conflict (words) do update set last_at = excluded.last_at
      returning words, xmax = 0 as is_new),
    counted as (insert into find_missed_day (words, day, searches)
      select words, ${today}::date, 1 from word
      on conflict (words, day) do update set searches = find_missed_day.searches + 1)
    select is_new from word`.execute(db);
  if (!rows[0]?.isNew) return;
  await sql`
    with older as (delete from find_missed_day where day < ${today}::date - ${keptDays}::int)
    delete from find_missed where words in (
      select words from find_missed order by last_at desc, words offset ${maxKept})`.execute(db);
}

export type MissedRow = { words: string; searches: number; lastAt: Date };

/** Those that were looked for most often since the day first, from `offset` on. */
export async function listMissedSearches(
  db: Database,
  {
    from,
    limit,
    offset,
  }: { readonly from: string; readonly limit: number; readonly offset: number },
): Promise<MissedRow[]> {
  const { rows } = await sql<MissedRow>`
    select words, sum(searches)::int as searches, last_at
    from find_missed_day join find_missed using (words)
    where day >= ${from}::date
    group by words, last_at order by 2 desc, last_at desc, words
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Different words, and all searches for them, since the beginning of the day. */
export async function countMissedSearches(
  db: Database,
  from: { readonly day: string; readonly startsAt: Date },
): Promise<{ words: number; searches: number }> {
  const { rows } = await sql<{ words: number; searches: number }>`
    select (select count(*)::int from find_missed where last_at >= ${from.startsAt}) as words,
      (select coalesce(sum(searches), 0)::int from find_missed_day
        where day >= ${from.day}::date) as searches`.execute(db);
  return rows[0] ?? { words: 0, searches: 0 };
}

/** undefined if the words are not there. */
export async function deleteMissedSearch(tx: Tx, words: string): Promise<MissedRow | undefined> {
  const { rows } = await sql<MissedRow>`
    with gone as (delete from find_missed where words = ${words} returning words, last_at)
    select words, last_at, (select coalesce(sum(searches), 0)::int
      from find_missed_day where words = ${words}) as searches from gone`.execute(tx);
  return rows[0];
}

/** Restores what was deleted, all of it on its last day. */
export async function restoreMissedSearch(tx: Tx, row: MissedRow): Promise<void> {
  const lastDay = toDay(row.lastAt, await readTimeZone(tx));
  await sql`
    with word as (insert into find_missed (words, last_at) values (${row.words}, ${row.lastAt})
      on conflict (words) do update set last_at = greatest(find_missed.last_at, excluded.last_at)
      returning words)
    insert into find_missed_day (words, day, searches)
    select words, ${lastDay}::date, ${row.searches} from word
    on conflict (words, day) do update
      set searches = find_missed_day.searches + excluded.searches`.execute(tx);
}
