/** How well a report of find_report (as `f`) fits a plan, as a number. */
import { sql, type RawBuilder } from 'kysely';
import type { Plan } from './plan.model.ts';
import {
  subjectWeight,
  titleWeights,
  toAliasQuery,
  toAllQuery,
  toAnyQuery,
  toBestQuery,
  toCodeQuery,
  toPrefixQuery,
} from './ts-query.model.ts';

/**
 * The code or the whole title that was typed ranks first. Then subjects that are exactly the query,
 * subjects with few other words, other names of a report, and keywords.
 */
export function buildScore(plan: Plan): RawBuilder<number> {
  if (plan.isEverything) return sql`0::float8`;
  const { name, title, length } = plan;
  const parts = [
    sql`case when f.key = any(${[...plan.keys]}::text[]) then 20
      else greatest(3, case when ${matches(toAliasQuery(plan.aliasKeys))} then 14 end,
        case when ${matches(toAllQuery(plan.groups, titleWeights))} then 11 end,
        case when ${matches(toAllQuery(plan.groups, subjectWeight))} or ${startsWithName(plan)}
          then 10 + 8 * least(1, ${Math.max(1, length)}::float8 / f.name_length) end) end`,
    when(matches(toAliasQuery(plan.aliasKeys)), 1),
    sql`case when f.name = ${name} then 6 when f.name like ${`${name}%`} then 4
      when f.name like ${`%${name}%`} then 2 else 0 end`,
    when(sql`f.title = ${title}`, 30),
    when(matches(toCodeQuery(plan.codes)), 40),
    when(matches(toAnyQuery(plan.years, titleWeights)), 1.5),
    when(matches(toAnyQuery(plan.soft, titleWeights)), 3),
    when(matches(plan.softPrefix && toPrefixQuery(plan.softPrefix)), 3),
    when(matches(toBestQuery(plan.groups)), 1.5),
  ];
  return sql`(${sql.join(parts, sql` + `)})::float8`;
}

/** No row matches null: one text of the statement is enough for all queries. */
const matches = (query: string | undefined): RawBuilder<boolean> =>
  sql`f.words @@ ${query === '' ? null : (query ?? null)}::tsquery`;

const startsWithName = ({ hasNamePrefix, name }: Plan): RawBuilder<boolean> =>
  sql`f.name like ${hasNamePrefix ? `${name}%` : null}`;

const when = (condition: RawBuilder<boolean>, score: number): RawBuilder<number> =>
  sql`case when ${condition} then ${sql.lit(score)}::float8 else 0 end`;
