/** All in milliseconds. Time is counted in beats, so that a clock that jumps has no effect. */
export type WorkerTimes = {
  /** From one check of the watchdog to the next. */
  readonly beatMs: number;
  /** A check that takes longer is given up: the database does not respond. */
  readonly beatLimitMs: number;
  /** A runner whose slots get no answer, or that leaves a due job, for this long is replaced. */
  readonly stuckAfterMs: number;
  /** A runner whose job runs this long is replaced; the job continues. */
  readonly endlessAfterMs: number;
  /** A job whose runner is gone is free again after this long. */
  readonly freeAfterMs: number;
  readonly pollMs: number;
  /** How long running jobs may take to end when the worker is stopped. */
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
