import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPurgeClient, type PurgeBy } from '#adapters/cdn/purge-client.ts';
import { startCdnSimulator, type CdnSimulator } from '#simulators/cdn.ts';
import { createIndexNow } from '#adapters/search-engines/index-now.ts';
import { startIndexNowSimulator, type IndexNowSimulator } from '#simulators/index-now.ts';
import { startLoopbackServer, type LoopbackServer } from '#simulators/loopback-server.ts';
import { sql } from 'kysely';
import { bareReport, openTestPublisher, type TestPublisher } from '../support/test-publisher.ts';
import { Catalogue } from '#core/catalogue/index.ts';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import type { Deps } from '#core/deps.ts';
import { LongWork } from '#core/kernel/long-work.ts';
import { Announcements } from '#core/announcements/index.ts';

const key = 'a1b2c3d4-e5f6';
let publisher: TestPublisher;
let engines: IndexNowSimulator;
let cdn: CdnSimulator;
/** The site, of which engines read the key's file. */
let site: LoopbackServer;
let origin: string;
beforeAll(async () => {
  publisher = await openTestPublisher();
  engines = await startIndexNowSimulator();
  cdn = await startCdnSimulator('token');
  site = await startLoopbackServer({
    port: 0,
    handle: ({ res, url }) => void res.end(url.pathname === `/${key}.txt` ? key : 'another'),
  });
  origin = `http://localhost:${site.port}`;
});
afterAll(async () => {
  await Promise.all([publisher?.close(), engines?.close(), cdn?.close(), site?.close()]);
});

const buildDeps = (changes: Partial<Deps> = {}): Deps => ({
  ...publisher.deps,
  origin,
  searchEngines: createIndexNow({ url: engines.url, key, origin, log: publisher.deps.log }),
  cdn: cdnBy('tags'),
  ...changes,
});

const cdnBy = (by: PurgeBy) => createPurgeClient({ purgeUrl: cdn.purgeUrl, token: 'token', by });

type Queued = { name: string; pages?: string[]; tags?: string[] };

