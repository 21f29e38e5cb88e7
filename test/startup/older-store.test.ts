import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { checkReportInputs } from '../support/check-report-inputs.ts';
import { waitUntilJobsAreDone } from '../support/finished-work.ts';
import { readAnswerText } from '../support/read-answer-text.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * A store that the commit fb2db09 made, before the tables had plain names: orders in every state,
 * with all the links that its emails and pages gave to people. Most of it was made under a clock of
 * January 2036, so that no link ends before then.
 */
const fixture = 'test/startup/older-store';
type Link = {
  readonly kind: string;
  readonly path: string;
  readonly method: string;
  readonly cookie: string | null;
  /** The older program's answer; null if asking would take money. */
  readonly status: number | null;
  readonly words: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
};
type Facts = {
  readonly linkSecret: string;
  readonly cookies: Readonly<Record<string, { buyer?: string; session?: string }>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly orders: readonly { number: string; state: string }[];
  readonly links: readonly Link[];
  readonly afterJobs: readonly { what: string; sql: string; value: string }[];
};
type OldJob = {
  readonly identifier: string;
  readonly payload: object;
  readonly key: string | null;
  readonly queue: string | null;
  readonly max_attempts: number;
  readonly priority: number;
};
const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(fixture, name), 'utf8'));
const facts = readJson('facts.json') as Facts;

/** Tables and states under their names of today. */
const newTableNames: Readonly<Record<string, string>> = {
  site_info: 'store_settings',
  letter: 'outbox_email',
  paper: 'order_document',
  paper_series: 'order_document_series',
  delivery_grant: 'download_grant',
  customer_link: 'one_time_token',
  terms_text: 'terms_version',
  report_body: 'report_version',
};

/** Tables of the search, which a job writes anew. */
const searchTables = new Set(['report_search', 'search_word']);

/** Tables whose rows are in the store's settings now. */
const settingsLists: Readonly<Record<string, string>> = {
  policy: "store_settings, jsonb_object_keys(body -> 'policies')",
  page_meta: "store_settings, jsonb_object_keys(body -> 'metas')",
};

let database: TestDatabase;
let server: ServerProcess;
const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-older-'));

beforeAll(async () => {
  database = await createTestDatabase('unmigrated');
  await migrateTo('0013_ends.sql');
  await sql
    .raw(gunzipSync(readFileSync(path.join(fixture, 'rows.sql.gz'))).toString())
    .execute(database.db);
  for (const job of readJson('jobs.json') as OldJob[])
    await sql`select graphile_worker.add_job(${job.identifier}, payload := ${JSON.stringify(job.payload)}::json,
      job_key := ${job.key}, queue_name := ${job.queue}, max_attempts := ${job.max_attempts},
      priority := ${job.priority})`.execute(database.db);
  await migrateDatabase(database, 'db/migrations');
  // Nobody does a job without attempts left: they wait until their test.
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(database.db);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The schema as it was after this migration. */
async function migrateTo(last: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-migrations-'));
  for (const name of readdirSync('db/migrations').filter((file) => file <= last))
    cpSync(path.join('db/migrations', name), path.join(folder, name));
  await migrateDatabase(database, folder);
  rmSync(folder, { recursive: true, force: true });
}

const selectValue = async (statement: string): Promise<string | undefined> =>
  (await sql.raw<{ value: string }>(statement).execute(database.db)).rows[0]?.value;

test('a store of the version before keeps every row', async () => {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(facts.counts).filter((name) => !searchTables.has(name))) {
    const source = settingsLists[table] ?? `"${newTableNames[table] ?? table}"`;
    counts[table] = Number(await selectValue(`select count(*)::text as value from ${source}`));
  }
  const kept = Object.entries(facts.counts).filter(([name]) => !searchTables.has(name));
  expect(counts).toEqual(Object.fromEntries(kept));
});

test('its orders are in the states that they were in', async () => {
  const orders = await database.db
    .selectFrom('purchase')
    .select(['number', 'state'])
    .orderBy('id')
    .execute();
  expect(orders.map(({ number, state }) => [number, state])).toEqual(
    facts.orders.map(({ number, state }) => [number, state === 'reversed' ? 'suspended' : state]),
  );
});

/** Not before: what the jobs of its start do is no fault of the migration. */
test('the program of today opens it', async () => {
  cpSync(path.join(fixture, 'paypal.jsonl'), path.join(dataFolder, 'local-paypal.jsonl'));
  cpSync(path.join(fixture, 'files'), path.join(dataFolder, 'files'), { recursive: true });
  server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataFolder,
    LINK_SECRET: facts.linkSecret,
  });
  expect(server.readOutput()).toContain('is open');
});

