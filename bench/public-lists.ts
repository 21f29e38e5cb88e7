/**
 * `node bench/public-lists.ts [reports]`: the public lists of a store with a million reports, each
 * page rendered past the page cache: the store and an industry on their first, middle and last
 * pages, lists narrowed by each filter and in each order, and the pages that count industries. And
 * what the first of them takes after a change of the catalogue.
 */
import { sql } from 'kysely';
import { openLargeStore } from './support/large-store.ts';
import { addReports } from './support/many-reports.ts';
import { measure, toRow } from './support/measure-pages.ts';

const reportCount = Number(process.argv[2] ?? 1_000_000);
const timesEach = 200;
/** Of each list, as many as a store that just started needs before its code is compiled. */
const warmUpPages = 60;
const boundMs = 30;
const reportsPerPage = 12;
const searchPages = 830;

/** Pages from one to another, `timesEach` in all, each once. */
const listPages = (first: number, last: number): number[] =>
  Array.from({ length: timesEach }, (_, index) =>
    Math.floor(first + ((last - first) * index) / timesEach),
  );

/** Short lists again and again: of forty pages the slowest alone is the 99th percentile. */
const repeat = (paths: readonly string[]): string[] =>
  Array.from({ length: timesEach }, (_, index) => paths[index % paths.length] ?? '');

const store = await openLargeStore('public', (db) => addReports(db, reportCount));
try {
  const { rows } = await sql<{ slug: string; reports: number; name: string }>`
    select i.slug, count(*)::int as reports from report r join industry i on i.id = r.industry_id
    where r.state = 'published' group by i.slug order by 2 desc`.execute(store.db);
  const [largest] = rows;
  if (!largest) throw new Error('there are no industries');
  const storePages = Math.floor(reportCount / reportsPerPage);
  const industryPages = Math.floor(largest.reports / reportsPerPage);
  const industry = `/industries/${largest.slug}`;
  const search = (filters: string): string[] =>
    listPages(1, searchPages).map((page) => `/custom_search?${filters}&page=${page}`);
  const lists: Readonly<Record<string, readonly string[]>> = {
    'store, first pages': listPages(1, 60).map((page) => `/report-store?page=${page}`),
    'store, any page': listPages(1, storePages).map((page) => `/report-store?page=${page}`),
    'store, last pages': listPages(storePages - 60, storePages).map(
      (page) => `/report-store?page=${page}`,
    ),
    'industry, any page': listPages(1, industryPages).map((page) => `${industry}?page=${page}`),
    'home, each industry': rows.map(({ slug }) => `/?industry=${slug}`),
    'each industry': rows.map(({ slug }) => `/industries/${slug}`),
    industries: listPages(1, 1).map(() => '/industries'),
    services: listPages(1, 1).map(() => '/services'),
    'search without words': search(''),
    ...Object.fromEntries(
      [
        `industry=${largest.slug}`,
        'year=2021',
        'price_from=3000&price_to=4000',
        'pages=2',
        'format=xlsx',
        'geography=United States',
        'sort=cheapest',
        'sort=title',
        'sort=longest',
        `industry=${largest.slug}&year=2021&sort=dearest`,
        'data_year=2023',
        'pages_from=40',
      ].map((filters) => [`search, ${filters}`, search(filters)]),
    ),
  };
  const table: Record<string, unknown> = {};
  const render = async (path: string): Promise<void> => {
    const response = await store.renderUncached(path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  };
  for (const paths of Object.values(lists)) await measure(paths.slice(0, warmUpPages), render);
  for (const [name, paths] of Object.entries(lists))
    table[name] = toRow(await measure(repeat(paths), render), boundMs);
  for (const path of ['/report-store', industry, '/', '/custom_search']) {
    await sql`update catalogue_revision set number = number + 1`.execute(store.db);
    table[`${path} after a change`] = toRow(await measure([path], render), boundMs);
  }
  console.table(table);
} finally {
  await store.close();
}
process.exit(0);
