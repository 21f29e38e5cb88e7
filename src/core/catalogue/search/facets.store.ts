/** The filters of a list as conditions on rows of find_report (as `f`) and as counts. */
import { sql, type RawBuilder } from 'kysely';
import {
  facetNames,
  facetPageBounds,
  facetPriceStepCents,
  type FacetChoice,
  type FacetName,
} from './facets.model.ts';

type Condition = RawBuilder<boolean>;

/** Each facet with a choice is a column that says whether a row passes it. */
export type Flags = {
  readonly columns: RawBuilder<unknown>;
  /** On rows with the columns. */
  readonly allPassed: Condition;
  readonly passedBut: (facet: FacetName) => Condition;
  /**
   * On rows of find_report: what passes all, then what fails one filter, since nothing else is
   * counted by any facet. No row is in two of them.
   */
  readonly filters: readonly Condition[];
};

/** `withFailed`: rows that fail one filter are read, too. Without them every row passes all. */
export function buildFlags(choice: FacetChoice, { withFailed = true } = {}): Flags {
  const conditions = listConditions(choice);
  const chosen = facetNames.filter((name) => conditions[name] !== undefined);
  const names = withFailed ? chosen : [];
  const column = (name: FacetName): RawBuilder<unknown> => sql.ref(`in_${name.toLowerCase()}`);
  const all = (wanted: readonly FacetName[]): Condition => joinAll(wanted.map(column));
  const passes = names.map((name) => sql<boolean>`coalesce(${conditions[name]}, false)`);
  const columns = names.map((name, index) => sql`${passes[index]} as ${column(name)}`);
  const asked = chosen.flatMap((name) => conditions[name] ?? []);
  return {
    columns: columns.length === 0 ? sql`true as in_all` : sql.join(columns),
    allPassed: all(names),
    passedBut: (facet) => all(names.filter((name) => name !== facet)),
    // As they are, so that an index may answer them.
    filters: [joinAll(asked), ...(names.length === 0 ? [] : [buildFailsOne(passes)])],
  };
}

export const joinAll = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

function buildFailsOne(passes: readonly Condition[]): Condition {
  const passed = sql.join(
    passes.map((pass) => sql`${pass}::int`),
    sql` + `,
  );
  return sql`${passed} = ${sql.lit(passes.length - 1)}`;
}

/** Every facet has its condition, so that none is forgotten and narrows nothing. */
type Conditions<Facet extends FacetName = FacetName> = Readonly<
  Record<Facet, Condition | undefined>
>;

const listConditions = (choice: FacetChoice): Conditions => ({
  industry: when(
    choice.industrySlug,
    (slug) => sql`(f.industry_id || f.further_industry_ids)
      @> array[(select id from industry where slug = ${slug})]`,
  ),
  ...buildRowConditions(choice),
  ...buildKindConditions(choice),
});

const buildRowConditions = (choice: FacetChoice): Conditions<'year' | 'price' | 'pages'> => ({
  year: whenAny(choice.years, buildYearCondition),
  price: buildPriceCondition(choice),
  pages: buildPagesCondition(choice),
});

const buildKindConditions = (
  choice: FacetChoice,
): Conditions<ListFacet | 'source' | 'dataYear'> => ({
  geography: whenAny(choice.geographies, (list) => sql`f.geography && ${list}::text[]`),
  format: whenAny(choice.formats, (list) => sql`f.formats && ${list}::text[]`),
  source: whenAny(choice.sources, (list) => sql`f.data_source = any(${list}::text[])`),
  dataYear: whenAny(choice.dataYears, (list) => sql`f.data_year = any(${list}::int[])`),
});

const listGiven = (conditions: Partial<Conditions>): Condition[] =>
  Object.values(conditions).filter((condition) => condition !== undefined);

/** On rows of list_report. */
export const listRowConditions = (choice: FacetChoice): Condition[] =>
  listGiven(buildRowConditions(choice));

/** On rows of list_kind. */
export const listKindConditions = (choice: FacetChoice): Condition[] =>
  listGiven(buildKindConditions(choice));

const when = <T>(value: T | undefined, build: (value: T) => Condition): Condition | undefined =>
  value === undefined ? undefined : build(value);

const whenAny = <T>(
  list: readonly T[] | undefined,
  build: (list: T[]) => Condition,
): Condition | undefined =>
  list === undefined || list.length === 0 ? undefined : build([...list]);

const maxInteger = 2_147_483_647;

const buildPriceCondition = ({ minPriceCents, maxPriceCents }: FacetChoice) =>
  minPriceCents === undefined && maxPriceCents === undefined
    ? undefined
    : sql<boolean>`f.lowest_cents between ${minPriceCents ?? 0}::int
        and ${maxPriceCents ?? maxInteger}::int`;

