import { setTimeout as sleep } from 'node:timers/promises';
import { CuttableSession } from './jobs/cuttable-connections.ts';

/** Whether this process can do all of its work, and what is wrong if it can't. */
export type Readiness = {
  readonly isReady: boolean;
  readonly database: 'ok' | 'no answer';
  /** `unknown` while the database gives no answer. */
  readonly migrations: 'ok' | 'missing' | 'unknown';
  readonly worker: 'ok' | 'starting' | 'stuck';
  /** `empty` until the store has settings; `unknown` while the database gives no answer. */
  readonly store: 'ok' | 'empty' | 'unknown';
  /** How long the job that has been due for longest has waited; undefined while unknown. */
  readonly oldestOverdueJobSeconds: number | undefined;
};

type ReadinessOptions = {
  readonly databaseUrl: string;
  /** The names of all migrations that this program needs. */
  readonly migrationNames: readonly string[];
  /** Undefined while the worker is being started. */
  readonly isWorkerAlive: () => boolean | undefined;
  /** The database gives no answer if it takes longer. Milliseconds. */
  readonly limitMs?: number;
};

/** Jobs that wait for longer mean that something is wrong, whatever it is. */
const maxOverdueSeconds = 300;

type DatabaseAnswer = {
  readonly migrations: string[];
  readonly isSetUp: boolean;
  readonly overdueSeconds: number;
};

/** Answers within `limitMs`, also if the database hangs. Callers at once share a look. */
export class ReadinessCheck {
  readonly #options: ReadinessOptions;
  readonly #session: CuttableSession;
  readonly #limitMs: number;
  #running: Promise<Readiness> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? 1500;
    this.#session = new CuttableSession(options.databaseUrl, this.#limitMs);
  }

  check(): Promise<Readiness> {
    this.#running ??= this.#check().finally(() => (this.#running = undefined));
    return this.#running;
  }

  close(): void {
    this.#session.close();
  }

  async #check(): Promise<Readiness> {
    const answer = await Promise.race([
      this.#askDatabase().catch(() => undefined),
      sleep(this.#limitMs, undefined, { ref: false }),
    ]);
    const isAlive = this.#options.isWorkerAlive();
    const hasAll = this.#options.migrationNames.every((name) => answer?.migrations.includes(name));
    const readiness: Omit<Readiness, 'isReady'> = {
      database: answer ? 'ok' : 'no answer',
      migrations: answer ? nameState(hasAll, 'missing') : 'unknown',
      worker: isAlive === undefined ? 'starting' : nameState(isAlive, 'stuck'),
      store: answer ? nameState(answer.isSetUp, 'empty') : 'unknown',
      oldestOverdueJobSeconds: answer?.overdueSeconds,
    };
    const { database, migrations, worker, store } = readiness;
    const areAllOk = [database, migrations, worker, store].every((state) => state === 'ok');
    const isOnTime = answer !== undefined && answer.overdueSeconds <= maxOverdueSeconds;
    return { isReady: areAllOk && isOnTime, ...readiness };
  }

  #askDatabase(): Promise<DatabaseAnswer> {
    return this.#session.use(async (client) => {
      const { rows } = await client.query<DatabaseAnswer>(
        `select (select array_agg(name::text) from schema_migration) as migrations,
          exists(select from store_settings) as "isSetUp",
          (select coalesce(max(extract(epoch from now() - run_at)), 0)::int
            from graphile_worker._private_jobs
            where is_available and run_at <= now()) as "overdueSeconds"`,
      );
      const [answer] = rows;
      if (!answer) throw new Error('The database answered with no row.');
      return answer;
    });
  }
}

const nameState = <T extends string>(isOk: boolean, otherwise: T): 'ok' | T =>
  isOk ? 'ok' : otherwise;
