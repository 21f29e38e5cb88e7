import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Log, World } from '#core/world.ts';

/** Puts a job into the caller's transaction: it exists exactly if that commits. */
export const later: World['later'] = async (tx, name, payload, options = {}) => {
  await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.key ?? null}::text,
    max_attempts := ${options.maxAttempts ?? 25}::int)`.execute(tx);
};

/** Tells every process, at commit, which pages are no longer true. */
export const changed: World['changed'] = async (tx, tags) => {
  if (tags.length > 0) await sql`select pg_notify('reportstand_changed', ${JSON.stringify(tags)})`.execute(tx);
};

/** Name of a job to what it does with its payload; throwing means: again later. */
export type Jobs = Readonly<Record<string, (payload: never) => Promise<void>>>;

/** Works on jobs until stopped; `byClock` tells when (cron, UTC) some also run by themselves. */
export function startWorker(pool: pg.Pool, jobs: Jobs, byClock: Readonly<Record<string, string>>, log: Log): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job(payload as never)]),
  );
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ worker: meta?.['error'] === undefined ? undefined : String(meta['error']) }, message);
  });
  return run({
    pgPool: pool,
    taskList,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    parsedCronItems: parseCronItems(Object.entries(byClock).map(([task, match]) => ({ task, match, options: { maxAttempts: 1 } }))),
    logger,
  });
}
