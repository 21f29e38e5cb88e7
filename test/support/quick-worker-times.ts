import type { WorkerTimes } from '#adapters/jobs/worker-times.ts';

/** Hours of the watchdog in seconds. */
export const quickWorkerTimes: WorkerTimes = {
  beatMs: 100,
  beatLimitMs: 2000,
  stuckAfterMs: 1000,
  endlessAfterMs: 1500,
  freeAfterMs: 500,
  pollMs: 50,
  stopLimitMs: 1000,
};