/** The announcements that wait, oldest first; they are taken from the queue. */
async function takeQueued(): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    with gone as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier like 'announcements.%'
      returning j.id, t.identifier, j.payload)
    select identifier as name, payload -> 'pages' as pages, payload -> 'tags' as tags
    from gone order by id`.execute(publisher.deps.db);
  return rows;
}

/** As the store is built: its changes are announced. */
const announce = (deps: Deps): Deps => ({
  ...deps,
  invalidate: new Announcements(deps).invalidate,
});

async function write(deps: Deps, ...inputs: ReportInput[]): Promise<void> {
  const catalogue = new Catalogue(deps, {
    longWork: new LongWork(deps),
    getLetterhead: () => Promise.reject(new Error('No email is written here')),
    getNewDelivery: async () => ({ kind: 'by-us', days: 5 }),
    listPageAddresses: async () => [],
    listLicences: async () => defaultLicenceTerms,
  });
  await deps.db
    .transaction()
    .execute((tx) => catalogue.writing.write(tx, inputs, { actor: 'a test' }));
}

test('a published report is told to search engines and purged from the CDN, once it is saved', async () => {
  const deps = announce(buildDeps());
  await write(deps, { ...bareReport, code: 'AN-1', title: 'Tin Cans' });
  const queued = await takeQueued();
  expect(queued.map(({ name }) => name).toSorted()).toEqual([
    'announcements.purgeCopies',
    'announcements.submitPages',
  ]);
  const jobs = new Announcements(buildDeps()).jobs;
  for (const { pages, tags } of queued) {
    if (pages) await jobs['announcements.submitPages']({ pages });
    if (tags) await jobs['announcements.purgeCopies']({ tags });
  }
  expect(engines.submitted.at(-1)).toEqual([`${origin}/tin-cans`, `${origin}/industries/metals`]);
  expect(cdn.purges.at(-1)).toEqual({
    tags: expect.arrayContaining(['report:tin-cans', 'industry:metals', 'catalogue']) as unknown,
  });
});

test('nothing is told of a draft, of what was rolled back, and by a store without such services', async () => {
  const deps = announce(buildDeps());
  await write(deps, { ...bareReport, code: 'AN-2', title: 'Zinc', state: 'draft' });
  const saved = deps.db.transaction().execute(async (tx) => {
    await deps.invalidate(tx, ['report:zinc']);
    throw new Error('not saved');
  });
  await expect(saved).rejects.toThrow('not saved');
  const without = announce(buildDeps({ searchEngines: undefined, cdn: undefined }));
  await write(without, { ...bareReport, code: 'AN-3', title: 'Lead' });
  expect(await takeQueued()).toEqual([]);
});

test('a service that is away fails the job, which is tried again; the report stays published', async () => {
  const jobs = new Announcements(buildDeps()).jobs;
  const told = engines.submitted.length;
  engines.answerNext(429, 503);
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(jobs['announcements.submitPages']({ pages: ['/tin-cans'] })).rejects.toThrow(
      /IndexNow answered (429|503)/,
    );
  await jobs['announcements.submitPages']({ pages: ['/tin-cans'] });
  expect(engines.submitted).toHaveLength(told + 1);
  cdn.answerNext(500);
  const tags = ['catalogue'];
  await expect(jobs['announcements.purgeCopies']({ tags })).rejects.toThrow('CDN answered 500');
  await jobs['announcements.purgeCopies']({ tags });
  expect(cdn.purges.at(-1)).toEqual({ tags });
});

test('what engines can not read is logged, and not tried again', async () => {
  const errors: unknown[] = [];
  const log = { ...publisher.deps.log, error: (fields: object) => void errors.push(fields) };
  engines.answerNext(422, 400);
  const client = createIndexNow({ url: engines.url, key, origin, log });
  for (let attempt = 0; attempt < 2; attempt++) await client.submit([`${origin}/tin-cans`]);
  expect(errors).toMatchObject([{ status: 422 }, { status: 400 }]);
});

test('a wrong key or token, a slow service and one that is away fail the job and lose nothing', async () => {
  const { log } = publisher.deps;
  const silent = await startLoopbackServer({ port: 0, handle: () => new Promise(() => {}) });
  const at = { silent: `http://localhost:${silent.port}/`, away: 'http://localhost:1/' };
  const pages = ['/tin-cans'];
  const submit = async (changes: Partial<Parameters<typeof createIndexNow>[0]>) => {
    const client = createIndexNow({ url: engines.url, key, origin, log, ...changes });
    const jobs = new Announcements(buildDeps({ searchEngines: client })).jobs;
    return jobs['announcements.submitPages']({ pages });
  };
  const purge = async (changes: Partial<Parameters<typeof createPurgeClient>[0]>) => {
    const given = { purgeUrl: cdn.purgeUrl, token: 'token', by: 'tags' as const };
    const client = createPurgeClient({ ...given, ...changes });
    return new Announcements(buildDeps({ cdn: client })).jobs['announcements.purgeCopies']({
      tags: ['catalogue'],
    });
  };
  try {
    await expect(submit({ key: 'unknown-key' })).rejects.toThrow('IndexNow answered 403');
    await expect(purge({ token: 'secret-typo' })).rejects.toThrow(/^The CDN answered 403$/);
    for (const url of [at.silent, at.away]) {
      await expect(submit({ url, timeoutMs: 50 })).rejects.toThrow();
      await expect(purge({ purgeUrl: url, timeoutMs: 50 })).rejects.toThrow();
    }
  } finally {
    await silent.close();
  }
  const told = engines.submitted.length;
  await submit({});
  expect(engines.submitted).toHaveLength(told + 1);
});

