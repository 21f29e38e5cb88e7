/**
 * `node bench/search.ts [reports]`: a catalogue of so many recombined titles (100,000 by default),
 * and the search over it: how often the right report is first and among the first five for queries
 * by rule, what nobody finds, and how long a query takes, also for one to three letters and for 16
 * at once. `VERBOSE=1` names what is not first, and the slowest 2 %.
 */
import os from 'node:os';
import { sql } from 'kysely';
import { makeCasesByRule, type SearchCase } from '../test/search/queries-by-rule.ts';
import { openSearchStore } from './search/search-store.ts';

const reportCount = Number(process.argv[2] ?? 100_000);
const casesPerRule = 20;

const { db, finder, titles, close } = await openSearchStore(reportCount);

type Timed = {
  readonly query: string;
  readonly place: number;
  readonly isEmpty: boolean;
  readonly ms: number;
};

type Asked = Omit<SearchCase, 'rule'> & { readonly industrySlug?: string };

async function ask({ query, expected, isTyping, industrySlug }: Asked): Promise<Timed> {
  const startedAt = performance.now();
  const { ids } = isTyping
    ? await finder.suggest(query, 6)
    : await finder.find({ words: query, sort: 'match', page: 1, industrySlug });
  const ms = performance.now() - startedAt;
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('report')
          .where('id', 'in', [...ids])
          .select(['id', 'code'])
          .execute();
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const place = ids.findIndex((id) => expected.includes(codes.get(id) ?? ''));
  return { query, place, isEmpty: ids.length === 0, ms };
}

const quantile = (values: readonly number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0).toFixed(1);

function describe(results: readonly Timed[]) {
  const times = results.map(({ ms }) => ms);
  const percent = (isRight: (result: Timed) => boolean): string =>
    `${((100 * results.filter(isRight).length) / results.length).toFixed(1)} %`;
  return {
    queries: results.length,
    first: percent(({ place }) => place === 0),
    'first five': percent(({ place }) => place >= 0 && place < 5),
    nothing: percent(({ isEmpty }) => isEmpty),
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
  };
}

const describeLoad = (): string => `load of the machine: ${os.loadavg()[0]?.toFixed(1)}`;

function nameSlowest(results: readonly Timed[]): void {
  if (!process.env['VERBOSE']) return;
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, Math.ceil(results.length / 50));
  console.table(slowest.map(({ query, ms }) => ({ query, ms: Math.round(ms * 10) / 10 })));
}

async function askAll(cases: readonly (SearchCase & Asked)[]): Promise<Timed[]> {
  const results: Timed[] = [];
  for (const one of cases) {
    const result = await ask(one);
    if (result.place !== 0 && process.env['VERBOSE'])
      console.log(one.rule, '|', one.query, '|', result.place);
    results.push(result);
  }
  return results;
}

/** Sixteen clients, each of which asks a part of them one after the other. */
async function askAtOnce(cases: readonly SearchCase[]): Promise<Timed[]> {
  const clients = Array.from({ length: 16 }, (_, index) =>
    askAll(cases.filter((__, place) => place % 16 === index)),
  );
  return (await Promise.all(clients)).flat();
}

const toCase = (query: string, isTyping: boolean): SearchCase => ({
  rule: '',
  query,
  expected: [],
  isTyping,
});

const short = ['l', 'li', 'lit', 'in', 'co', 'me', 'oil', 'gas', 'us', 'ai', 'e', 's', 'po', 'pol'];
/** Broad words, too, one for each client. */
const otherBroad = [
  'services',
  'materials',
  'software',
  'sensors',
  'packaging',
  'machinery',
].concat(
  ['components', 'films', 'fibers', 'storage', 'testing', 'logistics', 'recycling', 'analytics'],
  ['displays', 'filters'],
);
const broad = [
  'steel',
  'equipment',
  'industrial',
  'market',
  '',
  'smart systems',
  'medical devices',
];

try {
  console.log(describeLoad());
  const cases = makeCasesByRule(titles, casesPerRule);
  // Every connection of the pool has planned its statements, as in a store that runs.
  await askAtOnce(cases);
  await askAtOnce(otherBroad.map((query) => toCase(query, false)));
  const table: Record<string, unknown> = {};
  const byRule = Map.groupBy(cases, ({ rule }) => rule);
  const all: Timed[] = [];
  for (const [rule, list] of byRule) {
    const results = await askAll(list);
    all.push(...results);
    table[rule] = describe(results);
  }
  table['all by rule'] = describe(all);
  nameSlowest(all);
  const toCases = (words: readonly string[], isTyping: boolean): SearchCase[] =>
    words.map((query) => toCase(query, isTyping));
  const typed = toCases([...short, ...short, ...short], true);
  table['one to three letters'] = describe(await askAll(typed));
  const broadTimes = await askAll(toCases([...broad, ...broad], false));
  nameSlowest(broadTimes);
  table['broad words, with facets'] = describe(broadTimes);
  const inIndustry = toCases([...broad, ...broad], false).map((one, index) => ({
    ...one,
    industrySlug: `industry-${1 + index}`,
  }));
  table['within an industry, with facets'] = describe(await askAll(inIndustry));
  table['16 at once'] = describe(await askAtOnce(cases));
  console.table(table);
  console.log(describeLoad());
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size
    from pg_class c where c.relname like 'find\_%' and c.relkind = 'r'`.execute(db);
  console.log(`tables of the search: ${rows[0]?.size}`);
} finally {
  await close();
}
process.exit(0);
