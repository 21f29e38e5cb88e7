/** The reports that a plan may find, before they are ranked. */
import { sql, type RawBuilder } from 'kysely';
import { maxCounted } from './finder.ts';
import type { Plan } from './plan.model.ts';
import { toAllQuery, toCodeQuery } from './ts-query.model.ts';

type Options = {
  /**
   * What is selected of each row `f`, its report_id first. Narrow rows: ten thousand are sorted, and
   * the whole ones are wide.
   */
  readonly columns: RawBuilder<unknown>;
  /** The same of rows that fail a filter, which are counted and never shown. */
  readonly columnsOfFailed?: RawBuilder<unknown>;
  /**
   * What narrows the search, the best first, and no row is in two: each is read up to the limit of
   * its own, so that many reports that fail a filter leave no report out that passes all.
   */
  readonly filters?: readonly RawBuilder<unknown>[];
  /** So many of each kind at most. */
  readonly limit?: number;
  /** Only reports of the same subject, and those whose subject begins so. */
  readonly isBySubject?: boolean;
};

type Bounds = {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly cap: RawBuilder<unknown>;
  readonly isBySubject: boolean;
};

/** Subjects of so many words more than were typed, and so many of each. */
const maxFurtherWords = 3;
const maxOfOneLength = 20;

/**
 * A query for reports of find_report: those of the same subject, those that have all words in title
 * or keywords, and those whose subject begins with what was typed.
 */
export function buildCandidates(plan: Plan, options: Options): RawBuilder<unknown> {
  const { columns, filters = [sql`true`], isBySubject = false } = options;
  const from = sql`select ${columns} from find_report f`;
  const fromFailed = sql`select ${options.columnsOfFailed ?? columns} from find_report f`;
  const cap = sql.lit(options.limit ?? maxCounted + 1);
  const parts = filters.flatMap((where, index) =>
    selectParts(plan, { from: index === 0 ? from : fromFailed, where, cap, isBySubject }),
  );
  if (parts.length === 0) return sql`${from} where false`;
  const all = sql.join(parts, sql` union all `);
  // A subject that begins with the words may have all of them, too.
  return plan.hasNamePrefix ? sql`select distinct on (report_id) * from (${all}) f` : all;
}

const selectParts = (plan: Plan, bounds: Bounds): RawBuilder<unknown>[] =>
  plan.isNothing ? [] : [...selectByWords(plan, bounds), ...selectByName(plan, bounds)];

/** Those of the same subject have a limit of their own, so that no others take their places. */
function selectByWords(plan: Plan, bounds: Bounds): RawBuilder<unknown>[] {
  const { from, where, cap, isBySubject } = bounds;
  const all = toAllQuery(plan.groups);
  const code = toCodeQuery(plan.codes);
  const hasKey = sql`key = any(${[...plan.keys]}::text[])`;
  const query = [all, code].filter((one) => one !== undefined).map((one) => `(${one})`);
  if (query.length === 0) return [];
  const bySubject = sql`(${from} where ${hasKey} and ${where} limit ${cap})`;
  if (isBySubject) return [bySubject];
  return [
    bySubject,
    sql`(${from} where words @@ ${query.join(' | ')}::tsquery and not ${hasKey} and ${where}
      limit ${cap})`,
  ];
}

/** No word begins with it: what begins with a text is less than the text and this. */
export const lastCharacter = '\u{10FFFF}';

/**
 * In the order of the index, so that no more are read. A range, since a prepared plan knows no
 * pattern.
 */
function selectByName(plan: Plan, { from, where }: Bounds): RawBuilder<unknown>[] {
  if (!plan.hasNamePrefix) return [];
  const first = Math.max(1, plan.length);
  return Array.from(
    { length: maxFurtherWords + 1 },
    (_, index) => sql`(${from} where name_length = ${first + index}::int
      and name ~>=~ ${plan.name} and name ~<~ ${`${plan.name}${lastCharacter}`} and ${where}
      order by name using ~<~ limit ${sql.lit(maxOfOneLength)})`,
  );
}
