/**
 * Writes src/core/kernel/database-types.ts from the schema of a freshly migrated database. With
 * --check it only compares, and ends with 1 where the committed file differs from the migrations.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';

const folder = path.resolve(`.data/tables-${process.pid}`);
mkdirSync(folder, { recursive: true });
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const generatedFile = path.join(folder, 'tables.ts');
const committedFile = path.resolve('src/core/kernel/database-types.ts');
try {
  const database = await openDatabase(embeddedDatabase.url);
  await migrateDatabase(database, path.resolve('db/migrations'));
  await database.close();
  const codegen = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      embeddedDatabase.url,
      '--camel-case',
      '--out-file',
      generatedFile,
      '--exclude-pattern',
      '{graphile_worker.*,schema_migration*}',
      '--date-parser',
      'string',
    ],
    { encoding: 'utf8' },
  );
  if (codegen.status !== 0) throw new Error(codegen.stderr + codegen.stdout);
  const text = readFileSync(generatedFile, 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(committedFile, text);
  else if (text !== readFileSync(committedFile, 'utf8')) {
    console.error(
      'src/core/kernel/database-types.ts differs from the migrations: run "npm run db:types".',
    );
    process.exitCode = 1;
  }
} finally {
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
