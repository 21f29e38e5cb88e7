import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { DB } from '#core/kernel/database-types.ts';
import type { Database } from '#core/deps.ts';
import { ConfigError, UnavailableError } from '#src/settings/config.ts';
import { nestTransactions } from './nested-transactions.ts';
import { prepareMarked } from './prepared-statements.ts';
import { DatabaseAwayError, WatchedPool } from './watched-pool.ts';

// Dates stay text ("2026-11-12"), and counts are numbers: ours are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenDatabase = {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

/**
 * A pool on the database, which has answered once, for scripts and migrations: a query may take as
 * long as it needs. Throws ConfigError with one sentence where the database can't be reached or is
 * older than PostgreSQL 15.
 */
export function openDatabase(url: string, poolSize = 20): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 5000 });
  return openPool(pool, () => {});
}

/** The same for the store: a database that stops answering is noticed, and nobody waits for it. */
export function openWatchedDatabase(url: string, poolSize = 20): Promise<OpenDatabase> {
  const pool = new WatchedPool(url, poolSize);
  return openPool(pool, () => pool.stopWatching());
}

async function openPool(pool: pg.Pool, stopWatching: () => void): Promise<OpenDatabase> {
  // The pool replaces an idle connection that the server drops; unheard, the error would end us.
  // build-deps.ts logs it. On a connection in use the query rejects with the same error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = buildQueries(prepareMarked(pool));
  const close = async (): Promise<void> => {
    stopWatching();
    await db.destroy();
  };
  try {
    await askPatiently(() => assertSupportedVersion(db));
  } catch (error) {
    await close();
    if (error instanceof ConfigError) throw error;
    throw new UnavailableError(
      `The database of DATABASE_URL can't be reached: ${errorSentence(error)}`,
      { cause: error },
    );
  }
  return { db, pool, close };
}

const buildQueries = (pool: PostgresPool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

/**
 * Everything that `work` writes is there afterwards, or nothing where it throws, `signal` is aborted
 * or the program ends: its own transactions are savepoints of one. They follow one another, since
 * all is one connection.
 */
export async function inOneTransaction<T>(
  pool: pg.Pool,
  work: (db: Database) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await work(buildQueries(nestTransactions(client, signal)));
    await client.query('commit');
    return answer;
  } catch (error) {
    // A connection that is gone has rolled back already.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** How often a silent database is asked at a start, and the pause before it is asked again, in ms. */
const startAttempts = 5;
const startPauseMs = 1000;

/** A database that starts beside the program, or is busy, may be silent at first. */
async function askPatiently(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await ask();
      return;
    } catch (error) {
      if (!isSilence(error) || attempt === startAttempts) throw error;
      await sleep(startPauseMs);
    }
}

const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseAwayError || (error instanceof Error && /timeout/.test(error.message));

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
