import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { invalidate, listenForInvalidations } from '#adapters/cache-invalidation.ts';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { KeptPages } from '#adapters/kept-pages/index.ts';
import { trimKeptPages } from '#adapters/kept-pages/trim-kept-pages.ts';
import { startDelayedDatabaseProxy } from '../../../test/support/delayed-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { WorkQueue } from '../http/work-queue.ts';
import type { BuiltPage } from './build-page.ts';
import { PageBuilding } from './page-building.ts';
import { PageCache } from './page-cache.ts';
import { PageKeeping } from './page-keeping.ts';

let database: TestDatabase;
const processes: Process[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table shown (version int not null)`.execute(database.db);
  await sql`insert into shown values (0)`.execute(database.db);
});
beforeEach(() => trim());
afterEach(async () => {
  for (const process of processes.splice(0)) await process.close();
});
afterAll(() => database?.drop());

const trim = (): Promise<void> => trimKeptPages(database.db, { build: 'b', maxBytes: 2 ** 30 });
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The part of a program that makes pages: they show a number of the database, twice. */
class Process {
  readonly cache = new PageCache({ maxBytes: 2 ** 20 });
  readonly #building: PageBuilding;
  readonly #keeping: PageKeeping;
  readonly #listener: ReturnType<typeof listenForInvalidations>;
  readonly #own: OpenDatabase;
  /** What the program keeps of the database in its memory, until it hears of a change. */
  #remembered: Promise<number> | undefined;
  renderings = 0;
  renderMs = 0;

  private constructor(own: OpenDatabase, listenUrl: string) {
    const { cache } = this;
    this.#own = own;
    this.#listener = listenForInvalidations(
      listenUrl,
      {
        onInvalidate: (tags) => {
          cache.invalidateTags(tags);
          if (tags.length > 0) this.#remembered = undefined;
        },
        onReconnect: () => {
          cache.clear();
          this.#remembered = undefined;
        },
      },
      silent,
    );
    const settle = (): Promise<boolean> => this.settle();
    const keptPages = new KeptPages(own.db, 'b');
    this.#keeping = new PageKeeping({ keptPages, cache, settle, log: silent, maxFindMs: 20_000 });
    this.#building = new PageBuilding({
      cache,
      keeping: this.#keeping,
      renderings: new WorkQueue({ maxRunning: 8, maxWaiting: 200, maxWaitMs: 20_000 }),
      headers: { headers: {} },
      render: () => this.#render(),
    });
  }

  /** `urls` differ if something is between the program and its database. */
  static async start(urls: { pages?: string; listener?: string } = {}): Promise<Process> {
    const own = await openDatabase(urls.pages ?? database.url, 10);
    const process = new Process(own, urls.listener ?? database.url);
    processes.push(process);
    await waitUntil('it listens', () => process.settle());
    return process;
  }

  settle(): Promise<boolean> {
    return this.#listener.settle();
  }

  build(key = '/shown'): Promise<BuiltPage> {
    return this.#building.build(key, 'a visitor');
  }

  /** The lower number that the page shows. */
  async read(key = '/shown'): Promise<number> {
    const cached = this.cache.find(key);
    return readVersion(cached ? { cached } : await this.build(key));
  }

  refill(key: string): Promise<boolean> {
    return this.#building.refill(key);
  }

  /** What it was storing has been stored. */
  async finishStoring(): Promise<void> {
    await this.#keeping.close();
  }

  async close(): Promise<void> {
    await this.#keeping.close();
    await this.#listener.close();
    await this.#own.close();
  }

  async #render() {
    this.renderings++;
    this.#remembered ??= this.#readVersion();
    const remembered = await this.#remembered;
    await sleep(this.renderMs);
    const html = `${remembered} ${await this.#readVersion()}`.padEnd(2000);
    return { response: new Response(html), tags: new Set(['shown']) };
  }

  async #readVersion(): Promise<number> {
    const { rows } = await sql<{ version: number }>`select version from shown`.execute(
      this.#own.db,
    );
    return Number(rows[0]?.version);
  }
}

function readVersion(page: BuiltPage): number {
  if ('uncached' in page) throw new Error('the page can be cached');
  const { br, identity } = page.cached.bodies;
  const html = identity?.bytes ?? brotliDecompressSync(br!.bytes);
  return Math.min(...html.toString().trim().split(' ').map(Number));
}

/** Changes what the page shows; the transaction stays open for that long, and may abort. */
async function change({ openMs = 0, aborts = false } = {}): Promise<number> {
  let version = 0;
  await database.db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ version: number }>`
        update shown set version = version + 1 returning version`.execute(tx);
      await invalidate(tx, ['shown']);
      await sleep(openMs);
      if (aborts) throw new Error('aborted');
      version = Number(rows[0]?.version);
    })
    .catch((error: unknown) => {
      if (!aborts) throw error;
    });
  return version;
}

