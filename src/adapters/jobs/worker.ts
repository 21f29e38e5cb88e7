import { Logger, parseCronItems, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log, Deps } from '#core/deps.ts';

/** Puts a job into the caller's transaction: it exists exactly if that commits. */
export const enqueue: Deps['enqueue'] = async (tx, name, payload, options = {}) => {
  await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.dedupeKey ?? null}::text,
    max_attempts := ${options.maxAttempts ?? 25}::int, priority := ${options.isLongRunning ? 10 : 0}::int, queue_name := ${options.queueName ?? null}::text)`.execute(
    tx,
  );
};

/** Tells every process, at commit, which pages are no longer true. */
export const invalidate: Deps['invalidate'] = async (tx, tags) => {
  if (tags.length > 0)
    await sql`select pg_notify('reportstand_invalidations', ${JSON.stringify(tags)})`.execute(tx);
};

/** Name of a job to what it does with its payload; throwing means: again later. */
export type JobHandlers = Readonly<Record<string, (payload: never) => Promise<void>>>;

/** Names processes that work on jobs of one database: each holds it shared while it lives. */
const workerLockId = 7_210_441;

/**
 * Jobs that a killed process held are free at once where no other process lives (the library itself waits four hours). The connection
 * is kept: it is the sign of life.
 */
async function holdWorkerLock(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ alone: boolean }>(
    'select pg_try_advisory_lock($1) as alone',
    [workerLockId],
  );
  if (rows[0]?.alone) {
    await client.query(
      'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
    );
  }
  await client.query('select pg_advisory_lock_shared($1)', [workerLockId]);
  if (rows[0]?.alone) await client.query('select pg_advisory_unlock($1)', [workerLockId]);
  return () => client.release(true);
}

/**
 * Works on jobs until stopped; `byClock` tells when (cron, UTC) some also run by themselves, each in a queue of its own and never piling up. Where the database goes away the work is taken
 * up again when it is back. Rejects where it can't begin.
 */
export async function startWorker(
  pool: pg.Pool,
  jobs: JobHandlers,
  cronSchedules: Readonly<Record<string, string>>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job(payload as never)]),
  );
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error')
      log.error(
        { worker: meta?.['error'] === undefined ? undefined : String(meta['error']) },
        message,
      );
  });
  const startRunner = async () => {
    const releaseWorkerLock = await holdWorkerLock(pool);
    const runner = await run({
      pgPool: pool,
      taskList,
      concurrency: 4,
      noHandleSignals: true,
      pollInterval: 2000,
      parsedCronItems: parseCronItems(
        Object.entries(cronSchedules).map(([task, match]) => ({
          task,
          match,
          options: { maxAttempts: 1, queueName: task, jobKey: task },
        })),
      ),
      logger,
      // In batches the library tries to write a job's end again, and ends with an error that we hear; singly it would drop the error and the job.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { runner, leave: releaseWorkerLock };
  };
  const state = { isStopping: false, current: await startRunner() };
  const superviseRunner = async (): Promise<void> => {
    while (!state.isStopping) {
      const ended = await state.current.runner.promise.catch((error: unknown) => error);
      if (state.isStopping) return;
      log.error({ error: String(ended) }, 'jobs are not worked on at the moment');
      state.current.leave();
      await restartRunner();
    }
  };
  const restartRunner = async (): Promise<void> => {
    while (!state.isStopping) {
      await sleep(1000, undefined, { ref: false });
      const restarted = await startRunner().catch(() => undefined);
      if (!restarted) continue;
      state.current = restarted;
      return;
    }
  };
  const supervision = superviseRunner();
  return {
    stop: async () => {
      state.isStopping = true;
      await state.current.runner.stop().catch(() => {});
      state.current.leave();
      await supervision;
    },
  };
}
