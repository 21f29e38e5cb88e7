/** A claim lasts three times as long as the provider's HTTP timeout (20 s). Milliseconds. */
export const claimLeaseMs = 60_000;

/** After an unknown answer a claim is kept so long, since the request may still be carried out. */
export const releaseAfterUnknownMs = 10 * 60_000;

/** The reconciler polls attempts up to this age. Milliseconds. */
export const maxPollAgeMs = 7 * 24 * 3_600_000;

/** How long the reconciler waits before it polls again: 5 s, doubling to 15 min. Milliseconds. */
export const maxBackoffMs = 15 * 60_000;
export const backoffMs = (polls: number): number => Math.min(5000 * 2 ** polls, maxBackoffMs);

/** How far the clocks of two processes may differ. Milliseconds. */
const maxClockSkewMs = 60_000;

/** Times before one, and those that lie ahead, where a clock that was ahead wrote them. */
export type Span = { readonly before: Date; readonly orAfter: Date };

export const olderThan = (ageMs: number, now: Date): Span => ({
  before: new Date(now.getTime() - ageMs),
  orAfter: new Date(now.getTime() + maxClockSkewMs),
});
