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
  const ranked = db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.state', '=', 'published')
    .$if(industrySlugs !== undefined, (query) =>
      query.where('industry.slug', 'in', [...(industrySlugs ?? [])]),
    )
    .select(['industry.slug as industrySlug', 'report.slug', 'report.title', 'report.cover'])
    .select(
      sql<number>`row_number() over (partition by industry.id order by report.published_on desc, report.id desc)`.as(
        'place',
      ),
    );
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['industrySlug', 'slug', 'title', 'cover'])
    .where('place', '<=', perIndustry)
    .execute();
}

/** All sources of figures, by the name of their publisher. */
export async function listAllSources(db: Database): Promise<Report['sources']> {
  const rows = await db.selectFrom('source').select('body').orderBy('id').execute();
  return rows.map(({ body }) => body);
}
