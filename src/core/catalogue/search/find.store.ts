/** The search's questions to PostgreSQL. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../deps.ts';
import { facetNames, type FacetCount } from '../facets.model.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import { buildCandidates } from './candidates.store.ts';
import { buildFacetCounts, buildFlags, type Flags } from './facets.store.ts';
import { maxFoundInside } from './finder.ts';
import type { Ranked, Ranker } from './further.ts';
import { weigh, type Group, type Plan } from './plan.model.ts';
import { buildScore } from './score.store.ts';
import { pageWeight, titleWeights, toAnyListQuery, toGroupQuery } from './ts-query.model.ts';

/** A search that takes longer than this in the database has words that were chosen for it. */
const statementTimeout = '2s';

/**
 * Answers on one connection. Indexes alone: PostgreSQL would rather read a whole table than rank,
 * which takes fifty times as long. Throws where a statement takes over two seconds.
 */
export async function prepareSearch(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${statementTimeout}, true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    set_config('work_mem', '16MB', true)`.execute(tx);
}

export type Page = {
  readonly ids: readonly number[];
  readonly total: number;
  /** Before the filters. */
  readonly hits: number;
  readonly counts: readonly FacetCount[];
};

type Row = {
  readonly kind: 'page' | 'total' | 'hits' | FacetCount['facet'];
  readonly value: string;
  readonly number: number;
};

const isFacet = (kind: Row['kind']): kind is FacetCount['facet'] =>
  facetNames.some((name) => name === kind);

/** One page of what the plan finds, or of the reports that are given, with its facets. */
export async function findPage(
  tx: Tx,
  wanted: ReportQuery,
  source: { readonly plan: Plan } | { readonly ranked: readonly Ranked[] },
): Promise<Page> {
  const flags = buildFlags(wanted);
  const { rows } = await sql<Row>`
    with hit as materialized (${'plan' in source ? selectPlan(source.plan, wanted, flags) : selectRanked(source.ranked, flags)}),
    passed as (select * from hit where ${flags.allPassed})
    select 'total' as kind, '' as value, count(*)::int as number from passed
    union all select 'hits', '', count(*)::int from hit
    union all ${buildFacetCounts(flags)}
    union all select 'page', report_id::text, (row_number() over (order by ${buildOrder(wanted)}))::int
      from (select * from passed order by ${buildOrder(wanted)}
        limit ${reportsPerPage} offset ${(wanted.page - 1) * reportsPerPage}) page`.execute(tx);
  const get = (kind: Row['kind']): number => rows.find((row) => row.kind === kind)?.number ?? 0;
  const page = rows.filter(({ kind }) => kind === 'page').toSorted((a, b) => a.number - b.number);
  return {
    ids: page.map(({ value }) => Number(value)),
    total: get('total'),
    hits: get('hits'),
    counts: sumCounts(
      rows.flatMap(({ kind, value, number }) =>
        isFacet(kind) ? [{ facet: kind, value, reports: number }] : [],
      ),
    ),
  };
}

/** One count of each choice. */
function sumCounts(counts: readonly FacetCount[]): FacetCount[] {
  const byChoice = Map.groupBy(counts, ({ facet, value }) => `${facet} ${value}`);
  return [...byChoice.values()].flatMap(([first, ...others]) =>
    first
      ? [{ ...first, reports: others.reduce((sum, { reports }) => sum + reports, first.reports) }]
      : [],
  );
}

/** What facets count and orders sort by: never the words, which are most of a row. */
const hitColumns = sql`f.report_id, f.title, f.industry_id, f.further_industry_ids, f.published_on,
  f.lowest_cents, f.pages, f.data_source, f.data_year, f.geography, f.formats`;

const selectPlan = (plan: Plan, wanted: ReportQuery, flags: Flags): RawBuilder<unknown> =>
  buildCandidates(plan, {
    ...flags,
    columns: sql`${hitColumns}, ${buildScore(plan)} as score, ${flags.columns}`,
    order: buildOrder({ ...wanted, words: '' }),
  });

const selectRanked = (ranked: readonly Ranked[], flags: Flags): RawBuilder<unknown> => sql`
  select ${hitColumns}, given.score, ${flags.columns}
  from unnest(${ranked.map(({ id }) => id)}::int[], ${ranked.map(({ score }) => score)}::float8[])
    as given (id, score)
  join find_report f on f.report_id = given.id`;

const orders = {
  match: sql`score desc, published_on desc, report_id desc`,
  newest: sql`published_on desc, report_id desc`,
  cheapest: sql`lowest_cents, published_on desc, report_id desc`,
  dearest: sql`lowest_cents desc nulls last, published_on desc, report_id desc`,
  longest: sql`pages desc nulls last, published_on desc, report_id desc`,
  title: sql`title, report_id`,
} as const satisfies Record<ReportQuery['sort'], RawBuilder<unknown>>;

/** Without words nothing matches better than another. */
const buildOrder = ({ sort, words }: ReportQuery): RawBuilder<unknown> =>
  orders[sort === 'match' && words.trim() === '' ? 'newest' : sort];

/** The best of a broad beginning are found by their subject, before all others. */
const maxSuggestedFrom = 2000;

/** The best reports of a plan, one for each subject. */
export async function findSubjects(tx: Tx, plan: Plan, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    with hit as materialized (
      ${buildCandidates(plan, {
        columns: sql`f.report_id, f.key, f.published_on, ${buildScore(plan)} as score`,
        limit: maxSuggestedFrom,
      })}),
    best as (select distinct on (key) * from hit
      order by key, score desc, published_on desc, report_id desc)
    select report_id as id, score from best
    order by score desc, published_on desc, report_id desc limit ${limit}`.execute(tx);
  return rows;
}

export const createStoredRanker = (tx: Tx): Ranker => ({
  list: (plan, limit) => listRanked(tx, plan, limit),
  rankByWeight: (groups, lists) => rankByWeight(tx, groups, lists),
});

async function listRanked(tx: Tx, plan: Plan, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select report_id as id, score from (${buildCandidates(plan, {
      columns: sql`f.report_id, ${buildScore(plan)} as score`,
    })}) f limit ${limit}`.execute(tx);
  return rows;
}

async function rankByWeight(
  tx: Tx,
  groups: readonly Group[],
  lists: readonly (readonly Group[])[],
): Promise<Ranked[]> {
  const query = toAnyListQuery(lists);
  if (query === undefined) return [];
  const weights = groups.map((group) => {
    const text = toGroupQuery(group);
    return sql`${weigh(group)}::float8 * case
      when f.words @@ ${toGroupQuery(group, titleWeights)}::tsquery then 2
      when f.words @@ ${text}::tsquery then 1.5
      when not d.words @@ ${text}::tsquery then 0
      when d.has_files and not d.words @@ ${toGroupQuery(group, pageWeight)}::tsquery then 0.2
      else 0.6 end`;
  });
  const { rows } = await sql<Ranked>`
    with candidate as (
      (select report_id from find_report where words @@ ${query}::tsquery limit ${maxFoundInside})
      union (select report_id from find_deep where words @@ ${query}::tsquery limit ${maxFoundInside}))
    select f.report_id as id, ${sql.join(weights, sql` + `)} as score
    from candidate join find_report f using (report_id) join find_deep d using (report_id)
    order by score desc, f.published_on desc, f.report_id desc limit ${maxFoundInside}`.execute(tx);
  return rows;
}
