import { sql } from 'kysely';
import type { Deps } from '#core/deps.ts';
import { getRequestContext, type RequestContext } from '#src/request-context.ts';

/** The request that queues a job is noted in its payload, for the log. */
const noteQueuedBy = (): { queuedBy?: string } => {
  const { requestId } = getRequestContext();
  return requestId === undefined ? {} : { queuedBy: requestId };
};

/** The context of the request that queued a job with this payload; empty if none did. */
export const readQueuedBy = (payload: unknown): Pick<RequestContext, 'requestId'> => {
  const { queuedBy } = (payload ?? {}) as { queuedBy?: unknown };
  return typeof queuedBy === 'string' ? { requestId: queuedBy } : {};
};
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
    payload := ${JSON.stringify({ ...payload, ...noteQueuedBy() })}::json,
    run_at := now() + make_interval(secs => ${delayMs / 1000}::float8),
    job_key := ${options.dedupeKey ?? null}::text,
    max_attempts := ${options.maxAttempts ?? 25}::int,
    priority := ${options.isLongRunning ? 10 : 0}::int,
    queue_name := ${options.queueName ?? null}::text
  )`.execute(tx);
};
