/** The search's questions to PostgreSQL. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../deps.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import {
  facetNames,
  leaveOutFacet,
  listChosenFacets,
  type FacetChoice,
  type FacetCount,
} from './facets.model.ts';
import { keepByRevision } from '../reports/kept-by-revision.ts';
import { reportsPerPage, type ReportQuery } from '../model.ts';
import type { ExplainedReport } from './explain-match.ts';
import {
  buildFacetCounts,
  buildFlags,
  joinAll,
  listKindConditions,
  listRowConditions,
  type Flags,
} from './facets.store.ts';
import { maxCounted, maxCountedTyping, maxMentioned, type Group, type Plan } from './plan.model.ts';
import { buildHits, buildScore } from './rank.store.ts';
import { pageWeights, toGroupQuery } from './ts-query.model.ts';

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
export type Page = Counted & {
  readonly reports: readonly FoundTitle[];
  /** Where there is no hit: reports that no more than mention the words. */
  readonly mentioned: readonly FoundTitle[];
};

export type FoundTitle = { readonly id: number; readonly code: string; readonly title: string };

type Row = {
  readonly kind: 'page' | 'mention' | 'list' | 'total' | 'hits' | FacetCount['facet'];
  readonly value: string;
  readonly number: number;
};

const foundTitleSchema = z.object({ id: z.number(), code: z.string(), title: z.string() });

const isFacet = (kind: Row['kind']): kind is FacetCount['facet'] =>
  facetNames.some((name) => name === kind);

/** Finds one page of what the plan finds, with its facets; else what mentions its words. */
export async function findPage(tx: Database, wanted: ReportQuery, plan: Plan): Promise<Page> {
  const flags = buildFlags(wanted);
  const { shown, ...counted } = await countHits(
    tx,
    { hits: buildHits(plan, flags), score: buildScore(plan), flags },
    sql`
    select 'page', jsonb_build_object('id', r.id, 'code', r.code, 'title', r.title)::text, place
    from (select report_id, (row_number() over (order by ${buildOrder(wanted)}))::int as place
      from (select * from passed order by ${buildOrder(wanted)}
        limit ${sql.lit(reportsPerPage)} offset ${(wanted.page - 1) * reportsPerPage}) page) numbered
    join report r on r.id = numbered.report_id
    union all
    (select 'mention', jsonb_build_object('id', r.id, 'code', r.code, 'title', r.title)::text, 0
    from mention join report r on r.id = report_id
    where not exists (select from hit) limit ${sql.lit(maxMentioned)})`,
  );
  const list = (kind: 'page' | 'mention'): FoundTitle[] =>
    shown
      .filter((row) => row.kind === kind)
      .toSorted((x, y) => x.number - y.number)
      .map(({ value }) => foundTitleSchema.parse(JSON.parse(value)));
  return { ...counted, reports: list('page'), mentioned: list('mention') };
}

/**
 * All reports that a plan finds, or all where there is none, that pass the filters: in their order, as
 * far as a search counts. No others are read: what a chosen facet would leave otherwise is counted in
 * the list without it.
 */
async function listAll(
  tx: Database,
  wanted: ReportQuery,
  plan?: Plan,
): Promise<Counted & { readonly ids: readonly number[] }> {
  const flags = buildFlags(wanted, { withFailed: false });
  const listed = plan
    ? { hits: buildHits(plan, { ...flags, isByTitle: true }), score: buildScore(plan), flags }
    : { hits: await selectWholeList(tx, wanted), flags, mark: sql`` };
  const { shown, ...counted } = await countHits(
    tx,
    listed,
    sql`select 'list', array_to_string(array(
      select report_id from passed order by ${buildOrder(wanted)}), ','), 0`,
  );
  const [list = ''] = shown.map(({ value }) => value);
  const ids = list === '' ? [] : list.split(',').map(Number);
  return { ...counted, ids: ids.slice(0, maxCounted) };
}

type Hits = {
  /** The beginning of the statement, with a table `hit`. */
  readonly hits: RawBuilder<unknown>;
  readonly flags: Flags;
  readonly score?: RawBuilder<number>;
  /** Empty where each list has a plan of its own. */
  readonly mark?: RawBuilder<unknown>;
};

