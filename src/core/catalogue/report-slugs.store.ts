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

/**
 * The slug of the published report that once had this one; undefined where no report had it, and
 * where a report has it now.
 */
export async function findRedirect(db: Database, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reportSlugRedirect')
    .innerJoin('report', 'report.id', 'reportSlugRedirect.reportId')
    .where('reportSlugRedirect.slug', '=', slug)
    .where('report.state', '=', 'published')
    .select('report.slug')
    .executeTakeFirst();
  return row?.slug;
}
