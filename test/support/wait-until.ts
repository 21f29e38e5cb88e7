import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;

/**
 * Longest that a step of a test waits for what does not come, in ms: a minute. On a machine that was
 * busy with other work when the run began (vitest.config.ts), as many as it had programs for each of
 * its cores, five at most.
 */
export const stepLimitMs = Number(process.env['TEST_STEP_LIMIT_MS'] ?? minuteMs);

/** The same, measured now. */
export const measureStepLimitMs = (): number => {
  const [load = 0] = os.loadavg();
  return minuteMs * Math.min(5, Math.max(1, Math.floor(load / os.availableParallelism())));
};

type WaitOptions = {
  /** Most that is waited, in ms; `stepLimitMs` by default. */
  readonly limitMs?: number;
  /** Pause between two checks, in ms; 50 by default. */
  readonly intervalMs?: number;
  /**
   * How far the awaited work is, such as a number of rows: when it changes, the limit begins anew.
   */
  readonly readProgress?: () => unknown;
};

/** A condition that is asked at the end of the limit has this long to answer, in ms. */
const lastAnswerMs = 5000;

/**
 * Checks the condition again and again and answers its first value that is not undefined or false.
 * Rejects with the description if none came within the limit, also if the condition hangs, or
 * if the condition rejects.
 */
export async function waitUntil<T>(
  description: string,
  condition: () => T | Promise<T>,
  { limitMs = stepLimitMs, intervalMs = 50, readProgress }: WaitOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const inVain = new Error(`waited ${limitMs / 1000} s in vain until ${description}`);
  let deadline = performance.now() + limitMs;
  let progress = await readProgress?.();
  for (;;) {
    const leftMs = Math.max(deadline - performance.now(), lastAnswerMs);
    const value = await endWithin(Promise.resolve(condition()), leftMs, inVain);
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    const next = await readProgress?.();
    if (next !== progress) deadline = performance.now() + limitMs;
    progress = next;
    if (performance.now() > deadline) throw inVain;
    await sleep(intervalMs);
  }
}

/**
 * Returns the result of a step that has no limit of its own; rejects with the description after a
 * minute.
 */
export const within = <T>(
  description: string,
  step: Promise<T>,
  limitMs = stepLimitMs,
): Promise<T> =>
  endWithin(step, limitMs, new Error(`waited ${limitMs / 1000} s in vain until ${description}`));

async function endWithin<T>(step: Promise<T>, limitMs: number, inVain: Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(inVain), limitMs);
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}
