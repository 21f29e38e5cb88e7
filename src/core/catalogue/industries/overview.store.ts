/** The whole catalogue as the home page shows it. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import type { Report, ReportCard } from '../model.ts';
import { factsRules } from '../reports/describe-version.ts';
import type { CardFacts } from '../reports/report-row.model.ts';
import { makeCardFacts } from '../reports/version-facts.store.ts';

/** A report among those of its industry. */
export type OverviewReport = Pick<ReportCard, 'industrySlug' | 'slug' | 'title'> &
  Pick<CardFacts, 'line'> & {
    /** Of the main series; null without one. */
    readonly source: string | null;
    readonly decade: CardFacts['decade'] | null;
  };

type Row = Omit<OverviewReport, 'line'> & { readonly id: number; readonly line: string | null };

/** The newest reports of these industries, at most `perIndustry` each. */
export async function listOverview(
  db: Database,
  perIndustry: number,
  industrySlugs: readonly string[],
): Promise<OverviewReport[]> {
  if (industrySlugs.length === 0) return [];
  const { rows } = await sql<Row>`
    select industry.slug as industry_slug, newest.id, newest.slug, newest.title,
      newest.cover #>> '{series,0,source}' as source,
      facts #>> '{card,line}' as line, facts #> '{card,decade}' as decade
    from industry cross join lateral (
      select slug, title, cover, published_on, id, version_number from report
      where state = 'published' and industry_id = industry.id
      order by published_on desc, id desc limit ${perIndustry}) newest
    left join version_facts made on made.report_id = newest.id
      and made.number = newest.version_number and made.rules = ${factsRules}
    where industry.slug = any(${[...industrySlugs]}::text[])
    order by industry.id, newest.published_on desc, newest.id desc`.execute(db);
  const lacking = rows.filter(({ line }) => line === null).map(({ id }) => id);
  const made = await makeCardFacts(db, lacking);
  return rows.map(({ id, line, ...row }) => {
    const facts = made.get(id);
    return { ...row, line: line ?? facts?.line ?? '', decade: row.decade ?? facts?.decade ?? null };
  });
}

/** All sources of figures, by the name of their publisher. */
export async function listAllSources(db: Database): Promise<Report['sources']> {
  const rows = await db.selectFrom('source').select('body').orderBy('id').execute();
  return rows.map(({ body }) => body);
}
