/**
 * Writes src/core/kernel/tables.ts from the live schema of a fresh database; with --check it only compares,
 * and ends with 1 where the committed file has drifted from the migrations.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startHomeDatabase } from '#adapters/database/home.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrate } from '#adapters/database/migrate.ts';

const folder = path.resolve(`.data/tables-${process.pid}`);
mkdirSync(folder, { recursive: true });
const home = await startHomeDatabase(folder, () => {});
const fresh = path.join(folder, 'tables.ts');
const kept = path.resolve('src/core/kernel/tables.ts');
try {
  const database = await openDatabase(home.url);
  await migrate(database, path.resolve('db/migrations'));
  await database.close();
  const made = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      home.url,
      '--camel-case',
      '--out-file',
      fresh,
      '--exclude-pattern',
      '{graphile_worker.*,schema_migration*}',
      '--date-parser',
      'string',
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr + made.stdout);
  const text = readFileSync(fresh, 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(kept, text);
  else if (text !== readFileSync(kept, 'utf8')) {
    console.error('src/core/kernel/tables.ts differs from the migrations: run "npm run tables".');
    process.exitCode = 1;
  }
} finally {
  await home.stop();
  rmSync(folder, { recursive: true, force: true });
}
