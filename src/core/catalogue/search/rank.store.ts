/** Which reports a plan finds, and how well each fits it. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { lastCharacter } from './known-words.store.ts';
import {
  isAllBroad,
  listAliasKeys,
  listShorter,
  maxCounted,
  maxFoundInside,
  minFoundByAllWords,
  minFoundByTitle,
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

/** A report with the number that it is ranked by. */
export type Ranked = { readonly id: number; readonly score: number };

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
 * Builds a query for reports of find_report: those of the same subject, those that have all words in
 * title or keywords, and those whose subject begins with what was typed.
 */
export function buildCandidates(plan: Plan, options: Options): RawBuilder<unknown> {
  const { columns, filters = [sql`true`] } = options;
  const isBySubject = options.isBySubject === true || plan.isOnlySubject;
  const from = sql`select ${columns} from find_report f`;
  const fromFailed = sql`select ${options.columnsOfFailed ?? columns} from find_report f`;
  const cap = sql.lit(options.limit ?? maxCounted + 1);
  const parts = filters.flatMap((where, index) =>
    selectPlaced(plan, { from: index === 0 ? from : fromFailed, where, cap, isBySubject }),
  );
  if (parts.length === 0) return sql`${from} where false`;
  const all = sql.join(parts, sql` union all `);
  // A subject that begins with the words may have all of them, too.
  return plan.hasNamePrefix ? sql`select distinct on (report_id) * from (${all}) f` : all;
}

/** What staff put first is found whatever its words, and what they hide is not. */
function selectPlaced(plan: Plan, bounds: Bounds): RawBuilder<unknown>[] {
  const { pinned, hidden } = plan;
  if (pinned.length + hidden.length === 0) return selectParts(plan, bounds);
  const { from, where } = bounds;
  const others = sql`(${where} and f.report_id <> all(${[...pinned, ...hidden]}::int[]))`;
  return [
    sql`(${from} where f.report_id = any(${[...pinned]}::int[]) and ${where})`,
    ...selectParts(plan, { ...bounds, where: others }),
  ];
}

const selectParts = (plan: Plan, bounds: Bounds): RawBuilder<unknown>[] =>
  plan.isNothing ? [] : [...selectByWords(plan, bounds), ...selectByName(plan, bounds)];

/** Those of the same subject have a limit of their own, so that no others take their places. */
function selectByWords(plan: Plan, bounds: Bounds): RawBuilder<unknown>[] {
  const { from, where, cap, isBySubject } = bounds;
  const all = toAllQuery(plan.groups);
  const code = toCodeQuery(plan.codes);
  const asked = [all, code].filter((one) => one !== undefined).map((one) => `(${one})`);
  if (asked.length === 0) return [];
  const hasKey = sql`key = any(${[...plan.keys]}::text[])`;
  const bySubject = sql`(${from} where ${hasKey} and ${where} limit ${cap})`;
  const alias = plan.isOnlySubject ? toAliasQuery(plan.aliasKeys) : undefined;
  const others = isBySubject ? alias : asked.join(' | ');
  if (others === undefined) return [bySubject];
  return [
    bySubject,
    sql`(${from} where words @@ ${others}::tsquery and not ${hasKey} and ${where}
      limit ${cap})`,
  ];
}

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

/**
 * Builds the score of a report that was found by title and keywords. The code or the whole title that
 * was typed ranks first. Then subjects that are exactly the query, subjects with few other words,
 * other names of a report, and keywords.
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
    ...(plan.pinned.length === 0 ? [] : [scorePinned(plan.pinned)]),
  ];
  return sql`(${sql.join(parts, sql` + `)})::float8`;
}

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

/** What a word tells of a report, by where it stands: times its weight. */
const tells = { title: 2, keyword: 1.5, name: 1, text: 0.6, data: 0.3, file: 0.2 } as const;

/**
 * What the words of a query must tell of a report, times their weight: half of them among its names and
 * the others in its text, or a third in its title. A mention is not enough.
 */
const findFloor = ({ groups, weight }: Plan): number =>
  weight * (groups.length === 1 ? tells.name : 0.6);

/** By so much weighs more what has a segment or a company of just this name. */
const ownNameFactor = 1.25;
/** By so much, divided by the words of its subject, a report weighs more. */
const shortSubjectFactor = 0.2;
/**
 * What has all words somewhere weighs more than what lacks one, unless the title of this one has the
 * words that tell most: gas prices in Europe rather than milk that Europe and gas are mentioned with.
 */
const allWordsFactor = 1.2;
/** Keeps what was found by title above all others. */
const titleScore = 1000;
/** Below this the words stand among keywords, each perhaps in another one. */
const minScoreOfTitle = 10;

/** Lists share what is read, up to so many: more would leave too few of each. */
const maxShared = 6;
/** Of what was read, so many are looked at as a whole. */
const maxWeighed = 100;

export type Further = {
  /** The best first. */
  readonly found: readonly Ranked[];
  /** Reports that no more than mention the words. */
  readonly mentioned: readonly number[];
};

/**
 * Lists what a plan finds where title and keywords find little (`first`, the best first, where they
 * are known): what stands inside, then what lacks a word or two. Reports that say too little of what
 * was asked are none of them.
 */