const [firstYear, lastYear] = [1, 9999];

/**
 * An index has days and no years. The text is one for any number of years, so that it is prepared.
 */
function buildYearCondition(given: readonly number[]): Condition {
  const years = given.filter((year) => year >= firstYear && year <= lastYear);
  if (years.length === 0) return sql`false`;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return sql`(f.published_on between make_date(${first}::int, 1, 1) and make_date(${last}::int, 12, 31)
    and extract(year from f.published_on)::int = any(${years}::int[]))`;
}

const pageRange = sql`width_bucket(f.pages, ${sql.lit(`{${facetPageBounds.join(',')}}`)}::int[])`;

function buildPagesCondition({ minPages, pageRanges = [] }: FacetChoice): Condition | undefined {
  const conditions = [
    ...(minPages === undefined ? [] : [sql<boolean>`f.pages >= ${minPages}::int`]),
    ...(pageRanges.length === 0 ? [] : [buildPageRanges([...pageRanges])]),
  ];
  return conditions.length === 0 ? undefined : joinAll(conditions);
}

/** An index has pages and no ranges. */
function buildPageRanges(ranges: number[]): Condition {
  const from = facetPageBounds[Math.min(...ranges) - 1] ?? 0;
  const to = facetPageBounds[Math.max(...ranges)] ?? maxInteger;
  return sql`(f.pages >= ${from}::int and f.pages < ${to}::int and ${pageRange} = any(${ranges}::int[]))`;
}

/** Of these a report has several, which are counted apart. */
type ListFacet = 'geography' | 'format';

const values = {
  industry: sql`f.industry_id`,
  year: sql`extract(year from f.published_on)::int`,
  price: sql`f.lowest_cents / ${sql.lit(facetPriceStepCents)}`,
  pages: pageRange,
  source: sql`f.data_source`,
  dataYear: sql`f.data_year`,
} as const satisfies Record<Exclude<FacetName, ListFacet>, RawBuilder<unknown>>;

/**
 * Rows of kind, value and number: a facet, its choice and the reports of `hit` that it leaves. A
 * choice may have two rows, which add up.
 */
export function buildFacetCounts(flags: Flags): RawBuilder<unknown> {
  const sets = Object.entries(values).map(([name, value], index) => ({
    name: name as keyof typeof values,
    value,
    column: sql.ref(`v${index}`),
  }));
  const isSet = (column: RawBuilder<unknown>) => sql`grouping(${column}) = 0`;
  const kind = sets.map(({ name, column }) => sql`when ${isSet(column)} then ${sql.lit(name)}`);
  const value = sets.map(({ name, column }) =>
    name === 'industry'
      ? sql`when ${isSet(column)} then (select slug from industry where id = ${column})`
      : sql`when ${isSet(column)} then ${column}::text`,
  );
  const count = sets.map(
    ({ name, column }) =>
      sql`when ${isSet(column)} then count(*) filter (where ${flags.passedBut(name)})`,
  );
  return sql`
    select kind, value, number from (
      select case ${sql.join(kind, sql` `)} end as kind, case ${sql.join(value, sql` `)} end as value,
        (case ${sql.join(count, sql` `)} end)::int as number
      from (select f.*, ${sql.join(sets.map((set) => sql`${set.value} as ${set.column}`))} from hit f) g
      group by grouping sets (${sql.join(sets.map(({ column }) => sql`(${column})`))})) counted
    where value is not null and number > 0
    union all ${countMembers('geography', flags)}
    union all ${countMembers('format', flags)}
    union all ${countFurtherIndustries(flags)}`;
}

/** Beside those of main industries: both have a row of an industry, to be added up. */
const countFurtherIndustries = (flags: Flags): RawBuilder<unknown> => sql`
  (select 'industry', slug, reports from (
      select further, count(*)::int as reports from hit f, unnest(f.further_industry_ids) further
      where f.further_industry_ids <> '{}' and ${flags.passedBut('industry')} group by 1) counted
    join industry on industry.id = further)`;

/** A report has several of these. Few lists differ, so that each is taken apart once. */
function countMembers(facet: ListFacet, flags: Flags): RawBuilder<unknown> {
  const list = facet === 'geography' ? sql`f.geography` : sql`f.formats`;
  return sql`
  (select ${sql.lit(facet)}, member, sum(reports)::int from (
      select ${list} as list, count(*) as reports from hit f
      where ${flags.passedBut(facet)} group by 1) lists, unnest(list) member
    group by member order by 3 desc, 2 limit 30)`;
}
