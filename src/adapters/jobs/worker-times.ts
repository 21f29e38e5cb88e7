/** All in milliseconds. Time is counted in beats, so that no clock that jumps counts. */
export type WorkerTimes = {
  /** From one check of the watchdog to the next. */
  readonly beatMs: number;
  /** A check that takes longer is given up: the database stands still. */
  readonly beatLimitMs: number;
  /** A runner whose slots get no answer for so long, or that leaves a job so late, is replaced. */
  readonly stuckAfterMs: number;
  /** A runner with a job that runs for so long is replaced; the job goes on. */
  readonly endlessAfterMs: number;
  /** A job that nobody runs is free after so long. */
  readonly freeAfterMs: number;
  readonly pollMs: number;
  /** Running jobs have so long to end when the worker is stopped. */
  readonly stopLimitMs: number;
};

export const defaultTimes: WorkerTimes = {
  beatMs: 5000,
  beatLimitMs: 10_000,
  stuckAfterMs: 30_000,
  endlessAfterMs: 15 * 60_000,
  freeAfterMs: 20_000,
  pollMs: 2000,
  stopLimitMs: 5500,
};
