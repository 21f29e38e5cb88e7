import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { facetPriceStepCents, type FacetRow } from './facets.model.ts';
import type { Figures } from './figures.model.ts';
import { reportsPerPage, type ReportQuery, type SortOption } from './model.ts';

/** A search that takes longer than this in the database has words that were chosen for it. */
const statementTimeout = sql.lit('2s');

/** Does a search on one connection. Throws where one of its statements takes over two seconds. */
export const withStatementTimeout = <T>(db: Database, search: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${statementTimeout}`.execute(tx);
      return search(tx);
    });

/** An ILIKE pattern for texts that contain this one. */
const containsPattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The words match where a title contains them, or where all are in title, code or summary. */
function buildFilter({ words, ...filter }: ReportQuery) {
  const { industrySlug = null, minPriceCents = null, maxPriceCents = null } = filter;
  const { minPages = null, year = null, sources = [], dataYears = [] } = filter;
  return sql`r.state = 'published'
    and (${words} = '' or s.title ilike ${containsPattern(words)}
      or s.search_vector @@ websearch_to_tsquery('english', unaccent(${words})))
    and (${industrySlug}::text is null or i.slug = ${industrySlug})
    and (${minPriceCents}::int is null or r.lowest_cents >= ${minPriceCents}::int)
    and (${maxPriceCents}::int is null or r.lowest_cents <= ${maxPriceCents}::int)
    and (${minPages}::int is null or r.pages >= ${minPages}::int)
    and (${year}::int is null or r.published_on
      between make_date(${year ?? 2000}::int, 1, 1) and make_date(${year ?? 2000}::int, 12, 31))
    and (${sources.length} = 0 or r.data_source = any(${sources}::text[]))
    and (${dataYears.length} = 0 or r.data_year = any(${dataYears}::int[]))`;
}

const searchedTables = sql`report r
  join report_search s on s.report_id = r.id
  join industry i on i.id = r.industry_id`;

const buildOrder = ({ sort, words }: ReportQuery) =>
  sort === 'match'
    ? sql`s.title ilike ${containsPattern(words)} desc, similarity(s.title, ${words}) desc,
        r.published_on desc, r.id desc`
    : orderByClauses[sort];

const orderByClauses = {
  newest: sql`r.published_on desc, r.id desc`,
  cheapest: sql`r.lowest_cents, r.published_on desc, r.id desc`,
  dearest: sql`r.lowest_cents desc nulls last, r.published_on desc, r.id desc`,
  longest: sql`r.pages desc nulls last, r.published_on desc, r.id desc`,
  title: sql`r.title, r.id`,
} as const satisfies Record<Exclude<SortOption, 'match'>, unknown>;

/** One page of matching reports, each with the number of all matches. */
export async function findReportIds(
  db: Tx,
  query: ReportQuery,
): Promise<{ id: number; total: number }[]> {
  const { rows } = await sql<{ id: number; total: number }>`
    select r.id, count(*) over ()::int as total from ${searchedTables}
    where ${buildFilter(query)} order by ${buildOrder(query)}
    limit ${reportsPerPage} offset ${(query.page - 1) * reportsPerPage}`.execute(db);
  return rows;
}

export async function countMatches(db: Tx, query: ReportQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${searchedTables}
    where ${buildFilter(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * How many reports match the words, by industry, source, newest year of data and price: the other
 * filters of the query do not apply, so that each facet can be counted with the others alone.
 */
export async function countFacetRows(db: Tx, query: ReportQuery): Promise<FacetRow[]> {
  const { words, minPages, year, minPriceCents, maxPriceCents } = query;
  const filter = buildFilter({ words, minPages, year, sort: query.sort, page: 1 });
  const hasBounds = minPriceCents !== undefined || maxPriceCents !== undefined;
  const isInPrice = sql`coalesce(r.lowest_cents between ${minPriceCents ?? 0}::int
    and ${maxPriceCents ?? 2_147_483_647}::int, ${sql.lit(!hasBounds)})`;
  const { rows } = await sql<FacetRow>`
    select i.slug as "industrySlug", f.source, f.year, f."priceStep", f."isInPrice", f.reports
    from (select r.industry_id, r.data_source as source, r.data_year as year,
        r.lowest_cents / ${sql.lit(facetPriceStepCents)} as "priceStep",
        ${isInPrice} as "isInPrice", count(*)::int as reports
      from ${searchedTables} where ${filter} group by 1, 2, 3, 4, 5) f
    join industry i on i.id = f.industry_id`.execute(db);
  return rows;
}

/** The industries whose names and descriptions are most like the text. */
export async function findNearestIndustries(
  db: Tx,
  text: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from industry
    order by word_similarity(${text}, name || ' ' || description) desc, name
    limit ${limit}`.execute(db);
  return rows.map(({ slug }) => slug);
}

/** Industries whose name contains the text, by name, with the number of their published reports. */
export const findIndustries = (
  db: Tx,
  text: string,
  limit: number,
): Promise<{ slug: string; name: string; reports: number }[]> =>
  db
    .selectFrom('industry')
    .select(['slug', 'name'])
    .select((eb) =>
      eb
        .selectFrom('report')
        .whereRef('report.industryId', '=', 'industry.id')
        .where('report.state', '=', 'published')
        .select((report) => report.fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('reports'),
    )
    .where('name', 'ilike', containsPattern(text))
    .orderBy('name')
    .limit(limit)
    .execute();

export type FoundReport = {
  readonly slug: string;
  readonly title: string;
  readonly code: string;
  /** Null where no price is named. */
  readonly priceCents: number | null;
  readonly cover: Figures;
};

/** Reports whose title contains the text, then those that have every word in their search entry. */
export async function findReports(db: Tx, text: string, limit: number): Promise<FoundReport[]> {
  const { rows } = await sql<FoundReport>`
    with candidate as (
      (select s.report_id, 0 as rank from report_search s
        where s.title ilike ${containsPattern(text)} limit 500)
      union all
      (select s.report_id, 1 from report_search s
        where s.search_vector @@ websearch_to_tsquery('english', unaccent(${text})) limit 500)
    )
    select r.slug, r.title, r.code, r.lowest_cents as "priceCents", r.cover
    from (select report_id, min(rank) as rank from candidate group by 1) c
    join report r on r.id = c.report_id and r.state = 'published'
    order by c.rank, similarity(r.title, ${text}) desc, r.published_on desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The most similar word of any title; undefined where none is similar. */
export async function findSimilarWord(db: Tx, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word % ${word}
    order by similarity(word, ${word}) desc, word limit 1`.execute(db);
  return rows[0]?.word;
}
