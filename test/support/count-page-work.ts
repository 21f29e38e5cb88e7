/**
 * A process of test/pages/page-work.test.ts: the built store over DATABASE_URL, and what making each
 * kind of page costs there: of PAGES, addresses by name as JSON, those of the office with STAFF_COOKIE.
 * It is counted and not timed, so that it is the same on a busy machine: calls of functions in the
 * build (ours, and packages that are built in) and of React's (by V8's precise coverage), statements
 * sent to the database, elements, bytes as they are and with brotli. Every page is made past the page
 * cache; one whose name ends with ", kept" is not in memory, and is answered as it was kept in the
 * database. The last line that it prints is JSON, by page.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { startBuiltApp } from '../../bench/support/program.ts';

/** What one page takes, in whole calls, statements, elements and bytes. */
export type PageWork = {
  readonly ownCalls: number;
  readonly reactCalls: number;
  readonly statements: number;
  /** Statements that the page sent before, with the same values. */
  readonly repeatedStatements: number;
  readonly elements: number;
  readonly bytes: number;
  readonly brotliBytes: number;
};

/** Pages of each kind before it is counted: what is kept for all pages is there then. */
const warmUps = 3;
/** The least of these is the page's: a background job beside one of them only adds to it. */
const counted = 9;

const { DATABASE_URL = '', DATA_DIR = '', PORT = '' } = process.env;
const running = await startBuiltApp({ DATABASE_URL, DATA_DIR, PORT, DEMO_OFFICE: 'off' });

/** Statements of the page under way: what background jobs ask meanwhile is not its own. */
const page = new AsyncLocalStorage<string[]>();
let underWay: string[] = [];

type Method = (...args: unknown[]) => unknown;
const query = Reflect.get(pg.Client.prototype, 'query') as Method;
Reflect.set(
  pg.Client.prototype,
  'query',
  function countAndQuery(this: unknown, ...args: unknown[]) {
    const [asked, values] = args as [string | { text: string; values?: unknown }, unknown];
    const [text, given] = typeof asked === 'string' ? [asked, values] : [asked.text, asked.values];
    page.getStore()?.push(JSON.stringify([text, given]));
    return Reflect.apply(query, this, args);
  },
);
const emit = Reflect.get(http.Server.prototype, 'emit') as Method;
Reflect.set(http.Server.prototype, 'emit', function emitForPage(this: unknown, ...args: unknown[]) {
  return page.run(underWay, () => Reflect.apply(emit, this, args));
});

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const isBuilt = (url: string): boolean => url.includes('/dist/');
const isReact = (url: string): boolean => /\/node_modules\/(react|react-dom|scheduler)\//.test(url);

/** Calls since it was asked last. */
async function takeCalls(): Promise<Pick<PageWork, 'ownCalls' | 'reactCalls'>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const sum = (isCounted: (url: string) => boolean): number =>
    result
      .filter(({ url }) => isCounted(url))
      .flatMap(({ functions }) => functions)
      .reduce((calls, { ranges }) => calls + (ranges[0]?.count ?? 0), 0);
  return { ownCalls: sum(isBuilt), reactCalls: sum(isReact) };
}

type Make = () => Promise<Response>;
/** How a page is made, and what is done before that each time, which is not counted. */
type Kind = { readonly make: Make; readonly prepare?: () => Promise<void> };

async function countOnce(name: string, { make, prepare }: Kind): Promise<PageWork> {
  await prepare?.();
  await takeCalls();
  const own: string[] = [];
  underWay = own;
  const answer = await page.run(own, make);
  const html = await answer.text();
  const calls = await takeCalls();
  if (answer.status !== 200) throw new Error(`${answer.status} instead of a page: ${name}`);
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return {
    ...calls,
    statements: own.length,
    repeatedStatements: own.length - new Set(own).size,
    elements: html.match(/<[a-z][^>]*>/gi)?.length ?? 0,
    bytes: Buffer.byteLength(html),
    brotliBytes: brotli.length,
  };
}

async function countWork(name: string, kind: Kind): Promise<PageWork> {
  for (let i = 0; i < warmUps; i++) await (await kind.make()).text();
  const works: PageWork[] = [];
  for (let i = 0; i < counted; i++) works.push(await countOnce(name, kind));
  const least = (figure: keyof PageWork): number => Math.min(...works.map((work) => work[figure]));
  return {
    ownCalls: least('ownCalls'),
    reactCalls: least('reactCalls'),
    statements: least('statements'),
    repeatedStatements: least('repeatedStatements'),
    elements: least('elements'),
    bytes: least('bytes'),
    brotliBytes: least('brotliBytes'),
  };
}

const database = new pg.Client({ connectionString: DATABASE_URL });
await database.connect();

/** The page is kept in the database, and no page is in memory, afterwards. */
async function leaveToDatabase(address: string): Promise<void> {
  const isKept = async (): Promise<boolean> => {
    const { rows } = await database.query('select from kept_page where key = $1', [address]);
    return rows.length > 0;
  };
  while (!(await isKept())) await fetchPage(address);
  // What nobody can read drops all pages in memory, and nothing in the database.
  await database.query(`notify reportstand_invalidations, 'all'`);
  await setTimeout(100);
  // Which addresses have a page is read once after a change.
  await fetchPage('/no-such-page-at-all');
}

const headers = { cookie: process.env['STAFF_COOKIE'] ?? '' };
const fetchPage = (address: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORT}${address}`, { headers, redirect: 'manual' });

function chooseKind(name: string, address: string): Kind {
  const make = (): Promise<Response> => fetchPage(address);
  if (address.startsWith('/admin')) return { make };
  if (name.endsWith(', kept')) return { make, prepare: () => leaveToDatabase(address) };
  return { make: () => running.renderUncached(address) };
}

const pages = JSON.parse(process.env['PAGES'] ?? '{}') as Record<string, string>;
const works: Record<string, PageWork> = {};
for (const [name, address] of Object.entries(pages))
  works[name] = await countWork(name, chooseKind(name, address));
await database.end();
await running.stop();
console.log(JSON.stringify(works));
process.exit(0);
