import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from '#core/kernel/database-types.ts';
import type { Database } from '#core/deps.ts';
import { ConfigError, UnavailableError } from '#src/config.ts';

// Dates stay text ("2026-11-12"), and counts are numbers: ours are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenDatabase = {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

/**
 * A pool on the database, which has answered once. Throws ConfigError with one sentence where it
 * can't be reached or is older than PostgreSQL 15.
 */
export async function openDatabase(url: string, poolSize = 20): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 5000 });
  // The pool replaces an idle connection that the server drops; unheard, the error would end us.
  // build-deps.ts logs it. On a connection in use the query rejects with the same error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  try {
    await assertSupportedVersion(db);
  } catch (error) {
    await pool.end();
    if (error instanceof ConfigError) throw error;
    throw new UnavailableError(
      `The database of DATABASE_URL can't be reached: ${errorSentence(error)}`,
      { cause: error },
    );
  }
  return { db, pool, close: () => db.destroy() };
}

async function assertSupportedVersion(db: Database): Promise<void> {
  const { rows } = await sql<{
    version: number;
  }>`select current_setting('server_version_num')::int as version`.execute(db);
  if ((rows[0]?.version ?? 0) < 150000)
    throw new ConfigError('The PostgreSQL of DATABASE_URL is older than version 15.');
}

function errorSentence(error: unknown): string {
  if (error instanceof AggregateError) return errorSentence(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.?$/, '.') : String(error);
}
