/** The search's questions to PostgreSQL. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { facetNames, type FacetCount } from '../facets.model.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import { buildFacetCounts, buildFlags, type Flags } from './facets.store.ts';
import { maxCounted, maxCountedTyping } from './finder.ts';
import type { Plan } from './plan.model.ts';
import { buildCandidates, buildScore, type Ranked } from './rank.store.ts';
import { selectWholeList } from './whole-list.store.ts';

/** A search that takes longer than this in the database has words that were chosen for it. */
const statementTimeout = '2s';

/**
 * Reads on one connection, in a transaction that ends with it. Indexes alone: PostgreSQL would rather
 * read a whole table than rank, which takes fifty times as long. A visitor waits for each statement,
 * so the settings come with the first one, and what was read is there before the transaction has
 * ended. Plans are the same for all words, or made for each list's filters. Throws where a statement
 * takes over two seconds.
 */
export function readForSearch<T>(
  db: Database,
  read: (tx: Database) => Promise<T>,
  plans: 'for-all' | 'for-each' = 'for-all',
): Promise<T> {
  return new Promise((resolve, reject) => {
    db.connection()
      .execute(async (connection) => {
        await sql.raw(beginSearch(plans)).execute(connection);
        try {
          resolve(await read(connection));
        } finally {
          await sql`rollback`.execute(connection);
        }
      })
      .catch(reject);
  });
}

const beginSearch = (
  plans: 'for-all' | 'for-each',
): string => `begin read only; set local statement_timeout = '${statementTimeout}';
  set local enable_seqscan = off; set local jit = off; set local work_mem = '16MB';
  set local plan_cache_mode = ${plans === 'for-all' ? 'force_generic_plan' : 'force_custom_plan'}`;

export type Counted = {
  readonly total: number;
  /** Before the filters. */
  readonly hits: number;
  readonly counts: readonly FacetCount[];
};

/** In their order, with what is said of them at a glance. */
export type Page = Counted & { readonly reports: readonly ScoredTitle[] };

export type FoundTitle = { readonly id: number; readonly code: string; readonly title: string };

type ScoredTitle = FoundTitle & Ranked;

type Row = {
  readonly kind: 'page' | 'list' | 'total' | 'hits' | FacetCount['facet'];
  readonly value: string;
  readonly number: number;
};

const scoredTitleSchema = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  score: z.number(),
});

const isFacet = (kind: Row['kind']): kind is FacetCount['facet'] =>
  facetNames.some((name) => name === kind);

/** One page of what the plan finds, or of the reports that are given, with its facets. */
export async function findPage(
  tx: Database,
  wanted: ReportQuery,
  source: { readonly plan: Plan } | { readonly ranked: readonly Ranked[] },
): Promise<Page> {
  const flags = buildFlags(wanted);
  const hit =
    'plan' in source ? selectPlan(source.plan, flags) : selectRanked(source.ranked, flags);
  const { shown, ...counted } = await countHits(
    tx,
    { hit, flags },
    sql`
    select 'page', jsonb_build_object('id', r.id, 'code', r.code, 'title', r.title,
      'score', score)::text, place
    from (select report_id, score, (row_number() over (order by ${buildOrder(wanted)}))::int as place
      from (select * from passed order by ${buildOrder(wanted)}
        limit ${sql.lit(reportsPerPage)} offset ${(wanted.page - 1) * reportsPerPage}) page) numbered
    join report r on r.id = numbered.report_id`,
  );
  const page = shown.toSorted((a, b) => a.number - b.number);
  const reports = page.map(({ value }) => scoredTitleSchema.parse(JSON.parse(value)));
  return { ...counted, reports };
}

/**
 * All reports that a plan finds, or all where there is none, that pass the filters: in their order, as
 * far as a search counts. No others are read: what a chosen facet would leave otherwise is counted in
 * the list without it.
 */
