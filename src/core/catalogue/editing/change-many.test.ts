import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LongWork } from '#core/kernel/long-work.ts';
import { Catalogue } from '../index.ts';
import { besideTransaction } from '../../../../test/support/one-connection.ts';
import {
  endWork,
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import type { BulkChange } from './bulk-changes.model.ts';

const count = 450;
let tester: TestEditing;
let ids: number[];
beforeAll(async () => {
  tester = await openTestEditing();
  for (const start of [0, 150, 300])
    await tester.write(
      ...Array.from({ length: 150 }, (_, i) => ({
        code: `LW-${start + i}`,
        title: `Long work ${start + i}`,
        industry: 'food',
        state: 'published' as const,
        prices: { single: 100_000 },
      })),
    );
  const rows = await tester.database.db.selectFrom('report').select('id').orderBy('id').execute();
  ids = rows.map(({ id }) => id);
});
afterAll(() => tester?.close());

const raise = (percent: number): BulkChange => ({
  kind: 'prices',
  licences: ['single'],
  roundTo: 1,
  by: { percent },
});
const begin = async (formKey: string, change: BulkChange, chosen = ids) =>
  expectOk(
    await tester.editing.many.begin(
      { ...tester.anna, formKey },
      { selection: { ids: chosen }, change },
    ),
  );
const newKey = () => tester.deps.generateSecret();
const view = async (id: number) => expectOk(await tester.longWork.view(tester.anna, id));

/** How many reports have each price. */
async function countPrices(): Promise<Record<string, number>> {
  const { rows } = await sql<{ price: number; count: number }>`
    select (version.parts -> 'prices' ->> 'single')::int as price, count(*)::int as count
    from report join report_version version
      on version.report_id = report.id and version.number = report.version_number
    group by 1`.execute(tester.database.db);
  return Object.fromEntries(rows.map(({ price, count: of }) => [String(price), of]));
}

/** As another process has it, whose catalogue dies at its `deadAt`th transaction of a change. */
function openOtherProcess(onChunk: (done: number) => Promise<void>): {
  longWork: LongWork;
  catalogue: Catalogue;
} {
  const longWork = new LongWork(tester.deps);
  const catalogue = new Catalogue(
    {
      ...tester.deps,
      invalidate: async (tx, tags) => {
        await tester.deps.invalidate(tx, tags);
        const { rows } = await sql<{ done: number }>`
          select done from long_work order by id desc limit 1`.execute(tx);
        await onChunk(rows[0]?.done ?? 0);
      },
    },
    {
      longWork,
      getLetterhead: async () => ({
        name: '',
        accent: '',
        greeting: '',
        signature: '',
        timeZone: 'UTC',
      }),
      getNewDelivery: async () => ({ kind: 'made' }),
      listPageAddresses: async () => [],
      listLicences: async () => defaultLicenceTerms,
    },
  );
  return { longWork, catalogue };
}

async function undoAndCheck(batch: string | undefined): Promise<void> {
  const undo = expectOk(await tester.editing.undoing.undoBatch(tester.anna, batch ?? ''));
  await endWork(tester.longWork, tester.anna, undo);
  expect(await countPrices()).toEqual({ 100000: count });
}

test('a form that comes any number of times, at once and later, changes prices once', async () => {
  const key = newKey();
  const numbers = await Promise.all([
    begin(key, raise(5)),
    begin(key, raise(5)),
    begin(key, raise(5)),
  ]);
  const [id] = numbers;
  expect(new Set(numbers).size).toBe(1);
  await Promise.all([tester.longWork.perform(id), tester.longWork.perform(id)]);
  const done = await endWork(tester.longWork, tester.anna, id);
  expect(done).toMatchObject({
    state: 'done',
    title: 'Change the prices of 450 reports',
    done: count,
    total: count,
    result: { message: '450 reports were changed.' },
  });
  expect(await begin(key, raise(5))).toBe(id);
  await tester.longWork.perform(id);
  expect(await countPrices()).toEqual({ 105000: count });
  const stranger = await tester.editing.many.begin(
    { ...tester.bo, formKey: key },
    { selection: { ids }, change: raise(5) },
  );
  expect(stranger).toMatchObject({ code: 'conflict' });
  await undoAndCheck(done.result.batch);
});

test('a few reports are changed while the request waits', async () => {
  const id = await begin(newKey(), raise(10), ids.slice(0, 3));
  const { state, result } = await view(id);
  expect([state, result.message]).toEqual(['done', '3 reports were changed.']);
  await undoAndCheck(result.batch);
});

test('where one of many can’t be changed none is', async () => {
  await tester.write({ code: 'LW-440', prices: { single: 100_000, corporate: 101_000 } });
  const id = await begin(newKey(), raise(5));
  expect(await endWork(tester.longWork, tester.anna, id)).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/^Nothing was changed\. LW-440 can’t be changed: /),
    result: { errors: { 'LW-440': [expect.any(String)] } },
  });
  expect(await countPrices()).toEqual({ 100000: count });
  await tester.write({ code: 'LW-440', prices: { single: 100_000, corporate: null } });
});