/** Counts all of `hit`, with rows of their own for what is shown of it. */
async function countHits(
  tx: Database,
  { hits, flags, score = sql`0::float8`, mark = prepared }: Hits,
  selectShown: RawBuilder<unknown>,
): Promise<Counted & { readonly shown: readonly Row[] }> {
  const { rows } = await sql<Row>`${mark} ${hits},
    passed as (select f.*, ${score} as score from hit f where ${flags.allPassed})
    select kind, '' as value, number from (
      select count(*)::int as hits, (count(*) filter (where ${flags.allPassed}))::int as total
      from hit f) counted, lateral (values ('hits', hits), ('total', total)) as c (kind, number)
    union all ${buildFacetCounts(flags)}
    union all ${selectShown}`.execute(tx);
  const get = (kind: Row['kind']): number => rows.find((row) => row.kind === kind)?.number ?? 0;
  return {
    shown: rows.filter(({ kind }) => kind === 'page' || kind === 'mention' || kind === 'list'),
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
export async function findSubjects(tx: Database, plan: Plan, limit: number): Promise<FoundTitle[]> {
  if (isOneBeginning(plan)) {
    const subjects = await listSubjects(tx, plan, { limit, isBySubject: true });
    if (subjects.length >= limit) return subjects;
  }
  return listSubjects(tx, plan, { limit, isBySubject: false });
}

/** How many reports a plan finds; `maxCountedTyping` + 1 if there are more. */
export async function countFound(tx: Database, plan: Plan): Promise<number> {
  const most = maxCountedTyping + 1;
  const { rows } = await sql<{ reports: number }>`${prepared}
    ${buildHits(plan, { limit: most })}
    select least(count(*), ${sql.lit(most)})::int as reports from hit`.execute(tx);
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
): Promise<FoundTitle[]> {
  const order = sql`score desc, published_on desc, report_id desc`;
  const { rows } = await sql<FoundTitle>`${prepared}
    ${buildHits(plan, { limit: maxSuggestedFrom, isBySubject })},
    scored as (select f.report_id, f.key, f.published_on, ${buildScore(plan)} as score from hit f),
    best as (select distinct on (key) * from scored order by key, ${order}),
    first as (select * from best order by ${order} limit ${sql.lit(limit)})
    select r.id, r.code, r.title from first join report r on r.id = report_id
    order by score desc, first.published_on desc, report_id desc`.execute(tx);
  return rows;
}

/**
 * A query for the first reports in this order, as far as a search counts, with what facets count.
 * Each order is read from one index alone. What the industry and the kinds are is read before, so that
 * the planner knows how many reports have them and which index finds them first.
 */
async function selectWholeList(tx: Database, wanted: ReportQuery): Promise<RawBuilder<unknown>> {
  const order = buildOrder({ ...wanted, words: '' });
  const title = wanted.sort === 'title' ? sql`f.title, ` : sql``;
  const parts = (await listPlaces(tx, wanted)).map(
    (
      place,
    ) => sql`(select ${title} f.report_id, f.industry_id, f.published_on, f.lowest_cents, f.pages,
      f.kind_id from list_report f where ${joinAll([...place, ...listRowConditions(wanted)])}
      order by ${order} limit ${sql.lit(maxCounted + 1)})`,
  );
  return sql`with hit as materialized (select f.*, kind.data_source, kind.data_year, kind.geography, kind.formats,
      kind.further_industry_ids
    from (${sql.join(parts, sql` union all `)}) f join list_kind kind on kind.id = f.kind_id)`;
}

/** An industry's own reports and those of which it is a further industry are in two places. */
async function listPlaces(tx: Database, choice: FacetChoice): Promise<RawBuilder<boolean>[][]> {
  const conditions = listKindConditions(choice);
  const kinds = conditions.length === 0 ? [] : [hasKind(await listKinds(tx, conditions))];
  if (choice.industrySlug === undefined) return [kinds];
  const industry = await tx
    .selectFrom('industry')
    .where('slug', '=', choice.industrySlug)
    .select('id')
    .executeTakeFirst();
  const id = industry?.id ?? 0;
  const further = await listKinds(tx, [
    ...conditions,
    sql<boolean>`f.further_industry_ids @> array[${id}::int]`,
  ]);
  const own = [sql<boolean>`f.industry_id = ${id}`, ...kinds];
  return further.length === 0 ? [own] : [own, [hasKind(further)]];
}

const hasKind = (ids: number[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql`false` : sql`f.kind_id = any(${ids}::int[])`;

async function listKinds(
  tx: Database,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from list_kind f where ${joinAll(conditions)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Every report that passes the filters, and that the plan finds, where there is one. */
type Listed = { readonly wanted: ReportQuery; readonly plan?: Plan | undefined };

export type KeptList = Counted & {
  /** In their order, as far as a search counts. */
  readonly ids: readonly number[];
};

/**
 * Reads such lists with their facets. Each page of one counts ten thousand reports, which are the same
 * for all pages, so that it is kept until the catalogue changes. What another choice of a facet would
 * leave is counted in the list without this facet, which visitors mostly come from.
 */
export class KeptLists {
  readonly #getPassed: (listed: Listed) => Promise<KeptList>;

  constructor(db: Database) {
    this.#getPassed = keepByRevision(db, toListKey, ({ wanted, plan }: Listed) =>
      plan
        ? readForSearch(db, (tx) => listAll(tx, wanted, plan))
        : readForSearch(db, (tx) => listAll(tx, { ...wanted, words: '' }), 'for-each'),
    );
  }

  async get({ wanted, plan }: Listed): Promise<KeptList> {
    const list = await this.#getPassed({ wanted, plan });
    const chosen = listChosenFacets(wanted);
    const counts = list.counts.filter(({ facet }) => !chosen.includes(facet));
    let { hits } = list;
    for (const facet of chosen) {
      const all: ReportQuery = { ...leaveOutFacet(wanted, facet), sort: 'match' };
      const without = await this.#getPassed({ wanted: all, plan });
      counts.push(...without.counts.filter((count) => count.facet === facet));
      hits = Math.max(hits, without.hits);
    }
    return { ...list, hits, counts };
  }
}

const toListKey = ({ wanted, plan }: Listed): string =>
  JSON.stringify([{ ...wanted, words: '', isExact: undefined, page: 1 }, plan]);

/** Reads the texts of the reports of one page. */
export const listExplained = (
  tx: Database,
  ids: readonly number[],
  plan: Plan,
): Promise<(ExplainedReport & { readonly id: number })[]> =>
  tx
    .selectFrom('report')
    .innerJoin('findDeep', 'findDeep.reportId', 'report.id')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.id', 'in', [...ids])
    .select(['report.id', 'report.code', 'report.title', 'report.shortDescription'])
    .select('reportVersion.parts')
    .select(
      sql<string[]>`jsonb_path_query_array(coalesce(report_version.data, '{}'),
        '$.figures.*[*].label') || jsonb_path_query_array(coalesce(report_version.data, '{}'),
        '$.figures.rankings[*].rows[*].name')`.as('dataNames'),
    )
    .select(
      sql<boolean[]>`array[${sql.join(plan.groups.map(isInFiles))}]::boolean[]`.as('isInFiles'),
    )
    .execute();

/** A report has few groups: each is one look at its row. */
const isInFiles = (group: Group) => sql<boolean>`find_deep.words @@ ${toGroupQuery(group)}::tsquery
  and not find_deep.words @@ ${toGroupQuery(group, pageWeights)}::tsquery`;

/** In the order of the ids. */
export async function listTitles(tx: Database, ids: readonly number[]): Promise<FoundTitle[]> {
  const rows = await tx
    .selectFrom('report')
    .select(['id', 'code', 'title'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The industries whose names and descriptions are most like the text. */
export async function findNearestIndustries(
  db: Database,
  text: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from industry
    order by word_similarity(${text}, name || ' ' || description) desc, name
    limit ${limit}`.execute(db);
  return rows.map(({ slug }) => slug);
}

/**
 * Industries whose name contains the text, by name, with the number of their published reports; and
 * how many they are without the limit.
 */
export async function findIndustries(
  db: Database,
  text: string,
  limit: number,
): Promise<{ industries: { slug: string; name: string; reports: number }[]; total: number }> {
  const rows = await db
    .selectFrom('industry')
    .select(['slug', 'name'])
    .select(
      sql<number>`(select coalesce(sum(reports), 0)::int from list_day
        where industry_id = industry.id)`.as('reports'),
    )
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('name', 'ilike', containsPattern(text))
    .orderBy('name')
    .limit(limit)
    .execute();
  const industries = rows.map(({ slug, name, reports }) => ({ slug, name, reports }));
  return { industries, total: rows[0]?.total ?? 0 };
}
