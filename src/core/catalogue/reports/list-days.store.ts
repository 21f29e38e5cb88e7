/** How many published reports there are, by day and industry: what lists count and page by. */
import { addDays } from '../../kernel/time-zone.model.ts';
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';

/** The industry's id, 0 for all industries; the counts of an unknown industry are those of none. */
const listId = (industrySlug: string | undefined) =>
  industrySlug === undefined
    ? sql<number>`0`
    : sql<number>`(select id from industry where slug = ${industrySlug})`;

/** The number of published reports. */
export async function countReports(db: Database): Promise<number> {
  return countAll(await readListDays(db));
}

/** The days with reports, newest first, in so little room that those of all industries are kept. */
export type ListDays = {
  /** Counted from 1970-01-01. */
  readonly days: Int32Array;
  /** How many reports are on newer days; one more, the number of all, is at the end. */
  readonly before: Int32Array;
};

/** Of one industry or of all. */
export async function readListDays(db: Database, industrySlug?: string): Promise<ListDays> {
  const { rows } = await sql<{ day: number; reports: number }>`
    select published_on - date '1970-01-01' as day, sum(reports)::int as reports from list_day
    where industry_id = ${listId(industrySlug)}
    group by published_on having sum(reports) <> 0 order by published_on desc`.execute(db);
  const before = new Int32Array(rows.length + 1);
  for (const [index, { reports }] of rows.entries())
    before[index + 1] = (before[index] ?? 0) + reports;
  return { days: Int32Array.from(rows, ({ day }) => day), before };
}

export const countAll = ({ before }: ListDays): number => before.at(-1) ?? 0;

/**
 * The ids of so many published reports behind the first `skipped` ones, newest first. An industry
 * lists those of which it is the main industry, and those of which it is a further one.
 */
export async function listIdsOfPage(
  db: Database,
  { days, before }: ListDays,
  { skipped, limit }: { readonly skipped: number; readonly limit: number },
  industrySlug?: string,
): Promise<number[]> {
  const index = before.findIndex((count) => count > skipped) - 1;
  const day = days[index];
  if (day === undefined) return [];
  return listIdsFrom(db, { day, skipped: skipped - (before[index] ?? 0) }, limit, industrySlug);
}

/** The ids of so many published reports, newest first. */
export const listNewestIds = (
  db: Database,
  limit: number,
  industrySlug?: string,
): Promise<number[]> => listIdsFrom(db, { skipped: 0 }, limit, industrySlug);

/**
 * Where a list goes on: the day, from the newest one if it is missing, and how many of that day are
 * before it.
 */
type PlaceInList = { readonly day?: number; readonly skipped: number };

/**
 * The ids of so many published reports from there on, newest first. Only indexes are read: the first
 * of those of which it is the main industry and of the others, until there are enough.
 */
async function listIdsFrom(
  db: Database,
  { day, skipped }: PlaceInList,
  limit: number,
  industrySlug?: string,
): Promise<number[]> {
  const first = sql`published_on <= ${day === undefined ? sql`'infinity'` : sql`date '1970-01-01' + ${day}::int`}
    ${industrySlug === undefined ? sql`` : sql`and industry_id = ${listId(industrySlug)}`}
    order by published_on desc, id desc limit ${skipped + limit}`;
  const published = sql`(select published_on, id from report where state = 'published' and ${first})`;
  const listed =
    industrySlug === undefined
      ? published
      : sql`${published} union all (select published_on, id from list_further where ${first})`;
  const { rows } = await sql<{ id: number }>`select id from (${listed}) listed
    order by published_on desc, id desc limit ${limit} offset ${skipped}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many reports were published in each of these months ("2026-11"). */
export function countByMonth(
  { days, before }: ListDays,
  months: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [index, day] of days.entries()) {
    const month = addDays('1970-01-01', day).slice(0, 7);
    if (!months.includes(month)) continue;
    const reports = (before[index + 1] ?? 0) - (before[index] ?? 0);
    counts.set(month, (counts.get(month) ?? 0) + reports);
  }
  return counts;
}

/** The counts of a day are one row afterwards; their sums stay what they are. */
export async function mergeListDays(db: Database): Promise<void> {
  await sql`
    with merged as (
      delete from list_day where (industry_id, published_on) in (
        select industry_id, published_on from list_day group by 1, 2 having count(*) > 1)
      returning *)
    insert into list_day
    select industry_id, published_on, sum(reports), sum(main_reports) from merged
    group by 1, 2 having sum(reports) <> 0`.execute(db);
}
