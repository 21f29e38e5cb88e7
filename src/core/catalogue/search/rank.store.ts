/** Which reports a plan finds, and how well each fits it. */
import { sql, type RawBuilder } from 'kysely';
import { lastCharacter } from './known-words.store.ts';
import {
  listAliasKeys,
  listShorter,
  maxCounted,
  maxFoundInside,
  minFoundByAllWords,
  minFoundByTitle,
  minWordsOfTitle,
  isAllBroad,
  lacksWords,
  sumWeights,
  type Group,
  type Plan,
} from './plan.model.ts';
import {
  deepWeights,
  subjectWeight,
  titleWeights,
  toAliasQuery,
  toAllQuery,
  toAnyQuery,
  toBestQuery,
  toCodeQuery,
  toGroupQuery,
  toPrefixQuery,
} from './ts-query.model.ts';

type Options = {
  /** Columns of each row `f` of `hit`, beside those of find_report. */
  readonly columns?: RawBuilder<unknown>;
  /**
   * The conditions that narrow the search, the best first, and no row is in two: each is read up to
   * the limit of its own, so that many reports that fail a filter leave no report out that passes
   * all.
   */
  readonly filters?: readonly RawBuilder<unknown>[];
  /** So many of each kind at most. */
  readonly limit?: number;
  /** Only reports of the same subject, and those whose subject begins so. */
  readonly isBySubject?: boolean;
  /** Only what title and keywords have, however few these are. */
  readonly isByTitle?: boolean;
};

type Bounds = {
  readonly where: RawBuilder<unknown>;
  readonly cap: RawBuilder<unknown>;
  readonly isBySubject: boolean;
};

/**
 * Builds the beginning of a statement (`with …`): `hit` has the rows of find_report that a plan
 * finds, with what `buildScore` needs beside them, and `mention` those that no more than mention its
 * words. First come reports of the same subject, those that have all words in title or keywords, and
 * those whose subject begins with what was typed. Where these are less than a page, and none of them
 * is the whole title that was typed, what stands inside counts, too, and what lacks a word or two.
 */
export function buildHits(plan: Plan, options: Options): RawBuilder<unknown> {
  const titled = sql`select f.*, null::float8 as told, true as is_whole, false as is_own_name
    from (${buildTitled(plan, options)}) f`;
  const columns = options.columns ? sql`, ${options.columns}` : sql``;
  const isByTitle = options.isBySubject === true || options.isByTitle === true;
  if (plan.groups.length === 0 || plan.isOnlySubject || isByTitle)
    return sql`with hit as (select f.*${columns} from (${titled}) f),
      mention as (select null::int as report_id where false)`;
  return sql`with titled as materialized (${titled}),
    ${buildFurther(plan)},
    hit as (select f.*${columns} from (select * from titled union all select * from further) f),
    mention as (select report_id from weighed where is_whole and told < ${findFloor(plan)}::float8)`;
}

/** Subjects of so many words more than were typed, and so many of each. */
const maxFurtherWords = 3;
const maxOfOneLength = 20;

const rows = sql`select f.* from find_report f`;

function buildTitled(plan: Plan, options: Options): RawBuilder<unknown> {
  const { filters = [sql`true`], limit = maxCounted + 1 } = options;
  const isBySubject = options.isBySubject === true || plan.isOnlySubject;
  const cap = sql.lit(limit);
  const parts = filters.flatMap((where) => selectPlaced(plan, { where, cap, isBySubject }));
  if (parts.length === 0) return sql`${rows} where false`;
  const all = sql.join(parts, sql` union all `);
  // A subject that begins with the words may have all of them, too.
  return plan.hasNamePrefix ? sql`select distinct on (report_id) * from (${all}) f` : all;
}

