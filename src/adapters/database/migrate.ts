import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, Migrator, sql } from 'kysely';
import { Logger, runMigrations } from 'graphile-worker';
import { ConfigError } from '#src/settings/config-error.ts';
import type { OpenDatabase } from './index.ts';

/**
 * The database has this program's schema afterwards; two processes that start together wait for
 * each other. Throws ConfigError if a newer program, or one in development, has used the database.
 */
export async function migrateDatabase(database: OpenDatabase, folder: string): Promise<void> {
  const migrator = new Migrator({
    db: database.db,
    provider: { getMigrations: async () => readMigrations(folder) },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw await explainMigrationError(error, database, folder);
  await runMigrations({ pgPool: database.pool, logger: silentLogger });
}

/** The names of this program's migrations, in order. */
export const listMigrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .toSorted();

function readMigrations(folder: string) {
  return Object.fromEntries(
    listMigrationNames(folder).map((name) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(readFileSync(path.join(folder, `${name}.sql`), 'utf8')).execute(db);
          // All run in one transaction: a table whose checks wait for its end takes no index.
          await sql.raw('set constraints all immediate; set constraints all deferred').execute(db);
        },
      },
    ]),
  );
}

async function explainMigrationError(
  error: unknown,
  database: OpenDatabase,
  folder: string,
): Promise<unknown> {
  if (!String(error).includes('previously executed migration')) return error;
  const known = listMigrationNames(folder);
  const { rows } = await sql<{
    name: string;
  }>`select name from schema_migration order by name`.execute(database.db);
  const ran = rows.map((row) => row.name);
  const newer = ran.filter((name) => !known.includes(name));
  if (newer.length === 0) return new ConfigError(describeGap(known, ran));
  return new ConfigError(
    `The database has been used by a newer Reportstand (it holds ${newer.join(', ')}, which this ` +
      'program does not know): start that version instead.',
  );
}

/** A program in development may have had migrations under other numbers. */
const describeGap = (known: readonly string[], ran: readonly string[]): string =>
  `The database ran migrations after ${known.find((name) => !ran.includes(name))}, which this ` +
  'program has and the database does not: start the version that made it, or use another one.';

const silentLogger = new Logger(() => () => {});
