import type pg from 'pg';

/**
 * A runner lives as long as a session holds its advisory lock, which PostgreSQL ends with the
 * process: also with one that was killed, and not with one that hangs for a while. No clock
 * takes part, so that none can take a running job away.
 *
 * graphile-worker has no public way to free one job; its tables are those of the pinned version.
 */
export type JobLock = {
  readonly jobId: string;
  /** The runner that holds the job. */
  readonly lockedBy: string;
  readonly isHolderAlive: boolean;
};

/** The lock that every worker process holds, beside those of its runners. */
const processLock = 'reportstand-worker';

/** The bigint key of an advisory lock, as pg_locks shows it. */
const lockKeyInPgLocks = '(locks.classid::bigint << 32) | locks.objid::bigint';
const advisoryLocks = `pg_locks locks where locks.locktype = 'advisory' and locks.objsubid = 1
  and locks.database = (select oid from pg_database where datname = current_database())`;

/** The session holds the process's lock and exactly those of these runners afterwards. */
export async function setRunnerLocks(client: pg.Client, ids: readonly string[]): Promise<void> {
  const wanted = [processLock, ...ids];
  const held = `select ${lockKeyInPgLocks} from ${advisoryLocks} and locks.pid = pg_backend_pid()`;
  await client.query(
    `select pg_advisory_lock_shared(hashtextextended(id, 0)) from unnest($1::text[]) id
      where hashtextextended(id, 0) not in (${held})`,
    [wanted],
  );
  await client.query(
    `select pg_advisory_unlock_shared(key) from (${held}) held (key)
      where key not in (select hashtextextended(id, 0) from unnest($1::text[]) id)`,
    [wanted],
  );
}

/** True if no other session is a worker of this database. */
export async function isOnlyWorker(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${advisoryLocks} and locks.pid <> pg_backend_pid()
      and ${lockKeyInPgLocks} = hashtextextended($1, 0)`,
    [processLock],
  );
  return rowCount === 0;
}

export async function listJobLocks(client: pg.Client): Promise<JobLock[]> {
  const { rows } = await client.query<JobLock>(
    `select id::text as "jobId", locked_by as "lockedBy", exists (
        select from ${advisoryLocks} and ${lockKeyInPgLocks} = hashtextextended(locked_by, 0)
      ) as "isHolderAlive"
      from graphile_worker._private_jobs where locked_by is not null`,
  );
  return rows;
}

/** Jobs that are still locked by the given runner are free afterwards, and their queues too. */
export async function freeJobs(client: pg.Client, locks: readonly JobLock[]): Promise<void> {
  if (locks.length === 0) return;
  await client.query(
    `with freed as (
        update graphile_worker._private_jobs jobs set locked_by = null, locked_at = null
          from unnest($1::bigint[], $2::text[]) lock (job_id, holder)
          where jobs.id = lock.job_id and jobs.locked_by = lock.holder
          returning jobs.job_queue_id, lock.holder)
      update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
        from freed where queues.id = freed.job_queue_id and queues.locked_by = freed.holder`,
    [locks.map(({ jobId }) => jobId), locks.map(({ lockedBy }) => lockedBy)],
  );
}

/** Jobs that a runner finished are gone afterwards, and their queues free. */
export async function completeJobs(
  client: pg.Client,
  runnerId: string,
  jobIds: readonly string[],
): Promise<void> {
  if (jobIds.length === 0) return;
  await client.query(
    `with done as (
        delete from graphile_worker._private_jobs
          where id = any($1::bigint[]) and locked_by = $2 returning job_queue_id)
      update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
        from done where queues.id = done.job_queue_id and queues.locked_by = $2`,
    [jobIds, runnerId],
  );
}

/**
 * graphile-worker takes every lock away that seems four hours old: those of living runners are
 * renewed, so that neither a long job nor a clock that jumped makes them seem so.
 */
export async function renewLocks(client: pg.Client, runnerIds: readonly string[]): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update graphile_worker.${table} set locked_at = now() where locked_by = any($1)
        and not locked_at between now() - interval '1 hour' and now()`,
      [runnerIds],
    );
}
