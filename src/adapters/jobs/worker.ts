import type pg from 'pg';
import type { Log } from '#core/deps.ts';
import type { JobHandlers, JobName } from '#core/jobs.ts';
import { CuttableSession } from './cuttable-connections.ts';
import {
  completeJobs,
  setRunnerLocks,
  isOnlyWorker,
  renewLocks,
  freeJobs,
  listJobLocks,
  type JobLock,
} from './job-locks.ts';
import { hasOverdueJob, pullMisdatedJobs, queueDueJobs, type Schedule } from './job-schedule.ts';
import { Runner } from './runner.ts';
import { defaultTimes, type WorkerTimes } from './worker-times.ts';

/** How many beats a runner with a free slot may leave a late job waiting. */
const maxOverdueBeats = 2;
/** How long until a runner that gave up is replaced. */
const restartDelayMs = 1000;

export type WorkerOptions = {
  readonly databaseUrl: string;
  readonly jobs: Partial<JobHandlers>;
  /** When jobs also run by the clock: each in a queue of its own, never piling up. */
  readonly schedules: Partial<Record<JobName, Schedule>>;
  readonly log: Log;
  readonly times?: Partial<WorkerTimes>;
};

export type RunningWorker = {
  /** True if it takes up jobs, as of the last check. */
  readonly isAlive: () => boolean;
  /** Ends within `stopLimitMs` and a second; jobs that still run then are another process's. */
  readonly stop: () => Promise<void>;
};

