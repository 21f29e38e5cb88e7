import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnquiries } from '../../bench/support/back-office-rows.ts';
import { countReading, type Reading } from '../support/count-reading.ts';
import { signInOwner } from '../support/staff-session.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** At ten times the rows of a table a list reads at most so many times the rows. */
const mostGrowth = 1.2;

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  cookie = await signInOwner(server.db);
});
afterAll(() => server?.close());

const countWork = (work: () => Promise<unknown>): Promise<Reading[]> =>
  countReading(server.env['DATABASE_URL'] ?? '', work);

const read = (path: string): Promise<Reading[]> =>
  countWork(async () => {
    const response = await fetch(server.url + path, { headers: { cookie } });
    await response.text();
    expect([path, response.status]).toEqual([path, 200]);
  });

/** Rows that the statements with these words read. */
const sumRows = (readings: readonly Reading[], words: RegExp): number =>
  readings.filter(({ text }) => words.test(text)).reduce((sum, { rows }) => sum + rows, 0);

async function fill(add: () => Promise<unknown>): Promise<void> {
  await add();
  await sql`vacuum analyze`.execute(server.db);
}

test('the rows of the enquiries are read from an index in each order, however many there are', async () => {
  const { id } = await server.db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  const isRows = /"page" inner join "lead"/;
  const lists = ['', '?sort=received', '?sort=-received', '?state=open', '?kind=sample'];
  const readAll = async () => {
    const counts: Record<string, number> = {};
    for (const list of lists) counts[list] = sumRows(await read(`/admin/enquiries${list}`), isRows);
    return counts;
  };
  const add = async (count: number) => {
    await addEnquiries(server.db, count, id);
    // Two of each person, at any number.
    await sql`update lead set mailbox = 'person' || id / 2 || '@example.com'`.execute(server.db);
  };
  await fill(() => add(1000));
  const before = await readAll();
  await fill(() => add(9000));
  const after = await readAll();
  for (const list of lists) {
    expect(before[list]).toBeGreaterThan(0);
    expect([list, (after[list] ?? 0) / (before[list] ?? 1)]).toEqual([
      list,
      expect.toSatisfy((growth: number) => growth <= mostGrowth),
    ]);
  }
});

test('searches in vain are counted without reading each day of each word', async () => {
  const { db } = server;
  await fill(async () => {
    await sql`insert into find_missed (words, last_at)
      select 'nothing ' || n, now() from generate_series(1, 5000) n`.execute(db);
    await sql`insert into find_missed_day (words, day, searches)
      select words, current_date - n, 1 from find_missed, generate_series(0, 9) n`.execute(db);
  });
  const counts = (await read('/admin/synonyms/missed')).filter(({ text }) =>
    /sum\(searches\), 0/.test(text),
  );
  expect(counts).toHaveLength(1);
  // Of the 50,000 rows each was looked up by itself.
  expect(counts[0]?.blocks).toBeLessThan(1000);
});

test('the sitemaps read every report once after each change of the catalogue', async () => {
  const readsReports = async (path: string) =>
    (await read(path)).filter(({ text }) => /max\(greatest\(report/.test(text)).length;
  for (const path of ['/sitemap.xml', '/sitemap-pages.xml'])
    expect([path, await readsReports(path), await readsReports(path)]).toEqual([path, 1, 0]);
});

test('the job that fills the search reads no report while the index is whole', async () => {
  const fillSearch = server.app.jobs['catalogue.fillSearch'];
  const list = async () =>
    (await countReading(server.env['DATABASE_URL'] ?? '', () => fillSearch({}))).filter(
      ({ text }) => /from report r left join find_report/.test(text),
    ).length;
  await list();
  expect(await list()).toBe(0);
  await sql`update find_report set version = 1
    where report_id = (select min(report_id) from find_report)`.execute(server.db);
  expect(await list()).toBeGreaterThan(0);
  expect(await list()).toBe(0);
});
