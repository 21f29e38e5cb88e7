import { EventEmitter } from 'node:events';
import { Logger, runTaskList, type Job, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Log } from '#core/deps.ts';
import type { JobHandlers } from '#core/jobs.ts';
import { runInContext } from '#src/request-context.ts';
import { CuttablePool } from './cuttable-connections.ts';
import { readQueuedBy } from './enqueue.ts';

export type RunnerOptions = {
  readonly databaseUrl: string;
  readonly jobs: Partial<JobHandlers>;
  readonly log: Log;
  /** How often each slot looks for a job, if PostgreSQL's NOTIFY told it nothing. */
  readonly pollMs: number;
  /** Called with the reason when the library gives up by itself. */
  readonly onBroken: (reason: string) => void;
};

/** One place of a runner for a job. A beat is one check of the watchdog. */
type Slot = { isWorking: boolean; beatsSinceAnswer: number };

const slotCount = 4;
/** One connection for each slot, one for NOTIFY and one that records what has ended. */
const poolSize = slotCount + 2;
/** Node's longest timer: the library's own clean-up by the clock is as good as off. */
const neverMs = 2 ** 31 - 1;

/**
 * One runner of graphile-worker with connections of its own. It can be retired whatever state it is
 * in: the library takes up nothing and records nothing afterwards, and jobs that already run go on.
 */
export class Runner {
  readonly id: string;
  /** Jobs that ended well after the runner was retired: the library doesn't record them. */
  readonly finishedLate = new Set<string>();
  readonly #options: RunnerOptions;
  readonly #pool: CuttablePool;
  readonly #shutDown: () => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #slots = new Map<string, Slot>();
  #isEnding = false;
  #isRetired = false;
  #isAbandoned = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#pool = new CuttablePool(options.databaseUrl, poolSize);
    const events: WorkerEvents = new EventEmitter();
    this.#watchSlots(events);
    events.on('pool:gracefulShutdown', ({ message }) => {
      if (!this.#isEnding) options.onBroken(message);
    });
    const library = runTaskList(
      {
        concurrency: slotCount,
        noHandleSignals: true,
        pollInterval: options.pollMs,
        minResetLockedInterval: neverMs,
        maxResetLockedInterval: neverMs,
        events,
        logger: createErrorLogger(options.log),
        // In batches a result that can't be recorded ends the runner, and the watchdog sees it;
        // without them it would be an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      this.#createTaskList(),
      this.#pool,
    );
    library.promise.catch(() => {});
    this.id = library.id;
    let shutdown: Promise<void> | undefined;
    this.#shutDown = () => (shutdown ??= Promise.resolve(library.gracefulShutdown()));
  }

  isRunning(jobId: string): boolean {
    return this.#running.has(jobId);
  }

  /** True if none of its jobs runs, and each that ended is recorded. */
  get isDone(): boolean {
    return this.#running.size + this.finishedLate.size === 0;
  }

  /** True if a slot waits for a job. */
  get hasFreeSlot(): boolean {
    return [...this.#slots.values()].some(({ isWorking }) => !isWorking);
  }

  countBeat(): void {
    for (const slot of this.#slots.values()) slot.beatsSinceAnswer++;
  }

  /** True if a slot without a job got no answer from the database for more beats than this. */
  isSilent(maxBeats: number): boolean {
    return [...this.#slots.values()].some(
      ({ isWorking, beatsSinceAnswer }) => !isWorking && beatsSinceAnswer > maxBeats,
    );
  }

  /** True if a job has been running for more beats than this. */
  hasEndlessJob(maxBeats: number): boolean {
    return [...this.#slots.values()].some(
      ({ isWorking, beatsSinceAnswer }) => isWorking && beatsSinceAnswer > maxBeats,
    );
  }

  /** Takes up no more jobs; resolves when the running ones have ended and are recorded. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    if (!this.#isRetired) {
      await this.#shutDown().catch(() => {});
      await this.#pool.end();
    }
    await Promise.all(this.#running.values());
  }

  /**
   * Its connections are gone, and the library is at rest. Running jobs go on; if the program ends,
   * `isAbandoned`, nothing is said of those that fail then, since another process runs them again.
   */
  retire({ isAbandoned = false } = {}): void {
    this.#isAbandoned ||= isAbandoned;
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#isEnding = true;
    this.#pool.cut();
    // Later, so that the slots have noticed and none fails; it may never settle.
    setTimeout(() => void this.#shutDown().catch(() => {}), 100).unref();
  }

  #watchSlots(events: WorkerEvents): void {
    const setSlot = (id: string, isWorking: boolean): void =>
      void this.#slots.set(id, { isWorking, beatsSinceAnswer: 0 });
    events.on('worker:create', ({ worker }) => setSlot(worker.workerId, false));
    events.on('worker:getJob:empty', ({ worker }) => setSlot(worker.workerId, false));
    events.on('job:start', ({ worker }) => setSlot(worker.workerId, true));
    events.on('job:complete', ({ worker }) => setSlot(worker.workerId, false));
  }

  /**
   * Returns the jobs' handlers: what a job logs carries its name, its id and the id of the request
   * that queued it. The payload was typed by `enqueue`; in between it was JSON in the database.
   */
  #createTaskList(): TaskList {
    return Object.fromEntries(
      Object.entries(this.#options.jobs).map(([name, runJob]) => [
        name,
        (payload, { job: { id } }) =>
          runInContext({ job: name, jobId: id, ...readQueuedBy(payload) }, () =>
            this.#run(toText(id), () => runJob(payload as never)),
          ),
      ]),
    );
  }

  /** Never settles after the runner was retired, so that the library does nothing about the job. */
  async #run(jobId: string, runJob: () => Promise<void>): Promise<void> {
    if (this.#isRetired) return new Promise(() => {});
    const result = Promise.resolve().then(runJob);
    this.#running.set(
      jobId,
      result.catch(() => {}),
    );
    try {
      await result;
      if (this.#isRetired) this.finishedLate.add(jobId);
    } catch (error) {
      if (!this.#isRetired) throw error;
      if (!this.#isAbandoned)
        this.#options.log.error({ error }, 'a job of a retired runner failed');
    } finally {
      this.#running.delete(jobId);
    }
    return this.#isRetired ? new Promise(() => {}) : undefined;
  }
}

/** A job's id is a number, whatever the library's types say: our parser makes it one. */
const toText = (id: string | number): string => String(id);

const createErrorLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const levelName: string = level;
    if (levelName !== 'error') return;
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: Job };
    const failed = job ? { job: job.task_identifier, jobId: job.id } : {};
    log.error({ ...failed, ...(error === undefined ? {} : { error }) }, message);
  });
