/** What the search asks PostgreSQL where title and keywords find little: `Ranker` over its tables. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { buildCandidates } from './candidates.store.ts';
import { maxFoundInside, minFoundByTitle } from './finder.ts';
import type { Ranked, Ranker } from './further.ts';
import { weigh, type Group, type Plan } from './plan.model.ts';
import { buildScore } from './score.store.ts';
import { pageWeight, titleWeights, toAllQuery, toGroupQuery } from './ts-query.model.ts';

export const createStoredRanker = (tx: Database): Ranker => ({
  list: (plan, limit) => listRanked(tx, plan, limit),
  rankByWeight: (groups, lists) => rankByWeight(tx, groups, lists),
});

async function listRanked(tx: Database, plan: Plan, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${prepared}
    select report_id as id, score from (${buildCandidates(plan, {
      columns: sql`f.report_id, ${buildScore(plan)} as score`,
    })}) f limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Lists share what is read, up to so many: more would leave too few of each. */
const maxShared = 6;

/**
 * Each list is a question of its own: the index answers it by its rarest word. What stands inside is
 * read only where titles have few of them.
 */
async function rankByWeight(
  tx: Database,
  groups: readonly Group[],
  lists: readonly (readonly Group[])[],
): Promise<Ranked[]> {
  const queries = lists.flatMap((list) => toAllQuery(list) ?? []);
  if (queries.length === 0) return [];
  const limitOfEach = Math.ceil(maxFoundInside / Math.min(queries.length, maxShared));
  const weights = groups.map((group) => {
    const text = toGroupQuery(group);
    return sql`${weigh(group)}::float8 * case
      when f.words @@ ${toGroupQuery(group, titleWeights)}::tsquery then 2
      when f.words @@ ${text}::tsquery then 1.5
      when not d.words @@ ${text}::tsquery then 0
      when d.has_files and not d.words @@ ${toGroupQuery(group, pageWeight)}::tsquery then 0.2
      else 0.6 end`;
  });
  const { rows } = await sql<Ranked>`${prepared}
    with asked as (select unnest(${queries}::tsquery[]) as query),
    titled as materialized (
      select distinct report_id from asked, lateral (select report_id from find_report
        where words @@ query limit ${limitOfEach}::int) found),
    candidate as (
      select report_id from titled union
      select report_id from asked, lateral (select report_id from find_deep
        where words @@ query and (select count(*) from titled) < ${sql.lit(minFoundByTitle)}
        limit ${limitOfEach}::int) found)
    select f.report_id as id, ${sql.join(weights, sql` + `)} as score
    from candidate join find_report f using (report_id) join find_deep d using (report_id)
    order by score desc, f.published_on desc, f.report_id desc limit ${sql.lit(maxFoundInside)}`.execute(
    tx,
  );
  return rows;
}
