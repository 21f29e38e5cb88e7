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

/** Industries whose name contains the text, by name, with the number of their published reports. */
export const findIndustries = (
  db: Database,
  text: string,
  limit: number,
): Promise<{ slug: string; name: string; reports: number }[]> =>
  db
    .selectFrom('industry')
    .select(['slug', 'name'])
    .select(
      sql<number>`(select coalesce(sum(reports), 0)::int from list_day
        where industry_id = industry.id)`.as('reports'),
    )
    .where('name', 'ilike', containsPattern(text))
    .orderBy('name')
    .limit(limit)
    .execute();
