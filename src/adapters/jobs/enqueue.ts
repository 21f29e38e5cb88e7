import { sql } from 'kysely';
import type { Deps } from '#core/deps.ts';

/** Adds a job to the caller's transaction: it exists exactly if that commits. */
export const enqueue: Deps['enqueue'] = async (tx, name, payload, options = {}) => {
  await sql`select graphile_worker.add_job(
    ${name},
    payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt ?? null}::timestamptz,
    job_key := ${options.dedupeKey ?? null}::text,
    max_attempts := ${options.maxAttempts ?? 25}::int,
    priority := ${options.isLongRunning ? 10 : 0}::int,
    queue_name := ${options.queueName ?? null}::text
  )`.execute(tx);
};
