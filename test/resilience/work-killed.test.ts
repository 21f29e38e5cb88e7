import { once } from 'node:events';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '#core/app.ts';
import { importOptionsSchema } from '#core/imports/model.ts';
import { ok } from '#core/kernel/outcome.model.ts';
import { createPdf } from '../support/goods-files.ts';
import { setUpStore } from '../support/set-up-store.ts';
import { startKillable } from '../support/start-killable.ts';
import { expectOk, openTestEditing, type TestEditing } from '../support/test-editing.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { addTestStaff } from '../support/test-staff.ts';
import { createZip } from '../support/zip-file.ts';
import type { WorkRun } from './killable-work.ts';

const count = 450;
const folder = createTemporaryFolder('work');
let tester: TestEditing;
let app: App;
let ids: number[];
beforeAll(async () => {
  tester = await openTestEditing();
  await setUpStore(tester.database);
  app = new App(tester.deps);
  for (const start of [0, 150, 300])
    await tester.write(
      ...Array.from({ length: 150 }, (_, i) => ({
        code: `KW-${start + i}`,
        title: `Killed work ${start + i}`,
        industry: 'food',
        state: 'published' as const,
        prices: { single: 100_000 },
        delivery: { kind: 'by-us' as const, days: 5 },
      })),
    );
  const rows = await tester.database.db.selectFrom('report').select('id').execute();
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await tester?.close();
  folder.remove();
});

/** The signal that ended the process; null if it survived. Its lease is over afterwards. */
async function perform(
  workId: number,
  killAtStep: number,
  countsCommits = false,
): Promise<NodeJS.Signals | null> {
  const run: WorkRun = {
    databaseUrl: tester.database.url,
    filesFolder: folder.path,
    workId,
    killAtStep,
    countsCommits,
  };
  const child = startKillable('killable-work', run);
  child.stdout.resume();
  await once(child, 'exit');
  await sql`update long_work set due_at = now() where state = 'open'`.execute(tester.database.db);
  return child.signalCode;
}

async function countPrices(): Promise<Record<string, number>> {
  const { rows } = await sql<{ price: number; count: number }>`
    select (version.parts -> 'prices' ->> 'single')::int as price, count(*)::int as count
    from report join report_version version
      on version.report_id = report.id and version.number = report.version_number
    group by 1`.execute(tester.database.db);
  return Object.fromEntries(rows.map(({ price, count: of }) => [String(price), of]));
}
const view = async (id: number) => expectOk(await tester.longWork.view(tester.owner, id));

test('F-63 a bulk change, its undo and an export go on in another process, and nothing is doubled', async () => {
  const id = expectOk(
    await tester.editing.many.begin(tester.anna, {
      selection: { ids },
      change: { kind: 'prices', licences: ['single'], roundTo: 1, by: { percent: 5 } },
    }),
  );
  // Behind the checks of all: amid the second chunk's transaction, then behind the third's.
  const ends = [];
  for (const step of [6, 3, 0]) ends.push(await perform(id, step));
  expect(ends).toEqual(['SIGKILL', 'SIGKILL', null]);
  const done = await view(id);
  expect(done).toMatchObject({
    state: 'done',
    done: count,
    result: { counts: { changed: count } },
  });
  expect(await countPrices()).toEqual({ 105000: count });

  const undo = expectOk(
    await tester.editing.undoing.undoBatch(tester.anna, done.result.batch ?? ''),
  );
  expect(await perform(undo, 3)).toBe('SIGKILL');
  expect(await perform(undo, 0)).toBeNull();
  expect(await view(undo)).toMatchObject({
    state: 'done',
    result: { counts: { restored: count } },
  });
  expect(await countPrices()).toEqual({ 100000: count });

  const request = { format: 'csv', filter: { view: 'all' }, formKey: 'a key' } as const;
  const begun = expectOk(await app.staffImports.exportReports(tester.anna, request));
  if (begun.file) throw new Error('It was to be left to a worker.');
  expect(await perform(begun.id, 2)).toBe('SIGKILL');
  expect(await perform(begun.id, 0)).toBeNull();
  expect(await view(begun.id)).toMatchObject({ state: 'done', done: count, total: count });
});

