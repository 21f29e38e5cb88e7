/** What the home page shows of the whole catalogue. */
import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Report, ReportCard } from './model.ts';

/** The main series of the newest reports of all or these industries, at most `perIndustry` each. */
export async function listMainSeries(
  db: Database,
  perIndustry: number,
  industrySlugs?: readonly string[],
): Promise<Pick<ReportCard, 'industrySlug' | 'slug' | 'title' | 'cover'>[]> {
  if (industrySlugs?.length === 0) return [];
  const industries =
    industrySlugs === undefined
      ? sql`true`
      : sql`industry.slug = any(${[...industrySlugs]}::text[])`;
  const { rows } = await sql<Pick<ReportCard, 'industrySlug' | 'slug' | 'title' | 'cover'>>`
    select industry.slug as industry_slug, newest.slug, newest.title, newest.cover
    from industry cross join lateral (
      select slug, title, cover, published_on, id from report
      where state = 'published' and industry_id = industry.id
      order by published_on desc, id desc limit ${perIndustry}) newest
    where ${industries} order by industry.id, newest.published_on desc, newest.id desc`.execute(db);
  return rows;
}

/** All sources of figures, by the name of their publisher. */
export async function listAllSources(db: Database): Promise<Report['sources']> {
  const rows = await db.selectFrom('source').select('body').orderBy('id').execute();
  return rows.map(({ body }) => body);
}
