import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { setUpStore } from '../support/set-up-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const rowCount = 4000;
const folder = createTemporaryFolder('import');
const file = path.join(folder.path, 'reports.csv');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  await setUpStore(database);
  const rows = Array.from(
    { length: rowCount },
    (_, n) => `K-${n},Report ${n},Metals,published,100,A text.,by us within 5 days`,
  );
  writeFileSync(
    file,
    ['code,title,industry,state,price_single,body_html,delivery', ...rows].join('\n'),
  );
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

/** The command as a publisher runs it, beside a store of this database. */
const runImport = (...options: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['scripts/import-cli.ts', ...options], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder.path },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

async function getExitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** SIGKILL as soon as this query counts `minCount`. */
async function killAt(child: ChildProcess, minCount: number, count: () => Promise<number>) {
  await waitUntil('the command is that far', async () => (await count()) >= minCount, {
    intervalMs: 2,
  });
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

async function countOf(from: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.raw(from)}`.execute(database.db);
  return rows[0]?.count ?? 0;
}
const countRows = () => countOf('report_import_row');
const countReports = () => countOf(`report where state = 'published'`);
const getImport = () =>
  database.db
    .selectFrom('reportImport')
    .select(['id', 'state', 'counts'])
    .executeTakeFirstOrThrow();

test('F-44 F34: an import that is killed while it reads, writes or is undone goes on where it stood', async () => {
  await killAt(runImport(file, '--industries', 'create'), 1, countRows);
  await killAt(runImport('--resume', '1'), rowCount / 4, countReports);
  const written = await countReports();
  expect(written).toBeLessThan(rowCount);
  expect(await getExitCode(runImport('--resume', '1'))).toBe(0);
  expect(await getImport()).toMatchObject({ state: 'done', counts: { created: rowCount } });
  expect([await countReports(), await countOf('report_version')]).toEqual([rowCount, rowCount]);

  const undone = async () => rowCount - (await countReports());
  await killAt(runImport('--undo', '1'), rowCount / 4, undone);
  expect(await undone()).toBeLessThan(rowCount);
  expect(await getExitCode(runImport('--resume', '1'))).toBe(0);
  expect(await getImport()).toMatchObject({ state: 'undone', counts: { restored: rowCount } });
  expect(await countReports()).toBe(0);
});
