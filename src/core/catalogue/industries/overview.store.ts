/** The whole catalogue as the home page shows it. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import type { Series } from '../figures/figures.model.ts';
import { removeProjectedYears, removeProjections } from '../figures/forecast.ts';
import type { Report, ReportCard } from '../model.ts';

/** Two values are a step and no line. */
const minLineYears = 3;

type MainSeries = Pick<ReportCard, 'industrySlug' | 'slug' | 'title' | 'cover'> & {
  /** Of the main series, or of the longest one if the main series has one or two years. */
  readonly line: Series['points'];
};

type MainSeriesRow = Omit<MainSeries, 'line'> & { readonly longest: Series | null };

/** The main series of the newest reports of these industries, at most `perIndustry` each. */
export async function listMainSeries(
  db: Database,
  perIndustry: number,
  industrySlugs: readonly string[],
): Promise<MainSeries[]> {
  if (industrySlugs.length === 0) return [];
  const { rows } = await sql<MainSeriesRow>`
    select industry.slug as industry_slug, newest.slug, newest.title, newest.cover, longest.series as longest
    from industry cross join lateral (
      select slug, title, cover, published_on, id, version_number from report
      where state = 'published' and industry_id = industry.id
      order by published_on desc, id desc limit ${perIndustry}) newest
    left join lateral (
      select series
      from report_version version,
        jsonb_array_elements(version.data #> '{figures,series}') with ordinality one (series, place)
      where version.report_id = newest.id and version.number = newest.version_number
        and jsonb_array_length(coalesce(newest.cover #> '{series,0,points}', '[]')) < ${minLineYears}
      order by jsonb_array_length(series -> 'points') desc, place limit 1) longest on true
    where industry.slug = any(${[...industrySlugs]}::text[])
    order by industry.id, newest.published_on desc, newest.id desc`.execute(db);
  return rows.map(({ longest, ...row }) => {
    const cover = removeProjectedYears(row.cover);
    const line = longest ? removeProjections(longest) : cover.series[0];
    return { ...row, cover, line: line?.points ?? [] };
  });
}

/** All sources of figures, by the name of their publisher. */
export async function listAllSources(db: Database): Promise<Report['sources']> {
  const rows = await db.selectFrom('source').select('body').orderBy('id').execute();
  return rows.map(({ body }) => body);
}
