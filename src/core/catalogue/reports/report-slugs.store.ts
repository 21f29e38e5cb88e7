import type { Database } from '../../deps.ts';
import type { FormerReport } from '../model.ts';

/** Slugs that lead somewhere: of published and withdrawn reports, and those that they once had. */
const selectSlugs = (db: Database) =>
  db
    .selectFrom('report')
    .where('state', 'in', ['published', 'withdrawn'])
    .select('slug')
    .unionAll(
      db
        .selectFrom('reportSlugRedirect')
        .innerJoin('report', 'report.id', 'reportSlugRedirect.reportId')
        .where('report.state', 'in', ['published', 'withdrawn'])
        .select('reportSlugRedirect.slug'),
    );

/** Slugs that lead to a report, at most so many. */
export async function listReportSlugs(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom(selectSlugs(db).as('known'))
    .select('slug')
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Whether a published or withdrawn report has or had this slug. */
export async function hasReport(db: Database, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom(selectSlugs(db).as('known'))
    .select('slug')
    .where('slug', '=', slug)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The report that has or had this slug and is not published there: where it is now, or that it was
 * withdrawn. undefined if a visitor may know nothing of it.
 */
export async function findFormerReport(
  db: Database,
  slug: string,
): Promise<FormerReport | undefined> {
  const row = await db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .where('report.id', 'in', (eb) =>
      eb
        .selectFrom('report')
        .where('slug', '=', slug)
        .select('id')
        .unionAll(
          eb.selectFrom('reportSlugRedirect').where('slug', '=', slug).select('reportId as id'),
        ),
    )
    .select(['report.slug', 'report.title', 'report.state'])
    .select(['industry.name as industry', 'industry.slug as industrySlug'])
    .executeTakeFirst();
  if (row?.state === 'published') return { kind: 'moved', slug: row.slug };
  if (row?.state !== 'withdrawn') return undefined;
  const { title, industry, industrySlug } = row;
  return { kind: 'withdrawn', title, industry, industrySlug };
}
