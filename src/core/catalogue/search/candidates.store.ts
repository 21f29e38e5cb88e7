/** The reports that a plan may find, before they are ranked. */
import { sql, type RawBuilder } from 'kysely';
import { maxCounted } from './finder.ts';
import type { Plan } from './plan.model.ts';
import { toAllQuery, toCodeQuery } from './ts-query.model.ts';

type Options = {
  /** Of a plan that finds everything: the first in this order. */
  readonly order?: RawBuilder<unknown> | undefined;
  /**
   * What narrows the search, the best first: each is read up to the limit of its own, so that many
   * reports that fail a filter leave no report out that passes all.
   */
  readonly filters?: readonly RawBuilder<unknown>[];
  /** The same for a plan that finds everything, which is read in an order. */
  readonly filtersInOrder?: readonly RawBuilder<unknown>[];
  /** So many of each kind at most. */
  readonly limit?: number;
};

type Bounds = { readonly where: RawBuilder<unknown>; readonly cap: RawBuilder<unknown> };

/** Subjects of so many words more than were typed, and so many of each. */
const maxFurtherWords = 3;
const maxOfOneLength = 20;

/**
 * A query for rows of find_report: those of the same subject, those that have all words in title or
 * keywords, and those whose subject begins with what was typed.
 */
export function buildCandidates(plan: Plan, options: Options): RawBuilder<unknown> {
  const given = plan.isEverything ? options.filtersInOrder : options.filters;
  const filters = given ?? [sql`true`];
  const { order = sql`published_on desc, report_id desc` } = options;
  const cap = sql.lit(options.limit ?? maxCounted + 1);
  const parts = filters.flatMap((where) => selectParts(plan, { where, cap }, order));
  if (parts.length === 0) return sql`select * from find_report where false`;
  if (parts.length === 1) return sql`${parts[0]}`;
  return sql`select distinct on (report_id) * from (${sql.join(parts, sql` union all `)}) f`;
}

function selectParts(
  plan: Plan,
  bounds: Bounds,
  order: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const { where, cap } = bounds;
  if (plan.isEverything)
    return [sql`(select * from find_report f where ${where} order by ${order} limit ${cap})`];
  return plan.isNothing ? [] : [...selectByWords(plan, bounds), ...selectByName(plan, bounds)];
}

function selectByWords(plan: Plan, { where, cap }: Bounds): RawBuilder<unknown>[] {
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

function selectByName(plan: Plan, { where }: Bounds): RawBuilder<unknown>[] {
  if (!plan.hasNamePrefix) return [];
  const first = Math.max(1, plan.length);
  return Array.from(
    { length: maxFurtherWords + 1 },
    (_, index) => sql`(select * from find_report f
      where name_length = ${sql.lit(first + index)} and name like ${`${plan.name}%`} and ${where}
      order by name limit ${sql.lit(maxOfOneLength)})`,
  );
}
