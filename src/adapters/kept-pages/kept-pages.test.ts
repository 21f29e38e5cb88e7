import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Tx } from '#core/deps.ts';
import { invalidate } from '../cache-invalidation.ts';
import { KeptPages, type KeptPage } from './index.ts';
import { trimKeptPages } from './trim-kept-pages.ts';

let database: TestDatabase;
let pages: KeptPages;
beforeAll(async () => {
  database = await createTestDatabase();
  pages = new KeptPages(database.db, 'this build');
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await sql`truncate kept_page, dropped_tag, kept_page_floor`.execute(database.db);
  await trim();
});

const trim = (maxBytes = 2 ** 30, build = 'this build'): Promise<void> =>
  trimKeptPages(database.db, { build, maxBytes });

const createPage = (key: string, tags = ['site', `report:${key}`], bytes = 100): KeptPage => ({
  key,
  status: 200,
  etag: '"etag"',
  headers: ['content-type', 'text/html', 'x-quote', 'a "b", {c}'],
  tags,
  plainBytes: 5000,
  body: Buffer.alloc(bytes, 'b'),
});

const asked = { isAsked: true };
const takeSnapshot = async (): Promise<string> => (await pages.find('/other')).snapshot;
const keep = async (key: string, tags?: string[], bytes?: number): Promise<void> =>
  pages.store(createPage(key, tags, bytes), await takeSnapshot(), asked);
const isKept = async (key: string): Promise<boolean> => (await pages.find(key)).page !== undefined;
const listKept = async (...keys: string[]): Promise<string[]> => {
  const found = await Promise.all(keys.map(async (key) => ((await isKept(key)) ? [key] : [])));
  return found.flat();
};
const drop = (...tags: string[]): Promise<void> =>
  database.db.transaction().execute((tx) => invalidate(tx, tags));

/** A transaction that stays open until one of its functions is called. */
async function openWriter(work: (tx: Tx) => Promise<unknown>) {
  const { promise: ending, resolve: commit, reject: abort } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const written = database.db.transaction().execute(async (tx) => {
    await work(tx);
    begin();
    await ending;
  });
  const ended = written.catch(() => {});
  await Promise.race([begun, written]);
  return {
    commit: () => (commit(), ended),
    abort: () => (abort(new Error('aborted')), ended),
  };
}

/** A writer that has dropped the page's tag, and has not committed. */
const openDropper = (...tags: string[]) => openWriter((tx) => invalidate(tx, tags));
/** A writer of something else, such as an import. */
const openLongWriter = () => openWriter((tx) => sql`select pg_current_xact_id()`.execute(tx));

test('a page is found as it was stored, until one of its tags is dropped', async () => {
  await keep('/a');
  expect((await pages.find('/a')).page).toEqual(createPage('/a'));
  await drop('report:/b', 'no-such-tag');
  expect(await isKept('/a')).toBe(true);
  await drop('report:/a');
  expect(await isKept('/a')).toBe(false);
  await keep('/a');
  expect(await isKept('/a')).toBe(true);
});

test('a page of another build is not found', async () => {
  await keep('/a');
  expect((await new KeptPages(database.db, 'other').find('/a')).page).toBeUndefined();
});

test('a drop that commits between the snapshot and the storing counts', async () => {
  const snapshot = await takeSnapshot();
  await drop('site');
  await pages.store(createPage('/a'), snapshot, asked);
  expect(await isKept('/a')).toBe(false);
});

test('a page that was rendered and stored beside an open writer is dropped when that commits', async () => {
  const writer = await openDropper('site');
  await keep('/a');
  expect(await isKept('/a')).toBe(true);
  await writer.commit();
  expect(await isKept('/a')).toBe(false);
});

test('a writer that aborts drops nothing', async () => {
  const writer = await openDropper('site');
  await keep('/a');
  await writer.abort();
  expect(await isKept('/a')).toBe(true);
});

