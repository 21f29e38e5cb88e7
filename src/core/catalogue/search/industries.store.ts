import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';

/** The industries whose names and descriptions are most like the text. */
export async function findNearestIndustries(
  db: Database,
  text: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from industry
    order by word_similarity(${text}, name || ' ' || description) desc, name
    limit ${limit}`.execute(db);
  return rows.map(({ slug }) => slug);
}

/**
 * Industries whose name contains the text, by name, with the number of their published reports; and
 * how many they are without the limit.
 */
export async function findIndustries(
  db: Database,
  text: string,
  limit: number,
): Promise<{ industries: { slug: string; name: string; reports: number }[]; total: number }> {
  const rows = await db
    .selectFrom('industry')
    .select(['slug', 'name'])
    .select(
      sql<number>`(select coalesce(sum(reports), 0)::int from list_day
        where industry_id = industry.id)`.as('reports'),
    )
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('name', 'ilike', containsPattern(text))
    .orderBy('name')
    .limit(limit)
    .execute();
  const industries = rows.map(({ slug, name, reports }) => ({ slug, name, reports }));
  return { industries, total: rows[0]?.total ?? 0 };
}
