import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { Schedule, type ScheduledAct } from './schedule.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('small');
  await sql`update store_settings set body = body || '{"timeZone": "Asia/Kolkata"}'`.execute(
    database.db,
  );
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.db.deleteFrom('blogPost').execute();
});

const addPost = async (name: string, createdAt: string, state = 'scheduled' as const) => {
  const post = { name, slug: name, html: '<p>Text.</p>', state, createdAt: new Date(createdAt) };
  const { id } = await database.db
    .insertInto('blogPost')
    .values(post)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const openSchedule = (now: string, acts: ConstructorParameters<typeof Schedule>[1]) =>
  new Schedule({ db: database.db, clock: () => new Date(now) }, acts);
const collect = (ids: number[], atOnce = 1): ScheduledAct => ({
  atOnce,
  act: async (due) => void ids.push(...due),
});

test('what is due is acted on, by its time, and nothing else', async () => {
  const past = await addPost('past', '2026-11-20T10:00:00Z');
  const now = await addPost('now', '2026-11-22T10:00:00Z');
  await addPost('later', '2026-11-22T10:00:01Z');
  const binned = await addPost('binned', '2026-11-20T10:00:00Z');
  await database.db
    .updateTable('blogPost')
    .set({ binnedAt: new Date() })
    .where('id', '=', binned)
    .execute();
  const ids: number[] = [];
  await openSchedule('2026-11-22T10:00:00Z', { blogPost: collect(ids) }).actOnDue();
  expect(ids).toEqual([past, now]);
});

test('a day begins at the midnight of the store', async () => {
  const [report] = await database.db
    .updateTable('report')
    .set({ state: 'scheduled', publishedOn: '2026-12-24' })
    .where('id', '=', (eb) => eb.selectFrom('report').select((one) => one.fn.min('id').as('id')))
    .returning('id')
    .execute();
  const ids: number[] = [];
  const acts = { report: collect(ids, 200) };
  await openSchedule('2026-12-23T18:29:59Z', acts).actOnDue();
  expect(ids).toEqual([]);
  await openSchedule('2026-12-23T18:30:00Z', acts).actOnDue();
  expect(ids).toEqual([report?.id]);
});

test('a fault with one thing is reported, and holds up no other thing and no other kind', async () => {
  const [bad, good] = [
    await addPost('bad', '2026-11-20T10:00:00Z'),
    await addPost('good', '2026-11-21T10:00:00Z'),
  ];
  const release = { name: 'r', slug: 'r', html: '<p>Text.</p>', state: 'scheduled' } as const;
  await database.db
    .insertInto('pressRelease')
    .values({ ...release, createdAt: new Date('2026-11-21T10:00:00Z') })
    .execute();
  const [posts, releases]: [number[], number[]] = [[], []];
  const act = async ([id = 0]: readonly number[]): Promise<void> => {
    if (id === bad) throw new Error('a bug');
    posts.push(id);
  };
  const acts = { blogPost: { atOnce: 1, act }, pressRelease: collect(releases) };
  await expect(openSchedule('2026-11-22T10:00:00Z', acts).actOnDue()).rejects.toThrow('a bug');
  expect([posts, releases.length]).toEqual([[good], 1]);
});

test('what stays due is taken once a run, however many are taken at once', async () => {
  const all: number[] = [];
  for (let i = 0; i < 5; i++) all.push(await addPost(`p${i}`, '2026-11-20T10:00:00Z'));
  const ids: number[] = [];
  await openSchedule('2026-11-22T10:00:00Z', { blogPost: collect(ids, 2) }).actOnDue();
  expect(ids).toEqual(all);
});
