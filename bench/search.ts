/**
 * `node bench/search.ts [reports]`: a catalogue of so many recombined titles (100,000 by default),
 * and the search over it: how often the right report is first and among the first five for queries
 * by rule, what nobody finds, and how long a query takes, also for one to three letters and for 16
 * at once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createPostgresFinder } from '#core/catalogue/search/postgres-finder.ts';
import { fillIndex } from '#core/catalogue/search/fill-index.ts';
import type { Deps } from '#core/deps.ts';
import { makeCasesByRule, type SearchCase } from '../test/search/queries-by-rule.ts';
import { writeTitles } from './search/titles.ts';

const reportCount = Number(process.argv[2] ?? 100_000);
const casesPerRule = 20;
const batchSize = 5000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-search-'));
const server = await startEmbeddedPostgres(folder, () => {});
const database = await openDatabase(server.url);
const { db } = database;
const finder = createPostgresFinder(db);

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`;

async function fill() {
  await migrateDatabase(database, 'db/migrations');
  await sql`insert into industry (slug, name, description, pictogram, meta_title, meta_description)
    select 'industry-' || n, 'Industry ' || n, '', 'tools', '', '' from generate_series(1, 30) n`.execute(
    db,
  );
  const titles = writeTitles(reportCount);
  for (let start = 0; start < titles.length; start += batchSize)
    await insertReports(JSON.stringify(titles.slice(start, start + batchSize)));
  await sql`analyze`.execute(db);
  const startedAt = performance.now();
  await fillIndex({ db, clock: () => new Date() } as Deps, finder);
  console.log(`index of ${reportCount} reports: ${seconds(startedAt)}`);
  await sql`vacuum analyze`.execute(db);
  return titles;
}

const insertReports = (titles: string) =>
  sql`with given as (
      select * from jsonb_to_recordset(${titles}::jsonb) as d (code text, title text, topic text)
    ), made as (
      insert into report (slug, code, industry_id, further_industry_ids, title,
        short_description, published_on, updated_at, state, released_at, version_number, pages, single_cents, multiple_cents,
        corporate_cents, data_sheet_cents, cover)
      select lower(code), code, 1 + abs(hashtext(topic)) % 30,
        case when abs(hashtext(code)) % 5 = 0 then array[1 + (abs(hashtext(code)) / 5) % 30]
          else '{}' end, title, title,
        date '2026-11-01' - abs(hashtext(code)) % 3000, now(), 'published', now(), 1,
        10 + abs(hashtext(code)) % 300, 100000 + 25000 * (abs(hashtext(code)) % 20), 500000, 700000,
        90000, '{}'
      from given returning id, code, title)
    insert into report_version (report_id, number, parts, made_at, made_by)
    select id, 1, jsonb_build_object('title', title, 'industry', '', 'slug', lower(code),
      'state', 'published', 'geography', jsonb_build_array('Place ' || id % 9),
      'companies', jsonb_build_array('Company ' || id % 5000, 'Maker ' || id % 700)), now(), 'bench'
    from made`.execute(db);

type Timed = { readonly place: number; readonly isEmpty: boolean; readonly ms: number };

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
  return { place, isEmpty: ids.length === 0, ms };
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

const short = ['l', 'li', 'lit', 'in', 'co', 'me', 'oil', 'gas', 'us', 'ai', 'e', 's', 'po', 'pol'];
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
  const titles = await fill();
  const cases = makeCasesByRule(titles, casesPerRule);
  await askAll(cases.slice(0, 50));
  const table: Record<string, unknown> = {};
  const byRule = Map.groupBy(cases, ({ rule }) => rule);
  const all: Timed[] = [];
  for (const [rule, list] of byRule) {
    const results = await askAll(list);
    all.push(...results);
    table[rule] = describe(results);
  }
  table['all by rule'] = describe(all);
  const toCases = (words: readonly string[], isTyping: boolean): SearchCase[] =>
    words.map((query) => ({ rule: '', query, expected: [], isTyping }));
  const typed = toCases([...short, ...short, ...short], true);
  table['one to three letters'] = describe(await askAll(typed));
  table['broad words, with facets'] = describe(await askAll(toCases([...broad, ...broad], false)));
  const inIndustry = toCases([...broad, ...broad], false).map((one, index) => ({
    ...one,
    industrySlug: `industry-${1 + index}`,
  }));
  table['within an industry, with facets'] = describe(await askAll(inIndustry));
  const clients = Array.from({ length: 16 }, (_, index) =>
    askAll(cases.filter((__, place) => place % 16 === index)),
  );
  table['16 at once'] = describe((await Promise.all(clients)).flat());
  console.table(table);
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size
    from pg_class c where c.relname like 'find\_%' and c.relkind = 'r'`.execute(db);
  console.log(`tables of the search: ${rows[0]?.size}`);
} finally {
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