export async function listAll(
  tx: Database,
  wanted: ReportQuery,
  plan?: Plan,
): Promise<Counted & { readonly ids: readonly number[] }> {
  const flags = buildFlags(wanted, { withFailed: false });
  const hit = plan
    ? selectPlan(plan, flags)
    : await selectWholeList(tx, wanted, buildOrder({ ...wanted, words: '' }));
  const { shown, ...counted } = await countHits(
    tx,
    { hit, flags, mark: plan ? prepared : sql`` },
    sql`select 'list', array_to_string(array(
      select report_id from passed order by ${buildOrder(wanted)}), ','), 0`,
  );
  const [list = ''] = shown.map(({ value }) => value);
  const ids = list === '' ? [] : list.split(',').map(Number);
  return { ...counted, ids: ids.slice(0, maxCounted) };
}

type Hits = {
  readonly hit: RawBuilder<unknown>;
  readonly flags: Flags;
  /** Empty where each list has a plan of its own. */
  readonly mark?: RawBuilder<unknown>;
};

/** Counts of `hit`, with rows of their own for what is shown of it. */
async function countHits(
  tx: Database,
  { hit, flags, mark = prepared }: Hits,
  selectShown: RawBuilder<unknown>,
): Promise<Counted & { readonly shown: readonly Row[] }> {
  const { rows } = await sql<Row>`${mark}
    with hit as materialized (${hit}),
    passed as (select * from hit where ${flags.allPassed})
    select kind, '' as value, number from (
      select count(*)::int as hits, (count(*) filter (where ${flags.allPassed}))::int as total
      from hit) counted, lateral (values ('hits', hits), ('total', total)) as c (kind, number)
    union all ${buildFacetCounts(flags)}
    union all ${selectShown}`.execute(tx);
  const get = (kind: Row['kind']): number => rows.find((row) => row.kind === kind)?.number ?? 0;
  return {
    shown: rows.filter(({ kind }) => kind === 'page' || kind === 'list'),
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

const selectPlan = (plan: Plan, flags: Flags): RawBuilder<unknown> =>
  buildCandidates(plan, {
    ...flags,
    columns: sql`${hitColumns}, ${buildScore(plan)} as score, ${flags.columns}`,
    columnsOfFailed: sql`${hitColumns}, 0::float8 as score, ${flags.columns}`,
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

/**
 * The best reports of a plan, one for each subject. The beginning of one word is in very many titles:
 * where enough subjects begin with it, no others can be better.
 */
export async function findSubjects(tx: Database, plan: Plan, limit: number): Promise<Ranked[]> {
  if (isOneBeginning(plan)) {
    const subjects = await listSubjects(tx, plan, { limit, isBySubject: true });
    if (subjects.length >= limit) return subjects;
  }
  return listSubjects(tx, plan, { limit, isBySubject: false });
}

/** How many reports a plan finds by title and keywords; `maxCountedTyping` + 1 where there are more. */
export async function countFound(tx: Database, plan: Plan): Promise<number> {
  const most = maxCountedTyping + 1;
  const { rows } = await sql<{ reports: number }>`${prepared}
    select least(count(*), ${sql.lit(most)})::int as reports
    from (${buildCandidates(plan, { columns: sql`f.report_id`, limit: most })}) hit`.execute(tx);
  return rows[0]?.reports ?? 0;
}

const isOneBeginning = (plan: Plan): boolean =>
  plan.hasNamePrefix &&
  plan.groups.length === 1 &&
  [plan.soft, plan.years, plan.codes].every((list) => list.length === 0) &&
  !plan.name.includes(' ');

async function listSubjects(
  tx: Database,
  plan: Plan,
  { limit, isBySubject }: { readonly limit: number; readonly isBySubject: boolean },
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`${prepared}
    with hit as materialized (
      ${buildCandidates(plan, {
        columns: sql`f.report_id, f.key, f.published_on, ${buildScore(plan)} as score`,
        limit: maxSuggestedFrom,
        isBySubject,
      })}),
    best as (select distinct on (key) * from hit
      order by key, score desc, published_on desc, report_id desc)
    select report_id as id, score from best
    order by score desc, published_on desc, report_id desc limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}
