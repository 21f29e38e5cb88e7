import { sql } from 'kysely';
import type { Database } from '../world.ts';
import { perPage, type Card, type Page, type Wanted } from './model.ts';
import { cardsById } from './store.ts';

/** Reports that fit every filter, a numbered page of them, and the true number of all; the price is that of the single-user licence. */
export async function advanced(db: Database, wanted: Wanted): Promise<Page<Card>> {
  const { words, industry, priceFrom, priceTo, pagesFrom, year, sort, page } = wanted;
  const text = words.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
  const contains = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const where = sql`r.state = 'published'
    and (${text} = '' or s.title ilike ${contains} or s.words @@ websearch_to_tsquery('english', unaccent(${text})))
    and (${industry ?? null}::text is null or i.slug = ${industry ?? null})
    and (${priceFrom ?? null}::int is null or r.single_cents >= ${priceFrom ?? null}::int)
    and (${priceTo ?? null}::int is null or r.single_cents <= ${priceTo ?? null}::int)
    and (${pagesFrom ?? null}::int is null or r.pages >= ${pagesFrom ?? null}::int)
    and (${year ?? null}::int is null or r.published_on between make_date(${year ?? 2000}::int, 1, 1) and make_date(${year ?? 2000}::int, 12, 31))`;
  const orders = {
    newest: sql`r.published_on desc, r.id desc`,
    cheapest: sql`r.single_cents, r.published_on desc, r.id desc`,
    dearest: sql`r.single_cents desc, r.published_on desc, r.id desc`,
    longest: sql`r.pages desc, r.published_on desc, r.id desc`,
    title: sql`r.title, r.id`,
  } as const;
  const { rows } = await sql<{ id: number; total: number }>`
    select r.id, count(*) over ()::int as total from report r join report_search s on s.report_id = r.id join industry i on i.id = r.industry_id
    where ${where} order by ${orders[sort]} limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    db,
  );
  const total =
    rows[0]?.total ??
    (page === 1
      ? 0
      : ((
          await sql<{
            total: number;
          }>`select count(*)::int as total from report r join report_search s on s.report_id = r.id join industry i on i.id = r.industry_id where ${where}`.execute(
            db,
          )
        ).rows[0]?.total ?? 0));
  return {
    items: await cardsById(
      db,
      rows.map(({ id }) => id),
    ),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
  };
}