test('its reports have a version with all their texts, and each edition sells the version of its day', async () => {
  const { db } = database;
  const reports = await db
    .selectFrom('report')
    .leftJoin('reportVersion as version', (join) =>
      join
        .onRef('version.reportId', '=', 'report.id')
        .onRef('version.number', '=', 'report.versionNumber'),
    )
    .select(['report.code', 'report.releasedAt', 'version.parts', 'version.data'])
    .execute();
  expect(reports.length).toBeGreaterThan(0);
  const cents: unknown = expect.any(Number);
  for (const { code, releasedAt, parts, data } of reports) {
    const { description = [], authors, keyFigures = [], prices } = parts ?? {};
    expect(
      {
        kinds: [...new Set(description.map(({ kind }) => kind))].toSorted(),
        headings: description.filter(({ kind }) => kind === 'heading').length > 3,
        authors,
        prices,
        isReleased: releasedAt !== null,
        figures: (data?.figures.series ?? []).length > 0 && (data?.sources ?? []).length > 0,
        computed: keyFigures.every(({ isComputed }) => typeof isComputed === 'boolean'),
      },
      code,
    ).toEqual({
      kinds: ['chart', 'heading', 'list', 'paragraph'],
      headings: true,
      authors: [expect.stringMatching(/^[A-Z].* desk$/)],
      prices: { single: cents, multiple: cents, corporate: cents, dataSheet: cents },
      isReleased: true,
      figures: true,
      computed: true,
    });
  }
  expect(
    await selectValue(`select count(*)::text as value from edition e left join report_version v
      on v.report_id = e.report_id and v.number = e.version_number where v.id is null`),
  ).toBe('0');
  // What is stored is what a publisher may give today.
  const written = await db.transaction().execute((tx) =>
    checkReportInputs(
      tx,
      reports.flatMap(({ code, parts, data }) => (parts ? [{ code, ...parts, data }] : [])),
    ),
  );
  expect(written.filter(({ ok }) => !ok)).toEqual([]);
});

test('what its licences, goods and authors were stays true under the tables of today', async () => {
  const { db } = database;
  const licences = await db
    .selectFrom('purchase')
    .select('includesNewEditions')
    .distinct()
    .execute();
  expect(licences).toEqual([{ includesNewEditions: true }]);
  const goods = await db.selectFrom('report').select('goodsKinds').distinct().execute();
  expect(goods).toEqual([{ goodsKinds: null }]);
  const authors = await db.selectFrom('author').select(['slug', 'name']).execute();
  expect(authors.length).toBeGreaterThan(0);
  for (const { slug, name } of authors) {
    const page = await server.request(`/author/${slug}`);
    expect([page.status, await readAnswerText(page)]).toEqual([200, expect.stringContaining(name)]);
  }
});

const cookieHeader = (name: string | null): string => {
  const { buyer, session } = name === null ? {} : (facts.cookies[name] ?? {});
  return [buyer && `buyer=${buyer}`, session && `session=${session}`].filter(Boolean).join('; ');
};
test('every link that its emails and pages gave to people answers as before', async () => {
  // Those of the start: on a busy machine they keep the database from answering in time.
  await waitUntilJobsAreDone(database.db);
  const wrong: object[] = [];
  for (const link of facts.links.filter(({ status }) => status !== null)) {
    const response = await server.request(link.path, {
      method: link.method,
      headers: { cookie: cookieHeader(link.cookie) },
    });
    const text = await readAnswerText(response);
    if (link.status === 202 && response.status < 400) continue; // Its payment is done meanwhile.
    // The buyer of an order that was not paid had to log in then, and is told of it today.
    if (link.status === 404 && response.ok && /order is not paid|your payment/.test(text)) continue;
    const missing = [
      ...link.words.filter((word) => !text.includes(word)),
      ...Object.entries(link.headers ?? {}).flatMap(([name, value]) =>
        response.headers.get(name)?.includes(value) ? [] : [`${name}: ${value}`],
      ),
    ];
    if (response.status !== link.status || missing.length > 0)
      wrong.push({ ...link, answered: response.status, missing });
  }
  expect(wrong).toEqual([]);
});

test('its waiting jobs are done under their new names', async () => {
  await sql`update graphile_worker._private_jobs set attempts = 0
    where attempts = max_attempts`.execute(database.db);
  for (const { what, sql: statement, value } of facts.afterJobs)
    await expect
      .poll(() => selectValue(statement), { timeout: 300_000, message: what })
      .toBeOneOf(value === 'capturing' ? [value, 'fulfilled'] : [value]);
});