test('what a savepoint dropped and took back is not dropped', async () => {
  await keep('/a');
  await database.db.transaction().execute(async (tx) => {
    await sql`savepoint inner_work`.execute(tx);
    await invalidate(tx, ['site']);
    await sql`rollback to savepoint inner_work`.execute(tx);
    await sql`savepoint second`.execute(tx);
    await invalidate(tx, ['report:/b']);
  });
  await keep('/b');
  expect(await listKept('/a', '/b')).toEqual(['/a', '/b']);
});

test('a drop inside a savepoint counts like any other', async () => {
  const snapshot = await takeSnapshot();
  await keep('/a');
  await database.db.transaction().execute(async (tx) => {
    await sql`savepoint inner_work`.execute(tx);
    await invalidate(tx, ['site']);
  });
  await pages.store(createPage('/b'), snapshot, asked);
  expect(await listKept('/a', '/b')).toEqual([]);
});

test('of two processes the one that read later has its page kept', async () => {
  const early = await takeSnapshot();
  await drop('other');
  await keep('/a', ['late']);
  await pages.store(createPage('/a', ['early']), early, asked);
  expect((await pages.find('/a')).page?.tags).toEqual(['late']);
});

test('nothing is stored once it is unknown what was dropped since its snapshot', async () => {
  const before = await takeSnapshot();
  await drop('site');
  // Other tests' transactions, open in the same cluster, hold the floor back for a while.
  await waitUntil('the drop is forgotten', async () => {
    await drop('other');
    await trim();
    const { rows } = await sql`select 1 from dropped_tag where tag = 'site'`.execute(database.db);
    return rows.length === 0;
  });
  await pages.store(createPage('/a'), before, asked);
  expect(await isKept('/a')).toBe(false);
  await keep('/a');
  expect(await isKept('/a')).toBe(true);
});

test('a drop by a writer that is open for long is not forgotten before it counts', async () => {
  const writer = await openDropper('site');
  await keep('/a');
  for (let i = 0; i < 3; i++) {
    await drop('other');
    await trim();
  }
  expect(await isKept('/a')).toBe(true);
  await writer.commit();
  expect(await isKept('/a')).toBe(false);
  for (let i = 0; i < 3; i++) {
    await drop('other');
    await trim();
    expect(await isKept('/a')).toBe(false);
  }
});

test('a page is kept beside a transaction that is open for long', async () => {
  const writer = await openLongWriter();
  for (let i = 0; i < 3; i++) {
    await drop('other');
    await trim();
  }
  await keep('/a');
  expect(await isKept('/a')).toBe(true);
  await writer.commit();
  await trim();
  expect(await isKept('/a')).toBe(true);
});

