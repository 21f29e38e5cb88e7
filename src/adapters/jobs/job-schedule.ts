import type pg from 'pg';

/** When a job runs by the clock: every so often, and how long after midnight UTC. Seconds. */
export type Schedule = {
  readonly everySeconds: number;
  readonly offsetSeconds?: number;
  /** A time at which no program ran is left out, rather than made up for at the next start. */
  readonly isOnlyOnTime?: boolean;
};

/** How late such a job may begin, in seconds. */
const onTimeSeconds = 1800;

/** Longest delay of a job that is queued for later. */
export const maxDelayMs = 120_000;

/**
 * Queues each scheduled job that is due, once, however many processes call this. The database's
 * clock alone decides; if it was put back, the job is due at once. A job that runs only on time
 * is noted and not queued if its time has passed, or if this schedule is new to the database.
 * They are queued in the order of their names, as a start does: a new queue is locked until its
 * transaction ends, and two that lock in different orders end each other.
 */
export async function queueDueJobs(
  client: pg.Client,
  schedules: Readonly<Partial<Record<string, Schedule>>>,
): Promise<void> {
  const rows = Object.entries(schedules).map(([name, schedule]) => ({
    name,
    every: schedule?.everySeconds,
    start: schedule?.offsetSeconds ?? 0,
    latest: schedule?.isOnlyOnTime ? onTimeSeconds : null,
  }));
  await client.query(
    `with schedule as (
        select *, to_timestamp(
            floor((extract(epoch from now()) - start) / every) * every + start) as due_at
          from json_to_recordset($1) as schedule (name text, every int, start int, latest int)),
      due as (
        insert into scheduled_job as job (name, last_due_at) select name, due_at from schedule
        on conflict (name) do update set last_due_at = excluded.last_due_at
          where job.last_due_at <> excluded.last_due_at
        returning name, xmax = 0 as is_new)
      select graphile_worker.add_job(
        name, '{}'::json, queue_name := name, job_key := name, max_attempts := 3)
      from (
        select name from due join schedule using (name)
        where latest is null or (not is_new and due_at > now() - make_interval(secs => latest))
        order by name collate "C" offset 0) as queued`,
    [JSON.stringify(rows)],
  );
}

/**
 * A job that waits for a time which no delay and no retry explains was dated by a clock that was
 * ahead: it is due now. Retries wait for up to e^10 seconds, as graphile-worker computes them.
 */
export async function pullMisdatedJobs(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set run_at = now()
      where locked_at is null
        and run_at > now() + make_interval(secs => exp(least(attempts, 10)) + $1)`,
    [maxDelayMs / 1000],
  );
}

/** True if a job that one of `taskNames` does and nothing holds back is late by so much. */
export async function hasOverdueJob(
  client: pg.Client,
  taskNames: readonly string[],
  lateMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
      where jobs.is_available and tasks.identifier = any($1)
        and queues.is_available is not false
        and jobs.run_at < now() - make_interval(secs => $2)
      limit 1`,
    [taskNames, lateMs / 1000],
  );
  return rowCount !== 0;
}