/** Adds the reports that staff put first, whatever their words, and leaves out the hidden ones. */
function selectPlaced(plan: Plan, bounds: Bounds): RawBuilder<unknown>[] {
  const { pinned, hidden } = plan;
  if (pinned.length + hidden.length === 0) return selectParts(plan, bounds);
  const { where } = bounds;
  const others = sql`(${where} and f.report_id <> all(${[...pinned, ...hidden]}::int[]))`;
  return [
    sql`(${rows} where f.report_id = any(${[...pinned]}::int[]) and ${where})`,
    ...selectParts(plan, { ...bounds, where: others }),
  ];
}

const selectParts = (plan: Plan, bounds: Bounds): RawBuilder<unknown>[] =>
  plan.isNothing ? [] : [...selectByWords(plan, bounds), ...selectByName(plan, bounds)];

/**
 * Asks for all groups. If words of the query are in no report, one of the others must be in the
 * title, or be what a report is also called: "moon landing" is not the keyword "landing gear".
 */
function toAskedQuery(plan: Plan): string | undefined {
  const { groups } = plan;
  const all = toAllQuery(groups);
  if (all === undefined || !lacksWords(plan)) return all;
  const titled = groups.map((group) => toGroupQuery(group, titleWeights)).join(' | ');
  const alias = toAliasQuery(plan.aliasKeys);
  return `${all} & (${alias === undefined ? titled : `${titled} | ${alias}`})`;
}

/**
 * Those of the same subject are read by its key, and have a limit of their own, so that no others take
 * their places.
 */
function selectByWords(plan: Plan, { where, cap, isBySubject }: Bounds): RawBuilder<unknown>[] {
  const asked = [toAskedQuery(plan), toCodeQuery(plan.codes)].flatMap((one) =>
    one === undefined ? [] : [`(${one})`],
  );
  if (asked.length === 0) return [];
  const hasKey = sql`key = any(${[...plan.keys]}::text[])`;
  // The planner would rather read all reports that have the words.
  const bySubject = sql`(select f.* from (select * from find_report where ${hasKey} offset 0) f
    where words @@ ${asked.join(' | ')}::tsquery and ${where} limit ${cap})`;
  const others = isBySubject
    ? plan.isOnlySubject && toAliasQuery(plan.aliasKeys)
    : asked.join(' | ');
  if (!others) return [bySubject];
  return [
    bySubject,
    sql`(${rows} where words @@ ${others}::tsquery and not ${hasKey} and ${where} limit ${cap})`,
  ];
}

/**
 * In the order of the index, so that no more are read. A range, since a prepared plan knows no
 * pattern.
 */
function selectByName(plan: Plan, { where }: Bounds): RawBuilder<unknown>[] {
  if (!plan.hasNamePrefix) return [];
  const first = Math.max(1, plan.length);
  return Array.from(
    { length: maxFurtherWords + 1 },
    (_, index) => sql`(${rows} where name_length = ${first + index}::int
      and name ~>=~ ${plan.name} and name ~<~ ${`${plan.name}${lastCharacter}`} and ${where}
      order by name using ~<~ limit ${sql.lit(maxOfOneLength)})`,
  );
}

/** How much a word tells of a report, by where it stands: times its weight. */
const tells = { title: 2, keyword: 1.5, name: 1, text: 0.6, data: 0.3, file: 0.2 } as const;

/**
 * How much the words of a query must tell of a report, times their weight: half of them among its
 * names and the others in its text, or a third in its title. A mention is not enough.
 */
const findFloor = ({ groups, weight }: Plan): number =>
  weight * (groups.length === 1 ? tells.name : 0.6);

/** By so much weighs more what has a segment or a company of just this name. */
const ownNameFactor = 1.25;
/** By so much, divided by the words of its subject, a report weighs more. */
const shortSubjectFactor = 0.2;
/**
 * A report that has all words somewhere weighs more than one that lacks one, unless the title of
 * this one has the words that tell most: gas prices in Europe rather than milk that Europe and gas
 * are mentioned with.
 */
const allWordsFactor = 1.2;
/** Brings the part that all words tell of the most that they could to the scale of the rest. */
const toldScale = 10;