export async function listFurther(
  tx: Database,
  plan: Plan,
  limit: number,
  first?: readonly Ranked[],
): Promise<Further> {
  const { groups } = plan;
  const listed = first ?? (await listRanked(tx, plan, minFoundByTitle));
  const byTitle = listed.filter(({ score }) => score >= minScoreOfTitle);
  const found = new Map(byTitle.map(({ id, score }) => [id, score + titleScore]));
  const add = (more: readonly Ranked[], factor: number): void => {
    for (const { id, score } of more) if (!found.has(id)) found.set(id, score * factor);
  };
  const everywhere =
    found.size < limit && !plan.isOnlySubject ? await weighReports(tx, plan, [groups]) : [];
  const least = findFloor(plan);
  const isTold = ({ told }: Weighed): boolean => told >= least;
  add(everywhere.filter(isTold), allWordsFactor);
  const asKeywords = tells.keyword * sumWeights(groups);
  add(
    listed.map(({ id }) => ({ id, score: asKeywords })),
    allWordsFactor,
  );
  const isEnough =
    found.size >= (byTitle.length < minFoundByAllWords ? minFoundByTitle : minFoundByAllWords);
  if (!isEnough && !plan.isExact && !plan.isOnlySubject) {
    // Broad words alone are less like what was found than chance would have it.
    const lists = listShorter(groups, plan.weight).filter(
      (list) => found.size === 0 || !isAllBroad(list),
    );
    add((await weighReports(tx, plan, lists)).filter(isTold), 1);
  }
  return {
    found: [...found]
      .map(([id, score]) => ({ id, score }))
      .toSorted((a, b) => b.score - a.score || b.id - a.id),
    mentioned: everywhere.filter((one) => !isTold(one)).map(({ id }) => id),
  };
}

/** Lists the best of what title and keywords find, at most so many. */
async function listRanked(tx: Database, plan: Plan, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${prepared}
    select report_id as id, score from (${buildCandidates(plan, {
      columns: sql`f.report_id, ${buildScore(plan)} as score`,
    })}) f limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/**
 * Builds what a report of find_report (as `f`) tells of all groups by its title and its keywords, else
 * `otherwise`.
 */
const buildTold = (
  groups: readonly Group[],
  otherwise: (group: Group) => RawBuilder<unknown>,
): RawBuilder<number> => {
  const parts = groups.map(
    (group) => sql`${group.weight}::float8 * case
      when f.words @@ ${toGroupQuery(group, titleWeights)}::tsquery then ${sql.lit(tells.title)}
      when f.words @@ ${toGroupQuery(group)}::tsquery then ${sql.lit(tells.keyword)}
      else ${otherwise(group)} end`,
  );
  return sql`(${sql.join(parts, sql` + `)})`;
};

/** What stands inside (find_deep as `d`). */
const buildToldInside = (group: Group): RawBuilder<unknown> => {
  const { names, text, data, files } = deepWeights;
  const within = (weights: string) => sql`d.words @@ ${toGroupQuery(group, weights)}::tsquery`;
  return sql`case when ${within(names)} then ${sql.lit(tells.name)}
    when ${within(text)} then ${sql.lit(tells.text)}
    when ${within(data)} then ${sql.lit(tells.data)}
    when ${within(files)} then ${sql.lit(tells.file)} else 0 end`;
};

type Weighed = Ranked & {
  /** What all words tell of it, each times its weight. */
  readonly told: number;
};

/** Among equals the subject of fewer words comes first. */
const briefness = sql`(1 + ${sql.lit(shortSubjectFactor)} / f.name_length)`;

/**
 * Weighs reports that have all groups of one of the lists, wherever they stand, by all groups of the
 * plan: most in the title, least inside. Each list is a question of its own, which the index answers
 * by its rarest word. What stands inside is read only where titles have few of them, and of those that
 * titles tell most of.
 */
async function weighReports(
  tx: Database,
  { groups, hidden }: Plan,
  lists: readonly (readonly Group[])[],
): Promise<Weighed[]> {
  const queries = lists.flatMap((list) => toAllQuery(list) ?? []);
  if (queries.length === 0) return [];
  const limitOfEach = Math.ceil(maxFoundInside / Math.min(queries.length, maxShared));
  const { rows } = await sql<Weighed>`${prepared}
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
      select f.report_id, f.published_on, f.words, f.name_length
      from candidate join find_report f using (report_id)
      order by ${buildTold(groups, () => sql`0`)} * ${briefness} desc, f.published_on desc,
        f.report_id desc
      limit ${sql.lit(maxWeighed)}),
    weighed as (
      select f.report_id, f.published_on, ${briefness} as briefness,
        ${buildTold(groups, buildToldInside)} as told,
        d.words @@ ${toAliasQuery(listAliasKeys(groups)) ?? null}::tsquery as is_own_name
      from best f join find_deep d using (report_id))
    select report_id as id, told,
      told * briefness * case when is_own_name then ${sql.lit(ownNameFactor)} else 1 end as score
    from weighed order by score desc, published_on desc, report_id desc`.execute(tx);
  return rows.filter(({ id }) => !hidden.includes(id));
}
