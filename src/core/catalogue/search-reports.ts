import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import { reportsPerPage, type ReportCard, type Paginated, type ReportQuery } from './model.ts';
import { getCardsById } from './catalogue.store.ts';

/** Reports that fit every filter, a numbered page of them, and the true number of all; the price is that of the single-user licence. */
export async function searchReports(
  db: Database,
  query: ReportQuery,
): Promise<Paginated<ReportCard>> {
  const {
    words,
    industrySlug,
    minPriceCents,
    maxPriceCents,
    minPages,
    year,
    sort,
    page: pageNumber,
  } = query;
  const text = words.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
  const contains = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const where = sql`r.state = 'published'
    and (${text} = '' or s.title ilike ${contains} or s.search_vector @@ websearch_to_tsquery('english', unaccent(${text})))
    and (${industrySlug ?? null}::text is null or i.slug = ${industrySlug ?? null})
    and (${minPriceCents ?? null}::int is null or r.single_cents >= ${minPriceCents ?? null}::int)
    and (${maxPriceCents ?? null}::int is null or r.single_cents <= ${maxPriceCents ?? null}::int)
    and (${minPages ?? null}::int is null or r.pages >= ${minPages ?? null}::int)
    and (${year ?? null}::int is null or r.published_on between make_date(${year ?? 2000}::int, 1, 1) and make_date(${year ?? 2000}::int, 12, 31))`;
  const orderByClauses = {
    newest: sql`r.published_on desc, r.id desc`,
    cheapest: sql`r.single_cents, r.published_on desc, r.id desc`,
    dearest: sql`r.single_cents desc, r.published_on desc, r.id desc`,
    longest: sql`r.pages desc, r.published_on desc, r.id desc`,
    title: sql`r.title, r.id`,
  } as const;
  const { rows } = await sql<{ id: number; total: number }>`
    select r.id, count(*) over ()::int as total from report r join report_search s on s.report_id = r.id join industry i on i.id = r.industry_id
    where ${where} order by ${orderByClauses[sort]} limit ${reportsPerPage} offset ${(pageNumber - 1) * reportsPerPage}`.execute(
    db,
  );
  const total =
    rows[0]?.total ??
    (pageNumber === 1
      ? 0
      : ((
          await sql<{
            total: number;
          }>`select count(*)::int as total from report r join report_search s on s.report_id = r.id join industry i on i.id = r.industry_id where ${where}`.execute(
            db,
          )
        ).rows[0]?.total ?? 0));
  return {
    items: await getCardsById(
      db,
      rows.map(({ id }) => id),
    ),
    total,
    pageNumber,
    pageCount: Math.max(1, Math.ceil(total / reportsPerPage)),
  };
}
