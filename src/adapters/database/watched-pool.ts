import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The database does not answer: what needs it is refused at once, until it does again. */
export class DatabaseAwayError extends Error {
  /** SQLSTATE connection_failure, which says "away" wherever errors are told apart. */
  readonly code = '08006';

  constructor() {
    super('the database does not answer');
  }
}

/** How often the database is asked whether it is there, in ms. */
const intervalMs = 500;
/** How long it may take to answer, in ms. */
const answerLimitMs = 2000;
/** How long a caller waits for a connection, in ms. */
const connectLimitMs = 3500;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool that notices a database which is there but answers nothing (frozen, or cut off): neither
 * it nor the system says so, and it honours no time limit of its own. A connection beside the pool
 * asks twice a second. Without an answer within two seconds every query under way is rejected and
 * its connection cut, and callers are refused at once: nobody waits for longer than four seconds,
 * and nothing piles up. It serves again as soon as a new connection is answered. One connection that
 * takes too long is its caller's misfortune alone, if another one is answered.
 */
export class WatchedPool extends pg.Pool {
  readonly #url: string;
  readonly #busyClients = new Set<pg.PoolClient>();
  /** Callers that wait for a connection. */
  readonly #waiting = new Set<() => void>();
  readonly #ended = new AbortController();
  #isAway = false;
  #isAskedAgain = false;

  constructor(url: string, poolSize: number) {
    super({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectLimitMs,
      // For a database that goes on working for nobody.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    });
    this.#url = url;
    this.on('acquire', (client) => void this.#busyClients.add(client));
    this.on('release', (_error, client) => void this.#busyClients.delete(client));
    void this.#watch();
  }

  /** As pg's own; rejects at once when the database does not answer, also who waits already. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connect();
    void this.#callWithClient(callback);
    return undefined;
  }

  /** Stops checking the database; the caller still has to end the pool. */
  stopWatching(): void {
    this.#ended.abort();
  }

  async #callWithClient(callback: ConnectCallback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#connect();
    } catch (error) {
      callback(toError(error), undefined, () => {});
      return;
    }
    callback(undefined, client, (release) => client.release(Boolean(release)));
  }

  #connect(): Promise<pg.PoolClient> {
    if (this.#isAway) return Promise.reject(new DatabaseAwayError());
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const leave = (): void => {
        hasLeft = true;
        reject(new DatabaseAwayError());
      };
      this.#waiting.add(leave);
      super
        .connect()
        .then((client) => (hasLeft ? client.release() : resolve(client)))
        .catch((error: unknown) => {
          void this.#noticeTimeout(error);
          reject(toError(error));
        })
        .finally(() => this.#waiting.delete(leave));
    });
  }

  /**
   * A new connection was not answered, however the old ones are: the next one decides. A full pool
   * is another matter.
   */
  async #noticeTimeout(error: unknown): Promise<void> {
    const isTimeout = error instanceof Error && error.message.includes('timeout');
    if (!isTimeout || this.#busyClients.size >= this.options.max || this.#isAskedAgain) return;
    this.#isAskedAgain = true;
    const heartbeat = new Heartbeat(this.#url, answerLimitMs);
    if ((await heartbeat.connect()) === 'away') this.#refuseAll();
    heartbeat.cut();
    this.#isAskedAgain = false;
  }

  /** Connects and asks again and again, until told to stop. */
  async #watch(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      const heartbeat = new Heartbeat(this.#url, answerLimitMs);
      const state = await heartbeat.connect();
      if (state === 'away') this.#refuseAll();
      else this.#isAway = false;
      if (state === 'connected') await this.#askUntilSilent(heartbeat);
      else await this.#pause();
      heartbeat.cut();
    }
  }

  /** Also returns if a caller noticed that new connections are not answered. */
  async #askUntilSilent(heartbeat: Heartbeat): Promise<void> {
    while (!this.#isAway && !this.#ended.signal.aborted) {
      if (!(await heartbeat.isAnswered())) break;
      await this.#pause();
    }
    if (heartbeat.wasSilent) this.#giveUp();
  }

  #refuseAll(): void {
    this.#isAway = true;
    for (const leave of this.#waiting) leave();
  }

  #giveUp(): void {
    this.#refuseAll();
    // Ending a client cuts its connection if a query is under way, and refuses the next one.
    for (const client of this.#busyClients) void client.end();
  }

  #pause(): Promise<void> {
    const { signal } = this.#ended;
    return sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** PostgreSQL's answer if all its connections are taken: it is there. */
const tooManyConnections = '53300';
/** A wait is split into this many parts: a busy process can read an answer before it gives up. */
const waitParts = 4;

/** A connection of its own that asks a database whether it is there. */
class Heartbeat {
  readonly #client: pg.Client;
  readonly #limitMs: number;
  /** True if the database was connected and did not answer in time. */
  wasSilent = false;

  constructor(url: string, limitMs: number) {
    this.#limitMs = limitMs;
    // The driver's own limit comes later, and closes what was never answered.
    const connectionTimeoutMillis = 2 * limitMs;
    this.#client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
    this.#client.on('error', () => {});
  }

  /** "full" if the database answers that it has no connection left for us. */
  async connect(): Promise<'connected' | 'full' | 'away'> {
    const state = this.#client.connect().then(
      () => 'connected' as const,
      (error: unknown) => (isTooManyConnections(error) ? 'full' : 'away'),
    );
    return (await this.#waitFor(state)) ?? 'away';
  }

  /** False if the connection was lost, or there was no answer in time. */
  async isAnswered(): Promise<boolean> {
    const answer = this.#client.query('select 1').then(
      () => true,
      () => false,
    );
    const isAnswered = await this.#waitFor(answer);
    this.wasSilent = isAnswered === undefined;
    return isAnswered ?? false;
  }

  /** Undefined if the limit passed. */
  async #waitFor<T>(answer: Promise<T>): Promise<T | undefined> {
    const silent = Symbol('silent');
    for (let part = 0; part < waitParts; part++) {
      const result = await Promise.race([answer, sleep(this.#limitMs / waitParts, silent)]);
      if (result !== silent) return result;
    }
    return undefined;
  }

  /** Not awaited: a silent database never says goodbye. */
  cut(): void {
    void this.#client.end().catch(() => {});
  }
}

const isTooManyConnections = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === tooManyConnections;
