import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpStore } from '../support/set-up-store.ts';
import { createPdf } from '../support/goods-files.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const folder = createTemporaryFolder('import-command');
const inFolder = (name: string): string => path.join(folder.path, name);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  await setUpStore(database);
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

/** The command beside a store of this database: its exit code and what it printed. */
async function runImport(...options: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/import-cli.ts', ...options], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder.path },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, output };
}

test('the command writes good rows, attaches files by name, and says with its exit code how it went', async () => {
  const csv = inFolder('reports.csv');
  writeFileSync(
    csv,
    'code,title,industry,price_single\nC-1,Cans,Metals,100\nC-2,Glass,Metals,cheap',
  );
  const files = createTemporaryFolder('import-files');
  writeFileSync(path.join(files.path, 'C-1.pdf'), await createPdf(2));
  writeFileSync(path.join(files.path, 'C-9.pdf'), await createPdf(1));
  const mended = inFolder('errors.xlsx');
  const options = ['--industries', 'create', '--files', files.path, '--errors', mended];
  const run = await runImport(csv, ...options);
  expect(run.output).toContain('done: 1 created, 1 bad');
  expect(run.output).toContain('row 3, price_single "cheap": Write the price as');
  expect(run.output).toContain('files: 1 attached, 1 refused');
  expect(run.output).toContain('C-9.pdf: There is no report C-9.');
  expect(run.exitCode).toBe(1);
  const attached = await database.db.selectFrom('editionFile').select('fileName').execute();
  expect(attached.map(({ fileName }) => fileName)).toContain('C-1.pdf');
  writeFileSync(csv, 'code,title,industry\nC-1,Cans,Metals');
  expect((await runImport(csv)).exitCode).toBe(0);
  files.remove();
});

test('what can not be done at all ends with 2 and a sentence', async () => {
  writeFileSync(inFolder('report.csv'), '%PDF-1.7');
  expect(await runImport(inFolder('report.csv'))).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('neither CSV') as string,
  });
  expect(await runImport(inFolder('missing.csv'))).toMatchObject({ exitCode: 2 });
  expect(await runImport('--undo', '99')).toMatchObject({ exitCode: 2 });
  expect(await runImport('--colour', 'red')).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('--dry-run') as string,
  });
});