test('what one process has rendered, another reads, and a new one', async () => {
  const [one, two] = [await Process.start(), await Process.start()];
  await change();
  await one.settle();
  const version = await one.read();
  await one.finishStoring();
  expect(await two.read()).toBe(version);
  expect([one.renderings, two.renderings]).toEqual([1, 0]);
  expect(two.cache.find('/shown')).toBeDefined();
});

test('a page that was read slowly and dropped meanwhile does not stay in memory', async () => {
  const line = await startDelayedDatabaseProxy(database.url, 300);
  const [quick, slow] = [await Process.start(), await Process.start({ pages: line.url })];
  await change();
  await quick.settle();
  const before = await quick.read();
  await quick.finishStoring();
  await slow.settle();
  const reading = slow.read();
  await waitUntil('its answer is on the way', () => line.countDelays() > 0);
  await sleep(100);
  const after = await change();
  await slow.settle();
  expect(await reading).toBeLessThanOrEqual(after);
  expect(await slow.read()).toBe(after);
  expect(before).toBeLessThan(after);
  await slow.close();
  processes.pop();
  line.close();
});

test('what a process remembers from before a change is not kept after it', async () => {
  const line = await startDelayedDatabaseProxy(database.url, 300);
  const late = await Process.start({ listener: line.url });
  await late.read('/other');
  const version = await change();
  // It has not heard of the change, and takes what it shows from its memory.
  expect(await late.read('/fresh')).toBeLessThan(version);
  await late.finishStoring();
  const other = await Process.start();
  expect(await other.read('/fresh')).toBe(version);
  await late.close();
  processes.shift();
  line.close();
});

test('who asks after a change does not share a rendering from before it', async () => {
  const one = await Process.start();
  await change();
  await one.settle();
  one.renderMs = 500;
  const early = one.read('/long');
  await waitUntil('it is being rendered', () => one.renderings === 1);
  await sleep(50);
  const version = await change();
  await one.settle();
  one.renderMs = 0;
  expect(await one.read('/long')).toBe(version);
  expect(await early).toBeLessThan(version);
  expect(await one.read('/long')).toBe(version);
});

test('nobody ever reads less than what was committed before, whatever is done at the same time', async () => {
  let committed = Number(
    (await sql<{ version: number }>`select version from shown`.execute(database.db)).rows[0]
      ?.version,
  );
  const all = [await Process.start(), await Process.start(), await Process.start()];
  const leastReads = 1500;
  const counts = { reads: 0, found: 0 };
  const isEnough = (): boolean => counts.reads >= leastReads;
  const repeat = async (work: () => Promise<unknown>, maxPauseMs: number): Promise<void> => {
    while (!isEnough()) {
      await work();
      await sleep(Math.random() * maxPauseMs);
    }
  };
  const stale: string[] = [];
  const readOnce = async (process: Process, key: string): Promise<void> => {
    await process.settle();
    const least = committed;
    // It may have committed after this process settled.
    if (!(await process.settle())) return;
    process.renderMs = Math.random() * 30;
    const before = process.renderings;
    if (Math.random() < 0.5) process.cache.clear();
    const version = await process.read(key);
    counts.reads++;
    if (process.renderings === before) counts.found++;
    if (version < least) stale.push(`${key}: ${version} after ${least}`);
  };
  await Promise.all([
    repeat(async () => {
      const aborts = Math.random() < 0.3;
      const version = await change({ openMs: Math.random() * 60, aborts });
      if (!aborts) committed = Math.max(committed, version);
    }, 150),
    repeat(trim, 20),
    ...all.flatMap((process) =>
      ['/a', '/b', '/c', '/a'].map((key) => repeat(() => readOnce(process, key), 5)),
    ),
  ]);
  expect(stale).toEqual([]);
  expect(counts.found).toBeGreaterThan(10);
});

test('a page that was dropped is made again for all, and not into memory', async () => {
  const [one, two] = [await Process.start(), await Process.start()];
  const version = await change();
  await one.settle();
  expect(await one.refill('/again')).toBe(true);
  await one.finishStoring();
  expect(one.cache.find('/again')).toBeUndefined();
  expect(await two.read('/again')).toBe(version);
  expect(await two.refill('/again')).toBe(true);
  expect([one.renderings, two.renderings]).toEqual([1, 0]);
});

test('without its tables, and while it is locked, a page is rendered all the same', async () => {
  const one = await Process.start();
  await sql`alter table kept_page rename to hidden_page`.execute(database.db);
  expect(await one.read('/hidden')).toBeGreaterThanOrEqual(0);
  await one.finishStoring();
  await sql`alter table hidden_page rename to kept_page`.execute(database.db);
  one.cache.clear();
  await one.read('/hidden');
  await one.finishStoring();
  one.cache.clear();
  await one.read('/hidden');
  expect(one.renderings).toBe(2);
});