test('what is announced is tried for a day, one after the other, and then waits for staff', async () => {
  await write(announce(buildDeps()), { ...bareReport, code: 'AN-5', title: 'Brass' });
  const { rows } = await sql<{ max: number; queue: string }>`
    select j.max_attempts as max, q.queue_name as queue
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier like 'announcements.%' order by queue`.execute(publisher.deps.db);
  expect(rows).toEqual([
    { max: 14, queue: 'announcements.cdn' },
    { max: 14, queue: 'announcements.engines' },
  ]);
  await takeQueued();
});

test('a CDN that knows addresses forgets pages and lists one by one, and all where all changed', async () => {
  const deps = buildDeps({ cdn: cdnBy('addresses') });
  const jobs = new Announcements(deps).jobs;
  await jobs['announcements.purgeCopies']({ tags: ['report:tin-cans', 'catalogue'] });
  expect(cdn.purges.at(-1)).toEqual({
    files: [
      '/tin-cans',
      '/tin-cans.md',
      '/',
      '/report-store',
      '/report-store/growth',
      '/industries',
    ].map((path) => origin + path),
  });
  await jobs['announcements.purgeCopies']({ tags: ['site'] });
  expect(cdn.purges.at(-1)).toEqual({ purge_everything: true });
});

/** A change of 70 reports and their catalogue. */
const manyTags = [...Array.from({ length: 70 }, (_, n) => `report:tin-${n}`), 'catalogue'];

test.each([
  { by: 'tags', failsAt: 1, sizes: [30, 30, 11] },
  { by: 'addresses', failsAt: 2, sizes: [30, 30, 30, 30, 24] },
] as const)(
  'a purge by $by that takes several requests is tried again only where it failed',
  async ({ by, failsAt, sizes }) => {
    const deps = buildDeps({ cdn: cdnBy(by) });
    await deps.db
      .transaction()
      .execute((tx) => announce(deps).invalidate(tx, [...manyTags, 'report:tin-0']));
    const queued = (await takeQueued()).flatMap(({ tags }) => (tags ? [tags] : []));
    expect(queued).toHaveLength(sizes.length);
    const jobs = new Announcements(deps).jobs;
    const before = cdn.purges.length;
    for (const [place, tags] of queued.entries()) {
      if (place === failsAt) {
        cdn.answerNext(503);
        await expect(jobs['announcements.purgeCopies']({ tags })).rejects.toThrow('503');
      }
      await jobs['announcements.purgeCopies']({ tags });
    }
    const sent = cdn.purges.slice(before).map((purge) => Object.values(purge).flat());
    expect(sent.map((items) => items.length)).toEqual(sizes);
    expect(new Set(sent.flat()).size).toBe(sent.flat().length);
  },
);

test('a change of everything is one purge of a CDN that knows addresses, however many tags it has', async () => {
  const deps = buildDeps({ cdn: cdnBy('addresses') });
  await deps.db.transaction().execute((tx) => announce(deps).invalidate(tx, [...manyTags, 'site']));
  expect((await takeQueued()).filter(({ tags }) => tags)).toHaveLength(1);
});

test('more pages than one request may name are told by several jobs, none of them twice', async () => {
  const deps = buildDeps();
  const tags = Array.from({ length: 20_001 }, (_, n) => `report:tin-${n}`);
  await deps.db
    .transaction()
    .execute((tx) => announce({ ...deps, cdn: undefined }).invalidate(tx, tags));
  const queued = (await takeQueued()).flatMap(({ pages }) => (pages ? [pages] : []));
  expect(queued.map((pages) => pages.length)).toEqual([10_000, 10_000, 1]);
  const before = engines.submitted.length;
  const jobs = new Announcements(deps).jobs;
  for (const [place, pages] of queued.entries()) {
    if (place === 1) {
      engines.answerNext(503);
      await expect(jobs['announcements.submitPages']({ pages })).rejects.toThrow('503');
    }
    await jobs['announcements.submitPages']({ pages });
  }
  const told = engines.submitted.slice(before).flat();
  expect(told).toHaveLength(20_001);
  expect(new Set(told).size).toBe(20_001);
});
