import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  type Job,
  type ParsedCronItem,
  type TaskList,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#core/deps.ts';
import type { JobHandlers, JobName } from '#core/jobs.ts';
import { runInContext } from '#src/request-context.ts';
import { readQueuedBy } from './enqueue.ts';
import { holdWorkerLock } from './worker-lock.ts';

export type WorkerOptions = {
  readonly pool: pg.Pool;
  readonly jobs: Partial<JobHandlers>;
  /** When jobs also run by the clock (cron, UTC): each in a queue of its own, never piling up. */
  readonly cronSchedules: Partial<Record<JobName, string>>;
  readonly log: Log;
};

const restartDelayMs = 1000;

/**
 * Works on jobs until stopped, four at once. Where the database goes away the work goes on when it
 * is back. Rejects where it can't begin.
 */
export async function startWorker(
  options: WorkerOptions,
): Promise<{ readonly stop: () => Promise<void> }> {
  const worker = new Worker(options);
  await worker.start();
  const supervision = worker.supervise();
  return {
    stop: async () => {
      await worker.stop();
      await supervision;
    },
  };
}

type Runner = {
  /** Settles when the runner ends by itself, or is stopped. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
  readonly releaseLock: () => void;
};

class Worker {
  readonly #options: WorkerOptions;
  #runner: Runner | undefined;
  #isStopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#runner = await startRunner(this.#options);
  }

  /** Starts another runner whenever one ends by itself. Resolves once the worker is stopped. */
  async supervise(): Promise<void> {
    while (!this.#isStopping) {
      const reason = await this.#runner?.ended.catch((error: unknown) => error);
      if (this.#isStopping) return;
      this.#options.log.error({ error: reason }, 'job worker stopped, restarting');
      this.#runner?.releaseLock();
      await this.#restart();
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#runner?.stop();
    this.#runner?.releaseLock();
  }

  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      await sleep(restartDelayMs, undefined, { ref: false });
      const isStarted = await this.start().then(
        () => true,
        (error: unknown) => {
          this.#options.log.error({ error }, 'job worker could not be started, trying again');
          return false;
        },
      );
      if (isStarted) return;
    }
  }
}

async function startRunner({ pool, jobs, cronSchedules, log }: WorkerOptions): Promise<Runner> {
  const releaseLock = await holdWorkerLock(pool);
  const runner = await run({
    pgPool: pool,
    taskList: createTaskList(jobs),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    parsedCronItems: createCronItems(cronSchedules),
    logger: createErrorLogger(log),
    // In batches the library retries to record that a job has ended, and ends with an error that
    // the supervision sees; without them it would drop the error and the job.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return {
    ended: runner.promise,
    stop: () =>
      runner
        .stop()
        .catch((error: unknown) => log.warn({ error }, 'job worker did not stop cleanly')),
    releaseLock,
  };
}

/**
 * What a job logs carries its name, its id and the id of the request that queued it. The payload
 * was typed by `enqueue`; in between it was JSON in the database.
 */
const createTaskList = (jobs: Partial<JobHandlers>): TaskList =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      (payload, { job: { id } }) =>
        runInContext({ job: name, jobId: id, ...readQueuedBy(payload) }, () =>
          job(payload as never),
        ),
    ]),
  );

const createCronItems = (schedules: WorkerOptions['cronSchedules']): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(schedules).map(([task, match]) => ({
      task,
      match,
      options: { maxAttempts: 1, queueName: task, jobKey: task },
    })),
  );

const createErrorLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const levelName: string = level;
    if (levelName !== 'error') return;
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: Job };
    const failed = job ? { job: job.task_identifier, jobId: job.id } : {};
    log.error({ ...failed, ...(error === undefined ? {} : { error }) }, message);
  });
