import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '#core/app.ts';
import { setUpStore } from '../support/set-up-store.ts';
import { expectOk, openTestEditing, type TestEditing } from '../support/test-editing.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import type { WorkRun } from './killable-work.ts';

const count = 450;
const folder = createTemporaryFolder('work');
let tester: TestEditing;
let app: App;
let ids: number[];
beforeAll(async () => {
  tester = await openTestEditing();
  await setUpStore(tester.database);
  app = createApp(tester.deps);
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

/** The signal that ended the process; null where it survived. Its lease is over afterwards. */
async function perform(workId: number, killAtStep: number): Promise<NodeJS.Signals | null> {
  const run: WorkRun = {
    databaseUrl: tester.database.url,
    filesFolder: folder.path,
    workId,
    killAtStep,
  };
  const program = 'test/resilience/killable-work.ts';
  const child = spawn(process.execPath, [program, JSON.stringify(run)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
const view = async (id: number) => expectOk(await tester.longWork.view(tester.anna, id));

test('F-63 a bulk change, its undo and an export go on in another process, and nothing is doubled', async () => {
  const id = expectOk(
    await tester.editing.changeMany(tester.anna, {
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

  const undo = expectOk(await tester.editing.undoBatch(tester.anna, done.result.batch ?? ''));
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
