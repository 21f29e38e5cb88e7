import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { DB } from '#core/kernel/database-types.ts';
import type { Database } from '#core/deps.ts';
import { ConfigError, UnavailableError } from '#src/settings/config-error.ts';
import { DatabaseAwayError, WatchedPool } from './watched-pool.ts';
import { preparedMark } from '#core/kernel/prepared.store.ts';

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
 * long as it needs. Throws ConfigError with one sentence if the database can't be reached or is
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
 * Everything that `work` writes is there afterwards, or nothing if it throws, `signal` is aborted
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

/**
 * How often a silent database is asked at a start, and the pause before it is asked again, in ms.
 */
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

/**
 * One connection with a transaction under way, as a pool for Kysely: each transaction that is begun
 * over it is a savepoint, which is released or rolled back in its place. If `signal` is aborted,
 * each further statement fails with its reason.
 */
function nestTransactions(client: pg.PoolClient, signal?: AbortSignal): PostgresPool {
  let depth = 0;
  const translate = (text: string): string => {
    if (text === 'begin') return `savepoint level_${++depth}`;
    if (text === 'commit') return `release savepoint level_${depth--}`;
    if (text !== 'rollback') return text;
    const level = `level_${depth--}`;
    return `rollback to savepoint ${level}; release savepoint ${level}`;
  };
  const send = (text: string, values: readonly unknown[]): Promise<unknown> => {
    signal?.throwIfAborted();
    const translated = translate(text);
    // Without values, since only then several statements may come at once.
    return translated === text
      ? client.query({ text, values: [...values] })
      : client.query(translated);
  };
  let last: Promise<unknown> = Promise.resolve();
  const nested = Object.create(client, {
    query: {
      value: (text: string, values: readonly unknown[]): Promise<unknown> => {
        const answer = last.then(() => send(text, values));
        last = answer.catch(() => {});
        return answer;
      },
    },
    release: { value: () => {} },
  }) as pg.PoolClient;
  return { connect: async () => nested, end: async () => {} };
}

/** Each connection keeps a plan of each; further statements are parsed anew every time. */
const maxPrepared = 60;

const names = new Map<string, string>();

function findName(text: string): string | undefined {
  if (!text.startsWith(preparedMark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();

/** The pool for Kysely: each connection parses a statement with the mark once. */
const prepareMarked = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known) return known;
    const preparing = toPreparing(client);
    clients.set(client, preparing);
    return preparing;
  },
  end: () => pool.end(),
});

const toPreparing = (client: pg.PoolClient): pg.PoolClient =>
  Object.create(client, {
    query: {
      value: (text: string, values: unknown[]) => {
        const name = findName(text);
        return client.query(name === undefined ? { text, values } : { name, text, values });
      },
    },
  }) as pg.PoolClient;
