import { sql } from 'kysely';
import type { Database, Deps } from '#core/deps.ts';
import type { TroubledJob } from '#core/system/model.ts';

/** A job that waits this long is late: there are too many, or no worker is running. */
const overdueSeconds = 300;
const maxErrorLength = 300;

type JobRow = Omit<TroubledJob, 'lastError'> & { readonly lastError: string | null };

/** Shows graphile-worker's jobs to staff, and lets them retry one. */
export const createJobQueue = (db: Database): Pick<Deps, 'jobQueue' | 'retryJob'> => ({
  jobQueue: {
    listTroubled: async (limit) => {
      const { rows } = await sql<JobRow>`
        select id::text, task_identifier as name, attempts, max_attempts as "maxAttempts",
          last_error as "lastError", run_at as "runAt",
          case when attempts >= max_attempts then 'failed'
            when attempts > 0 and last_error is not null then 'retrying'
            else 'overdue' end as state
        from graphile_worker.jobs
        where locked_at is null and (last_error is not null or attempts >= max_attempts
          or run_at < now() - make_interval(secs => ${overdueSeconds}::float8))
        order by (attempts >= max_attempts) desc, run_at
        limit ${limit}`.execute(db);
      return rows.map(({ lastError, ...job }) => ({
        ...job,
        lastError: lastError?.split('\n')[0]?.slice(0, maxErrorLength),
      }));
    },
  },
  retryJob: async (tx, id) => {
    if (!/^\d{1,18}$/.test(id)) return false;
    const { rows } = await sql`
      select id from graphile_worker.reschedule_jobs(
        array[${id}::bigint], run_at := now(), attempts := 0)`.execute(tx);
    return rows.length > 0;
  },
});