/**
 * Works on jobs until stopped, four at once. Whatever happens to the database or to the library,
 * the work continues when the database answers. Rejects if it can't begin.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const worker = new Worker(options);
  await worker.start();
  return { isAlive: () => worker.isAlive(), stop: () => worker.stop() };
}

/** Keeps one runner at work, and looks after the jobs of runners that are gone. */
class Worker {
  readonly #options: WorkerOptions;
  readonly #times: WorkerTimes;
  readonly #session: CuttableSession;
  readonly #orphanedJobs: OrphanedJobs;
  #runner: Runner | undefined;
  /** Replaced runners whose jobs have not all ended. */
  #retired: Runner[] = [];
  /** Why the runner gave up by itself. */
  #brokenReason: string | undefined;
  #overdueBeats = 0;
  /** By the monotonic clock; undefined if the last beat failed. */
  #lastBeatAt: number | undefined;
  #wake: () => void = () => {};
  #isStopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
    this.#session = new CuttableSession(options.databaseUrl, this.#times.beatLimitMs);
    this.#orphanedJobs = new OrphanedJobs(this.#countBeats(this.#times.freeAfterMs));
  }

  /** Rejects if the database can't be reached. */
  async start(): Promise<void> {
    try {
      await this.#session.use(async (client) => {
        await setRunnerLocks(client, []);
        const isImmediate = await isOnlyWorker(client);
        await this.#orphanedJobs.free(client, () => undefined, { isImmediate });
      });
      this.#runner = this.#createRunner();
      await this.#beat();
    } catch (error) {
      await this.stop();
      throw error;
    }
    void this.#keepBeating();
  }

  isAlive(): boolean {
    const { stuckAfterMs } = this.#times;
    return (
      !this.#isStopping &&
      this.#lastBeatAt !== undefined &&
      performance.now() - this.#lastBeatAt < stuckAfterMs &&
      this.#findTrouble() === undefined
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    const runners = this.#listRunners();
    await waitAtMost(this.#times.stopLimitMs, Promise.all(runners.map((runner) => runner.drain())));
    for (const runner of runners) runner.retire({ isAbandoned: true });
    await waitAtMost(
      500,
      this.#session.use((client) => this.#recordFinishedLate(client)),
    );
    this.#session.close();
  }

  async #keepBeating(): Promise<void> {
    while (!this.#isStopping) {
      await this.#pause();
      if (this.#isStopping) return;
      try {
        await this.#beat();
      } catch (error) {
        this.#lastBeatAt = undefined;
        if (!this.#isStopping)
          this.#options.log.warn({ error }, 'the database did not answer the worker');
      }
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#times.beatMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #beat(): Promise<void> {
    const { jobs, schedules } = this.#options;
    const isOverdue = await this.#session.use(async (client) => {
      const ids = this.#listRunners().map(({ id }) => id);
      await setRunnerLocks(client, ids);
      await this.#recordFinishedLate(client);
      await renewLocks(client, ids);
      await this.#orphanedJobs.free(client, ({ lockedBy, jobId }) =>
        this.#listRunners()
          .find(({ id }) => id === lockedBy)
          ?.isRunning(jobId),
      );
      await pullMisdatedJobs(client);
      await queueDueJobs(client, schedules);
      return hasOverdueJob(client, Object.keys(jobs), this.#times.stuckAfterMs);
    });
    this.#lastBeatAt = performance.now();
    this.#overdueBeats = isOverdue && this.#runner?.hasFreeSlot ? this.#overdueBeats + 1 : 0;
    this.#runner?.countBeat();
    this.#retired = this.#retired.filter(({ isDone }) => !isDone);
    const trouble = this.#findTrouble();
    if (trouble !== undefined && !this.#isStopping) this.#replaceRunner(trouble);
  }

  /** Why the runner has to be replaced; undefined while it works. */
  #findTrouble(): string | undefined {
    const runner = this.#runner;
    if (!runner) return 'there is none';
    if (this.#brokenReason !== undefined) return this.#brokenReason;
    if (runner.isSilent(this.#countBeats(this.#times.stuckAfterMs)))
      return 'a slot got no answer from the database';
    if (this.#overdueBeats > maxOverdueBeats) return 'it leaves jobs that are due';
    if (runner.hasEndlessJob(this.#countBeats(this.#times.endlessAfterMs)))
      return 'a job does not end';
    return undefined;
  }

  #replaceRunner(reason: string): void {
    this.#options.log.error({ reason }, 'the job runner is replaced');
    if (this.#runner) {
      this.#runner.retire();
      this.#retired.push(this.#runner);
    }
    this.#runner = this.#createRunner();
  }

  #createRunner(): Runner {
    const { databaseUrl, jobs, log } = this.#options;
    const { pollMs, beatMs } = this.#times;
    this.#brokenReason = undefined;
    this.#overdueBeats = 0;
    return new Runner({
      databaseUrl,
      jobs,
      log,
      pollMs,
      onBroken: (reason) => {
        this.#brokenReason = reason;
        setTimeout(() => this.#wake(), Math.min(restartDelayMs, beatMs)).unref();
      },
    });
  }

  #listRunners(): Runner[] {
    return this.#runner ? [this.#runner, ...this.#retired] : this.#retired;
  }

  async #recordFinishedLate(client: pg.Client): Promise<void> {
    for (const runner of this.#retired) {
      const jobIds = [...runner.finishedLate];
      await completeJobs(client, runner.id, jobIds);
      for (const jobId of jobIds) runner.finishedLate.delete(jobId);
    }
  }

  #countBeats(ms: number): number {
    return Math.ceil(ms / this.#times.beatMs);
  }
}

/** Resolves when the promise settles, however it does, or after the time. */
async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise.catch(() => {}), timeIsUp]);
  clearTimeout(timer);
}

/** True or false for a job of a runner of this process, undefined for another process's runner. */
type IsRunningHere = (lock: JobLock) => boolean | undefined;

/**
 * Finds locked jobs that nobody runs: their process is gone, or its answer was lost. They are freed
 * when they were seen so for `patience` times in a row, so that a process whose connection was cut
 * has time to come back.
 */
class OrphanedJobs {
  readonly #patience: number;
  #timesSeen = new Map<string, number>();

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** `isImmediate`: no other process lives, so there is nobody to wait for. */
  async free(
    client: pg.Client,
    isRunningHere: IsRunningHere,
    { isImmediate = false } = {},
  ): Promise<void> {
    const locks = await listJobLocks(client);
    const orphans = locks.filter((lock) => !(isRunningHere(lock) ?? lock.isHolderAlive));
    this.#timesSeen = new Map(
      orphans.map((lock) => [keyOf(lock), (this.#timesSeen.get(keyOf(lock)) ?? 0) + 1]),
    );
    await freeJobs(
      client,
      orphans.filter(
        (lock) => isImmediate || (this.#timesSeen.get(keyOf(lock)) ?? 0) > this.#patience,
      ),
    );
  }
}

const keyOf = ({ jobId, lockedBy }: JobLock): string => `${lockedBy} ${jobId}`;
