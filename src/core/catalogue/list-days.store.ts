/** How many published reports there are, by day and industry: what lists count and page by. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';

/** The industry's id, 0 for all industries; the counts of an unknown industry are those of none. */
const listId = (industrySlug: string | undefined) =>
  industrySlug === undefined
    ? sql<number>`0`
    : sql<number>`(select id from industry where slug = ${industrySlug})`;

/** The number of published reports, of one industry or of all. */
export async function countReports(db: Database | Tx, industrySlug?: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(reports), 0)::int as total from list_day
    where industry_id = ${listId(industrySlug)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * The ids of so many published reports behind the first `skipped` ones, newest first. An industry
 * lists those of which it is the main industry, and those of which it is a further one.
 */
export async function listIdsOfPage(
  db: Database,
  { skipped, limit }: { readonly skipped: number; readonly limit: number },
  industrySlug?: string,
): Promise<number[]> {
  const place = await findPlaceInList(db, skipped, industrySlug);
  return place ? listIdsFrom(db, place, limit, industrySlug) : [];
}

/** Where a list goes on after so many reports: the day, and how many of that day are before it. */
type PlaceInList = { readonly day: string; readonly skipped: number };

/** undefined behind the last report. */
async function findPlaceInList(
  db: Database,
  offset: number,
  industrySlug?: string,
): Promise<PlaceInList | undefined> {
  const { rows } = await sql<PlaceInList>`
    select published_on as day, (${offset}::int - before)::int as skipped from (
      select published_on, reports, sum(reports) over (order by published_on desc) - reports as before
      from (select published_on, sum(reports) as reports from list_day
        where industry_id = ${listId(industrySlug)} group by published_on) by_day) counted
    where before <= ${offset}::int and ${offset}::int < before + reports`.execute(db);
  return rows[0];
}

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
  const first = sql`published_on <= ${day}::date
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
export async function countReportsByMonth(
  db: Database,
  months: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (months.length === 0) return new Map();
  const { rows } = await sql<{ month: string; total: number }>`
    select to_char(published_on, 'YYYY-MM') as month, sum(reports)::int as total from list_day
    where industry_id = 0 and to_char(published_on, 'YYYY-MM') = any(${[...months]}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(({ month, total }) => [month, total]));
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