/**
 * Builds the score of a row `f` of `hit`, wherever its words stand. First what they tell, then how
 * well its subject and its other names are just the query. The code or the whole title that was typed
 * is worth most, and what staff put first more than that.
 */
export function buildScore(plan: Plan): RawBuilder<number> {
  if (plan.isEverything) return sql`0::float8`;
  const { name, title, length } = plan;
  const isAlias = matches(toAliasQuery(plan.aliasKeys));
  const parts = [
    // Whether a name begins so is known at once; a beginning stands for thirty words.
    sql`case when ${startsWithName(plan)} then ${sql.lit(toldScale * 2)} * ${briefness}
      else greatest(${plan.groups.length === 0 ? sql`0` : buildToldPart(plan)},
        case when ${isAlias} then ${sql.lit(toldScale * 2)} end) end`,
    sql`greatest(0, case when f.key = any(${[...plan.keys]}::text[]) then 9 end,
      case when ${isAlias} then 8 end,
      case when ${startsWithName(plan)} or ${matches(toAllQuery(plan.groups, subjectWeight))}
        then 8 * least(1, ${Math.max(1, length)}::float8 / f.name_length) end)`,
    sql`case when f.name = ${name} then 6 when f.name like ${`${name}%`} then 4
      when f.name like ${`%${name}%`} then 2 else 0 end`,
    when(sql`f.title = ${title}`, 30),
    when(matches(toCodeQuery(plan.codes)), 40),
    when(matches(toAnyQuery(plan.years, titleWeights)), 1.5),
    when(matches(toAnyQuery(plan.soft, titleWeights)), 3),
    when(matches(plan.softPrefix && toPrefixQuery(plan.softPrefix)), 3),
    when(matches(toBestQuery(plan.groups)), 3),
    ...(plan.pinned.length === 0 ? [] : [scorePinned(plan.pinned)]),
  ];
  return sql`(${sql.join(parts, sql` + `)})::float8`;
}

/** Builds what the words tell, of the most that they could; what was weighed has its number. */
const buildToldPart = (plan: Plan): RawBuilder<unknown> =>
  sql`coalesce(f.told, ${buildTold(plan, () => sql`0`)})
    * ${toldScale / allWordsFactor / sumWeights(plan.groups)}::float8 * ${briefness}
    * case when f.is_whole then ${sql.lit(allWordsFactor)} else 1 end
    * case when f.is_own_name then ${sql.lit(ownNameFactor)} else 1 end`;

/** Above all others, the one that was pinned first above the next. */
const scorePinned = (pinned: readonly number[]): RawBuilder<number> =>
  sql`coalesce(1000 - array_position(${[...pinned]}::int[], f.report_id), 0)`;

/** No row matches null: one text of the statement is enough for all queries. */
const matches = (query: string | undefined): RawBuilder<boolean> =>
  sql`f.words @@ ${query === '' ? null : (query ?? null)}::tsquery`;

const startsWithName = ({ hasNamePrefix, name }: Plan): RawBuilder<boolean> =>
  sql`f.name like ${hasNamePrefix ? `${name}%` : null}`;

const when = (condition: RawBuilder<boolean>, score: number): RawBuilder<number> =>
  sql`case when ${condition} then ${sql.lit(score)}::float8 else 0 end`;

/**
 * Builds what a report of find_report (as `f`) tells of all groups by its title and its keywords, else
 * `otherwise`. If words of the query are in no report, a keyword tells no more than a name inside.
 */
const buildTold = (
  plan: Plan,
  otherwise: (group: Group) => RawBuilder<unknown>,
): RawBuilder<number> => {
  const keyword = lacksWords(plan) ? tells.name : tells.keyword;
  const parts = plan.groups.map(
    (group) => sql`${group.weight}::float8 * case
      when f.words @@ ${toGroupQuery(group, titleWeights)}::tsquery then ${sql.lit(tells.title)}
      when f.words @@ ${toGroupQuery(group)}::tsquery then ${keyword}::float8
      else ${otherwise(group)} end`,
  );
  return sql`(${sql.join(parts, sql` + `)})`;
};

