/** The reports that a plan may find, before they are ranked. */
import { sql, type RawBuilder } from 'kysely';
import { maxCounted } from './finder.ts';
import type { Plan } from './plan.model.ts';
import { toAllQuery, toCodeQuery } from './ts-query.model.ts';

type Options = {
  /** Of a plan that finds everything: the first in this order. */
  readonly order?: RawBuilder<unknown> | undefined;
  readonly where?: RawBuilder<unknown> | undefined;
};

const cap = sql.lit(maxCounted + 1);
/** Subjects of so many words more than were typed, and so many of each. */
const maxFurtherWords = 3;
const maxOfOneLength = 20;

/**
 * A query for rows of find_report: those of the same subject, those that have all words in title or
 * keywords, and those whose subject begins with what was typed.
 */
export function buildCandidates(plan: Plan, options: Options): RawBuilder<unknown> {
  const where = options.where ?? sql`true`;
  if (plan.isEverything)
    return sql`select * from find_report f where ${where}
      order by ${options.order ?? sql`published_on desc, report_id desc`} limit ${cap}`;
  const parts = plan.isNothing ? [] : [...selectByWords(plan, where), ...selectByName(plan, where)];
  if (parts.length === 0) return sql`select * from find_report where false`;
  if (parts.length === 1) return sql`${parts[0]}`;
  return sql`select distinct on (report_id) * from (${sql.join(parts, sql` union all `)}) f`;
}

function selectByWords(plan: Plan, where: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const all = toAllQuery(plan.groups);
  const code = toCodeQuery(plan.codes);
  const keys = sql`${[...plan.keys]}::text[]`;
  const query = [all, code].filter((one) => one !== undefined).map((one) => `(${one})`);
  if (query.length === 0) return [];
  return [
    sql`(select * from find_report f where key = any(${keys}) and ${where}
        limit ${cap})`,
    sql`(select * from find_report f
      where words @@ ${query.join(' | ')}::tsquery and ${where} limit ${cap})`,
  ];
}

function selectByName(plan: Plan, where: RawBuilder<unknown>): RawBuilder<unknown>[] {
  if (!plan.hasNamePrefix) return [];
  const first = Math.max(1, plan.length);
  return Array.from(
    { length: maxFurtherWords + 1 },
    (_, index) => sql`(select * from find_report f
      where name_length = ${sql.lit(first + index)} and name like ${`${plan.name}%`} and ${where}
      order by name limit ${sql.lit(maxOfOneLength)})`,
  );
}
