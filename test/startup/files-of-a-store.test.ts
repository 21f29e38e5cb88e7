import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPdf } from '../support/goods-files.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
let programs: ServerProcess[];
beforeEach(async () => {
  folder = createTemporaryFolder('files-of-a-store');
  database = await createTestDatabase('small');
  programs = [];
});
afterEach(async () => {
  for (const program of programs) await program.close();
  await database.drop();
  folder.remove();
});

/** The environment of a program with a data folder of its own, over the one database. */
function toEnv(name: string, more: Record<string, string> = {}) {
  const dataFolder = path.join(folder.path, name);
  mkdirSync(dataFolder, { recursive: true });
  const LINK_SECRET = 'the same secret of all programs, which is long enough';
  return { DATABASE_URL: database.url, DATA_DIR: dataFolder, LINK_SECRET, ...more };
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const program = await startServerProcess(env);
  programs.push(program);
  return program;
}

/** A command beside the store: its exit code and what it printed. */
async function runCommand(script: string, words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...words], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, output };
}

test('F-61 of programs with folders of their own over one database only the first starts; adopting is the way on', async () => {
  const first = await start(toEnv('one'));
  const marked = readFileSync(path.join(folder.path, 'one/files/store-id'), 'utf8');
  const { storeId } = await database.db
    .selectFrom('storeIdentity')
    .select('storeId')
    .executeTakeFirstOrThrow();
  expect(marked.trim()).toBe(storeId);
  for (const name of ['two', 'three'])
    await expect(start(toEnv(name))).rejects.toThrow(
      /The files of this store are not in the folder .+ share one FILES_DIR .+npm run files -- adopt/,
    );
  const refused = await runCommand('scripts/goods-cli.ts', ['list', '--code', 'X'], toEnv('two'));
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('are not in the') });
  await first.terminate();
  // A folder with another store's files is not ours either, until somebody says so.
  const other = toEnv('other');
  mkdirSync(path.join(folder.path, 'other/files'), { recursive: true });
  writeFileSync(path.join(folder.path, 'other/files/store-id'), `${'0'.repeat(32)}\n`);
  await expect(start(other)).rejects.toThrow('belong to another store');
  const adopted = await runCommand('scripts/files-cli.ts', ['adopt'], other);
  expect(adopted).toMatchObject({ exitCode: 0, output: expect.stringContaining('this store’s') });
  await start(other);
  await expect(start(toEnv('one'))).rejects.toThrow(/belong to another store|are a copy, or older/);
});

test('F-61 what came in through one of three programs over one place is answered by each at once', async () => {
  const shared = { FILES_DIR: path.join(folder.path, 'shared') };
  for (const name of ['one', 'two', 'three']) await start(toEnv(name, shared));
  const { code } = await database.db
    .selectFrom('report')
    .select('code')
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  const file = path.join(folder.path, 'report.pdf');
  writeFileSync(file, await createPdf(2));
  const words = ['add', '--code', code, '--file', file];
  const added = await runCommand('scripts/goods-cli.ts', words, toEnv('terminal', shared));
  expect(added.output).toContain('2 pages: added');
  for (const program of programs)
    expect((await program.request(`/cover/${code}.jpg`)).status).toBe(200);
  const checked = await runCommand('scripts/files-cli.ts', ['check'], toEnv('terminal', shared));
  expect(checked).toMatchObject({ exitCode: 0, output: expect.stringContaining('0 of them') });
});
