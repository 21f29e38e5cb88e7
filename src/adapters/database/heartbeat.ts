import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL's answer where all its connections are taken: it is there. */
const tooManyConnections = '53300';
/** A wait is split into this many parts: a busy process can read an answer before it gives up. */
const waitParts = 4;

/** A connection of its own that asks a database whether it is there. */
export class Heartbeat {
  readonly #client: pg.Client;
  readonly #limitMs: number;
  /** True where the database was connected and did not answer in time. */
  wasSilent = false;

  constructor(url: string, limitMs: number) {
    this.#limitMs = limitMs;
    // The driver's own limit comes later, and closes what was never answered.
    const connectionTimeoutMillis = 2 * limitMs;
    this.#client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
    this.#client.on('error', () => {});
  }

  /** "full" where the database answers that it has no connection left for us. */
  async connect(): Promise<'connected' | 'full' | 'away'> {
    const state = this.#client.connect().then(
      () => 'connected' as const,
      (error: unknown) => (isTooManyConnections(error) ? 'full' : 'away'),
    );
    return (await this.#waitFor(state)) ?? 'away';
  }

  /** False where the connection was lost, or there was no answer in time. */
  async isAnswered(): Promise<boolean> {
    const answer = this.#client.query('select 1').then(
      () => true,
      () => false,
    );
    const isAnswered = await this.#waitFor(answer);
    this.wasSilent = isAnswered === undefined;
    return isAnswered ?? false;
  }

  /** Undefined where the limit passed. */
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
