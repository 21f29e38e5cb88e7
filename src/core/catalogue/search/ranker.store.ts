/** What the search asks PostgreSQL where title and keywords find little: `Ranker` over its tables. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { buildCandidates } from './candidates.store.ts';
import { maxFoundInside, minFoundByTitle } from './finder.ts';
import {
  insideWeights,
  keywordWeight,
  ownNameFactor,
  shortSubjectFactor,
  type Ranked,
  type Ranker,
} from './further.ts';
import { listAliasKeys, type Group, type Plan } from './plan.model.ts';
import { buildScore } from './score.store.ts';
import {
  deepWeights,
  titleWeights,
  toAliasQuery,
  toAllQuery,
  toGroupQuery,
} from './ts-query.model.ts';

export const createStoredRanker = (tx: Database): Ranker => ({
  list: (plan, limit) => listRanked(tx, plan, limit),
  rankInside: (groups) => rankInside(tx, groups),
  rankByWeight: (groups, lists) => rankByWeight(tx, groups, lists),
});

async function listRanked(tx: Database, plan: Plan, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${prepared}
    select report_id as id, score from (${buildCandidates(plan, {
      columns: sql`f.report_id, ${buildScore(plan)} as score`,
    })}) f limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/**
 * A report of find_report (as `f`) weighs so much by its title and its keywords, else `otherwise`.
 * Among equals the subject of fewer words comes first.
 */
const weighGroups = (
  groups: readonly Group[],
  otherwise: (group: Group) => RawBuilder<unknown>,
): RawBuilder<number> => {
  const weights = groups.map(
    (group) => sql`${group.weight}::float8 * case
      when f.words @@ ${toGroupQuery(group, titleWeights)}::tsquery then 2
      when f.words @@ ${toGroupQuery(group)}::tsquery then ${sql.lit(keywordWeight)}
      else ${otherwise(group)} end`,
  );
  return sql`(${sql.join(weights, sql` + `)}) * (1 + ${sql.lit(shortSubjectFactor)} / f.name_length)`;
};

/** What stands inside (find_deep as `d`). */
const weighInside = (group: Group): RawBuilder<unknown> => {
  const { names, text, data } = deepWeights;
  return sql`case when d.words @@ ${toGroupQuery(group, names)}::tsquery
      then ${sql.lit(insideWeights.names)}
    when d.words @@ ${toGroupQuery(group, text)}::tsquery then ${sql.lit(insideWeights.text)}
    when d.words @@ ${toGroupQuery(group, data)}::tsquery then ${sql.lit(insideWeights.data)}
    else ${sql.lit(insideWeights.files)} end`;
};

const weighInsideIfThere = (group: Group): RawBuilder<unknown> => sql`case
  when not d.words @@ ${toGroupQuery(group)}::tsquery then 0 else ${weighInside(group)} end`;

/** The score stands second. */
const byScore = sql`2 desc, f.published_on desc, f.report_id desc`;

/** What stands in titles and keywords stands in find_deep, too. */
async function rankInside(tx: Database, groups: readonly Group[]): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${prepared}
    select f.report_id as id, ${weighGroups(groups, weighInside)}
      * case when d.words @@ ${toAliasQuery(listAliasKeys(groups)) ?? null}::tsquery
        then ${sql.lit(ownNameFactor)} else 1 end as score
    from (select report_id, words from find_deep
      where words @@ ${toAllQuery(groups) ?? null}::tsquery
      limit ${sql.lit(maxFoundInside)}) d join find_report f using (report_id)
    order by ${byScore}`.execute(tx);
  return rows;
}

/** Lists share what is read, up to so many: more would leave too few of each. */
const maxShared = 6;

/** Of what lacks a word, so many are looked at as a whole. */
const maxFoundWithLess = 60;

/**
 * Each list is a question of its own: the index answers it by its rarest word. What stands inside is
 * read only where titles have few of them, and of those that titles tell most of.
 */
async function rankByWeight(
  tx: Database,
  groups: readonly Group[],
  lists: readonly (readonly Group[])[],
): Promise<Ranked[]> {
  const queries = lists.flatMap((list) => toAllQuery(list) ?? []);
  if (queries.length === 0) return [];
  const limitOfEach = Math.ceil(maxFoundInside / Math.min(queries.length, maxShared));
  const { rows } = await sql<Ranked>`${prepared}
    with asked as (select unnest(${queries}::tsquery[]) as query),
    titled as materialized (
      select distinct report_id from asked, lateral (select report_id from find_report
        where words @@ query limit ${limitOfEach}::int) found),
    candidate as (
      select report_id from titled union
      select report_id from asked, lateral (select report_id from find_deep
        where words @@ query and (select count(*) from titled) < ${sql.lit(minFoundByTitle)}
        limit ${limitOfEach}::int) found),
    best as materialized (
      select f.report_id, ${weighGroups(groups, () => sql`0`)} as score, f.published_on, f.words, f.name_length
      from candidate join find_report f using (report_id)
      order by ${byScore} limit ${sql.lit(maxFoundWithLess)})
    select f.report_id as id, ${weighGroups(groups, weighInsideIfThere)} as score
    from best f join find_deep d using (report_id)
    order by ${byScore}`.execute(tx);
  return rows;
}
