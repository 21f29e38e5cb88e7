import type { Database } from '../deps.ts';

/** Slugs of published reports, at most so many. */
export async function listReportSlugs(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('report')
    .where('state', '=', 'published')
    .select('slug')
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Whether a published report has this slug. */
export async function hasReport(db: Database, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('report')
    .where('slug', '=', slug)
    .where('state', '=', 'published')
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