/** Killed at the end of a transaction, behind its commit, and so on; then it ends. */
async function killAtCommits(workId: number): Promise<void> {
  const ends = [];
  for (const step of [1, 2, 3, 0]) ends.push(await perform(workId, step, true));
  expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null]);
}

test('F-63 a change of many enquiries and its undo go on in another process, once for each', async () => {
  const { db } = tester.database;
  const { inbox } = app.leads;
  const sales = await addTestStaff(db, 'sales');
  const enquiries = await Promise.all(
    Array.from({ length: 250 }, (_, i) => insertEnquiry(db, { email: `${i}@killed.example` })),
  );
  const readStates = async () => {
    const rows = await db.selectFrom('lead').select('state').distinct().execute();
    return rows.map(({ state }) => state);
  };
  const countEntries = async () => {
    const { rows } = await sql<{ isUndo: boolean; count: number }>`
      select undo_of is not null as "isUndo", count(*)::int as count from audit_entry
      where thing_kind = 'enquiry' and outcome = 'done' group by 1 order by 1`.execute(db);
    return rows.map(({ count: of }) => of);
  };
  const id = expectOk(await inbox.bulk.changeMany(sales, { ids: enquiries }, { state: 'closed' }));
  await killAtCommits(id);
  const done = await view(id);
  expect(done).toMatchObject({
    state: 'done',
    done: 250,
    result: { message: '250 enquiries were changed.', counts: { changed: 250 } },
  });
  expect([await readStates(), await countEntries()]).toEqual([['closed'], [250]]);
  const undo = expectOk(await inbox.bulkUndo.undoMany(sales, done.result.batch ?? ''));
  await killAtCommits(undo);
  expect(await view(undo)).toMatchObject({ state: 'done', result: { counts: { restored: 250 } } });
  expect([await readStates(), await countEntries()]).toEqual([['open'], [250, 250]]);
});

test('F-63 what is ready of an import is published by another process, once for each', async () => {
  const { db } = tester.database;
  const codes = ['RP-1', 'RP-2', 'RP-3'];
  const rows = codes.map((code) => `${code},Ready ${code},food,100`);
  const sheet = ['code,title,industry,price_single', ...rows].join('\n');
  const imported = await app.imports.create({
    fileName: 'ready.csv',
    content: Readable.from([Buffer.from(sheet)]),
    options: importOptionsSchema.parse({ newReports: 'published', runsAtOnce: true }),
    actor: 'Anna',
  });
  await app.imports.advance(imported);
  const pdf = await createPdf(2);
  const zip = createZip(Object.fromEntries(codes.map((code) => [`${code}.pdf`, pdf])));
  const named = { fileName: 'files.zip', isArchive: true };
  for await (const one of app.imports.files.receive(Readable.from([zip]), named))
    expect(one).toMatchObject({ isAttached: true });
  // So few are published while their request waits; these are left to a worker.
  const begun = await app.longWork.begin(tester.owner, {
    kind: 'import.publish',
    verb: 'report.publish',
    prepare: async () => ok({ title: 'Publish', input: { importId: imported }, total: 3 }),
  });
  const id = expectOk(begun);
  await killAtCommits(id);
  expect(await view(id)).toMatchObject({
    state: 'done',
    done: 3,
    result: { message: '3 reports published.' },
  });
  const { counts } = (await app.imports.getImport(imported)) ?? {};
  expect(counts).toMatchObject({ created: 3, published: 3, unpublished: 0 });
  const entries = db.selectFrom('auditEntry').select('after').where('thingKind', '=', 'import');
  const published = await entries.where('verb', '=', 'report.publish').execute();
  expect(published.map(({ after }) => after)).toEqual([{ published: codes }]);
});