test('the trimming waits for a page that is being stored, and judges it', async () => {
  await drop('other');
  const snapshot = await takeSnapshot();
  await drop('site');
  await trim();
  const storing = await openWriter((tx) =>
    new KeptPages(tx, 'this build').store(createPage('/a'), snapshot, asked),
  );
  const trimming = (async () => {
    for (let i = 0; i < 2; i++) await trim();
  })();
  await waitUntil('the trimming waits for the store', async () => {
    const { rows } = await sql`select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(database.db);
    return rows.length > 0;
  });
  await storing.commit();
  await trimming;
  await drop('other');
  await trim();
  await trim();
  expect(await isKept('/a')).toBe(false);
});

test('after a crash of the database, which empties it, no page from before is stored', async () => {
  const before = await takeSnapshot();
  await drop('site');
  // A crash ends all transactions of the cluster; here those of other tests end by themselves.
  await waitUntil('nothing from before is open', async () => {
    const { rows } = await sql`select where pg_snapshot_xmin(pg_current_snapshot())
      > pg_snapshot_xmax(${before}::pg_snapshot)`.execute(database.db);
    return rows.length > 0;
  });
  await sql`truncate kept_page, dropped_tag, kept_page_floor`.execute(database.db);
  await pages.store(createPage('/a'), before, asked);
  expect(await isKept('/a')).toBe(false);
  await trim();
  await pages.store(createPage('/a'), before, asked);
  expect(await isKept('/a')).toBe(false);
  await keep('/a');
  expect(await isKept('/a')).toBe(true);
});

test('what was restored from another cluster is not found, and gone after a trimming', async () => {
  await keep('/a');
  await sql`update kept_page_floor set cluster = 1, floor = '999999999', next_floor = '999999999'`.execute(
    database.db,
  );
  await sql`insert into dropped_tag (tag, xid) values ('site', '999999999')`.execute(database.db);
  expect(await isKept('/a')).toBe(false);
  await keep('/b');
  expect(await isKept('/b')).toBe(false);
  await trim();
  await keep('/b');
  expect(await listKept('/a', '/b')).toEqual(['/b']);
  const { rows } = await sql`select key from kept_page`.execute(database.db);
  expect(rows).toEqual([{ key: '/b' }]);
});

test('the least recently asked for go until the rest is within the bound', async () => {
  for (let i = 0; i < 10; i++) await keep(`/${i}`, ['site'], 8000);
  await sql`update kept_page set asked_at = now() - interval '1 hour' * key_number
    from (select key as numbered, substr(key, 2)::int as key_number from kept_page) as numbers
    where key = numbered`.execute(database.db);
  await trim(40_500);
  const all = Array.from({ length: 10 }, (_, i) => `/${i}`);
  expect(await listKept(...all)).toEqual(['/0', '/1', '/2', '/3']);
});

test('pages that were dropped wait to be made again, the latest asked for first, each for one', async () => {
  for (const key of ['/a', '/b', '/c']) await keep(key);
  await sql`update kept_page set asked_at = now() - interval '2 hours' where key = '/b'`.execute(
    database.db,
  );
  expect(await pages.claim()).toBeUndefined();
  await drop('report:/a', 'report:/b');
  await trim();
  const other = new KeptPages(database.db, 'this build');
  expect(await Promise.all([pages.claim(), other.claim(), pages.claim()])).toHaveLength(3);
  expect(await pages.claim()).toBeUndefined();
  await sql`update kept_page set claimed_at = now() - interval '2 minutes'`.execute(database.db);
  expect(await pages.claim()).toBe('/a');
  await pages.store(createPage('/a'), await takeSnapshot(), { isAsked: false });
  expect(await pages.claim()).toBe('/b');
  await pages.forget('/b');
  await sql`update kept_page set claimed_at = null`.execute(database.db);
  expect(await pages.claim()).toBeUndefined();
  expect(await listKept('/a', '/b', '/c')).toEqual(['/a', '/c']);
});

test('a new build begins with the addresses that the former one had', async () => {
  for (const key of ['/a', '/b']) await keep(key);
  const next = new KeptPages(database.db, 'next build');
  await next.takeOver();
  await next.takeOver();
  expect(new Set([await next.claim(), await next.claim()])).toEqual(new Set(['/a', '/b']));
  expect(await next.claim()).toBeUndefined();
  await sql`update kept_page set asked_at = now() - interval '2 days' where build = 'this build'`.execute(
    database.db,
  );
  await trim(2 ** 30, 'next build');
  expect(await listKept('/a', '/b')).toEqual([]);
});

test('who asks is noted once a day', async () => {
  await keep('/a');
  const readAskedAt = async (): Promise<unknown> =>
    (await database.db.selectFrom('keptPage').select('askedAt').executeTakeFirstOrThrow()).askedAt;
  await sql`update kept_page set asked_at = now() - interval '25 hours'`.execute(database.db);
  const before = await readAskedAt();
  await pages.find('/a');
  const noted = await readAskedAt();
  expect(noted).not.toEqual(before);
  await pages.find('/a');
  expect(await readAskedAt()).toEqual(noted);
});

test('a page that is a day old is made again', async () => {
  await keep('/a');
  await sql`update kept_page set made_at = now() - interval '25 hours'`.execute(database.db);
  await trim();
  expect(await isKept('/a')).toBe(false);
  expect(await pages.claim()).toBe('/a');
});
