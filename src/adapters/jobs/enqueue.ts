import { sql } from 'kysely';
import type { Deps } from '#core/deps.ts';
import { maxDelayMs } from './job-schedule.ts';

/**
 * Adds a job to the caller's transaction: it exists exactly if that commits. Throws for a delay
 * that the worker would take for a time of a clock that was ahead.
 */
export const enqueue: Deps['enqueue'] = async (tx, name, payload, options = {}) => {
  const delayMs = options.delayMs ?? 0;
  if (delayMs > maxDelayMs) throw new RangeError(`A job can't wait for ${delayMs} ms.`);
  await sql`select graphile_worker.add_job(
    ${name},
    payload := ${JSON.stringify(payload)}::json,
    run_at := now() + make_interval(secs => ${delayMs / 1000}::float8),
    job_key := ${options.dedupeKey ?? null}::text,
    max_attempts := ${options.maxAttempts ?? 25}::int,
    priority := ${options.isLongRunning ? 10 : 0}::int,
    queue_name := ${options.queueName ?? null}::text
  )`.execute(tx);
};
