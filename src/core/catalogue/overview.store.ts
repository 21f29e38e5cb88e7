/** What the home page shows of the whole catalogue. */
import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Report, ReportCard } from './model.ts';

/** The main series of the newest reports of each industry, at most `perIndustry` of each. */
export async function listMainSeries(
  db: Database,
  perIndustry: number,
): Promise<{ industrySlug: string; cover: ReportCard['cover'] }[]> {
  const ranked = db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.state', '=', 'published')
    .select(['industry.slug as industrySlug', 'report.cover'])
    .select(
      sql<number>`row_number() over (partition by industry.id order by report.published_on desc, report.id desc)`.as(
        'place',
      ),
    );
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['industrySlug', 'cover'])
    .where('place', '<=', perIndustry)
    .execute();
}

/** All sources of figures, by the name of their publisher. */
export async function listAllSources(db: Database): Promise<Report['sources']> {
  const rows = await db.selectFrom('source').select('body').orderBy('id').execute();
  return rows.map(({ body }) => body);
}