/** Builds how much a word tells by standing inside (find_deep as `d`). */
const buildToldInside = (group: Group): RawBuilder<unknown> => {
  const { names, text, data, files } = deepWeights;
  const within = (weights: string) => sql`d.words @@ ${toGroupQuery(group, weights)}::tsquery`;
  return sql`case when ${within(names)} then ${sql.lit(tells.name)}
    when ${within(text)} then ${sql.lit(tells.text)}
    when ${within(data)} then ${sql.lit(tells.data)}
    when ${within(files)} then ${sql.lit(tells.file)} else 0 end`;
};

/** Among equals the subject of fewer words comes first. */
const briefness = sql`(1 + ${sql.lit(shortSubjectFactor)} / f.name_length)`;

/** Lists share what is read, up to so many: more would leave too few of each. */
const maxShared = 6;
/** Of what was read, so many are looked at as a whole. */
const maxWeighed = 100;

/**
 * Builds `further`, with the tables that it is made of. Reports that have all groups, or those of a
 * shorter list, wherever they stand, are weighed by all groups of the plan. Each list is a question of
 * its own, which the index answers by its rarest word. For shorter ones, what stands inside is read
 * only if titles have few of them. They count only if what has all words is less than a page.
 */
function buildFurther(plan: Plan): RawBuilder<unknown> {
  const { groups, hidden } = plan;
  const all = toAllQuery(groups) ?? '';
  // Broad words alone are less like what was found than chance would have it.
  const shorter = plan.isExact
    ? []
    : listShorter(groups, plan.weight).filter((list) => !isAllBroad(list));
  const queries = shorter.flatMap((list) => toAllQuery(list) ?? []);
  const limitOfEach = Math.ceil(maxFoundInside / Math.min(Math.max(1, queries.length), maxShared));
  const isLongTitle = plan.title.split(' ').length >= minWordsOfTitle;
  const page = sql.lit(minFoundByTitle);
  const floor = sql`${findFloor(plan)}::float8`;
  return sql`
    need as materialized (
      select is_inside, is_inside and reports < ${sql.lit(minFoundByAllWords)} as is_shorter
      from (select count(*) as reports, count(*) < ${page}
          and not coalesce(bool_or(title = ${isLongTitle ? plan.title : null}), false) as is_inside
        from (select title from titled limit ${page}) f) first),
    asked as (select unnest(${queries}::tsquery[]) as query),
    by_title as materialized (
      select distinct report_id from asked, lateral (select report_id from find_report
        where words @@ query and (select is_shorter from need) limit ${limitOfEach}::int) found),
    candidate as (
      (select report_id from find_deep where words @@ ${all}::tsquery
        and (select is_inside from need) limit ${sql.lit(maxFoundInside)})
      union select report_id from by_title
      union select report_id from asked, lateral (select report_id from find_deep
        where words @@ query and (select is_shorter from need)
          and (select count(*) from by_title) < ${page} limit ${limitOfEach}::int) found),
    telling as materialized (
      -- Row by row: the planner would rather read the whole table.
      select f.* from candidate, lateral (select * from find_report
        where report_id = candidate.report_id offset 0) f
      where candidate.report_id not in (select report_id from titled)
        and candidate.report_id <> all(${[...hidden]}::int[])
      order by ${buildTold(plan, () => sql`0`)} * ${briefness} desc, f.published_on desc,
        f.report_id desc
      limit ${sql.lit(maxWeighed)}),
    weighed as materialized (
      select f.*, ${buildTold(plan, buildToldInside)} as told, d.words @@ ${all}::tsquery as is_whole,
        coalesce(d.words @@ ${toAliasQuery(listAliasKeys(groups)) ?? null}::tsquery, false) as is_own_name
      from telling f join find_deep d using (report_id)),
    further as (
      select * from weighed where told >= ${floor} and (is_whole or ${page} > (
        select count(*) from titled) + (select count(*) from weighed where is_whole and told >= ${floor})))`;
}