test('a cancelled change says how far it came, can go on, and is undone as a whole', async () => {
  const id = await begin(newKey(), raise(20));
  const { longWork: other } = openOtherProcess(async (done) => {
    // Somebody presses Cancel while the second chunk is written.
    if (done !== 200) return;
    const cancel = () => tester.longWork.cancel(tester.anna, id);
    expectOk(await besideTransaction(cancel));
  });
  await other.perform(id);
  expect(await view(id)).toMatchObject({
    state: 'cancelled',
    done: 200,
    result: { message: '200 of 450 reports were changed.' },
    mayGoOn: true,
    mayCancel: false,
  });
  expect(await countPrices()).toEqual({ 120000: 200, 100000: 250 });
  expect(await tester.longWork.cancel(tester.anna, id)).toMatchObject({ code: 'conflict' });
  expectOk(await tester.longWork.goOn(tester.anna, id));
  const { result } = await endWork(tester.longWork, tester.anna, id);
  expect(await countPrices()).toEqual({ 120000: count });
  await undoAndCheck(result.batch);
  const entries = await tester.database.db
    .selectFrom('auditEntry')
    .select('id')
    .where('batch', '=', result.batch ?? '')
    .where('thingKind', '=', 'report')
    .execute();
  expect(entries).toHaveLength(count);
});

test('what waits for a worker, or between two tries, is cancelled before anything is done', async () => {
  const waiting = await begin(newKey(), raise(30));
  expectOk(await tester.longWork.cancel(tester.anna, waiting));
  const failing = await begin(newKey(), raise(30));
  await openOtherProcess(async () => {
    throw new Error('The disk is away');
  }).longWork.perform(failing);
  expect(await view(failing)).toMatchObject({
    state: 'open',
    phase: 'between-tries',
    lastError: 'The disk is away',
  });
  expectOk(await tester.longWork.cancel(tester.anna, failing));
  for (const id of [waiting, failing]) {
    await tester.longWork.perform(id);
    expect(await view(id)).toMatchObject({ state: 'cancelled', done: 0 });
  }
  expect(await countPrices()).toEqual({ 100000: count });
});

test('an undo while its change goes on is refused, and one of two who ask begins it', async () => {
  const id = await begin(newKey(), raise(40));
  await openOtherProcess(async (done) => {
    if (done === 200) throw new Error('The disk is away');
  }).longWork.perform(id);
  const { result } = await view(id);
  expect(await tester.editing.undoing.undoBatch(tester.anna, result.batch ?? '')).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('goes on'),
  });
  expectOk(await tester.longWork.cancel(tester.anna, id));
  const both = await Promise.all(
    [tester.anna, tester.bo].map((who) =>
      tester.editing.undoing.undoBatch(who, result.batch ?? ''),
    ),
  );
  expect(new Set(both.map(expectOk)).size).toBe(1);
  await undoAndCheck(result.batch);
  // What was undone does not go on.
  expectOk(await tester.longWork.goOn(tester.anna, id));
  expect(await endWork(tester.longWork, tester.anna, id)).toMatchObject({ state: 'failed' });
  expect(await countPrices()).toEqual({ 100000: count });
});

test('the list shows what a role may see', async () => {
  const shown = await tester.longWork.list(tester.anna, undefined);
  expect(shown.rows[0]).toMatchObject({ state: 'done', actorName: tester.anna.name });
  const viewer = { ...tester.anna, role: 'viewer' as const };
  expect((await tester.longWork.list(viewer, undefined)).rows).toEqual([]);
  const [first] = shown.rows;
  expect(await tester.longWork.view(viewer, first?.id ?? 0)).toMatchObject({ code: 'forbidden' });
  expect(await tester.longWork.cancel(viewer, first?.id ?? 0)).toMatchObject({ code: 'forbidden' });
});
