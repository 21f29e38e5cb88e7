/**
 * A claim lasts more than twice as long as the provider's HTTP timeout (20 s), and less than the
 * minute within which an interrupted payment is finished. Milliseconds.
 */
export const claimLeaseMs = 45_000;

/** How long a claim is kept after an unknown answer: the request may still be carried out. */
export const releaseAfterUnknownMs = 10 * 60_000;

/** The reconciler polls attempts up to this age. Milliseconds. */
export const maxPollAgeMs = 7 * 24 * 3_600_000;

/** How long after a payment the provider is asked about it directly. Milliseconds. */
export const paidPollPeriodMs = 4 * 3_600_000;

/** The pause between two runs of the reconciler. Milliseconds. */
export const reconcilePauseMs = 15_000;

const minuteMs = 60_000;
export const maxBackoffMs = 15 * minuteMs;

/** How long a new attempt has until it is polled first, and what follows for half an hour. */
export const firstPollMs = 20_000;

/**
 * How long the reconciler waits for a payment that is being checked before it polls again: 5 s,
 * doubling to 15 min. Milliseconds.
 */
export const backoffMs = (polls: number): number => Math.min(5000 * 2 ** polls, maxBackoffMs);

/**
 * The same for an attempt of this age that is not approved: 20 s, and 45 s at half an hour, so that
 * an approval is captured within a minute; then a fortieth of the age, up to 15 min.
 */
export const unpaidPauseMs = (ageMs: number): number =>
  Math.min(Math.max(firstPollMs, ageMs / 40), maxBackoffMs);

/**
 * The same for a payment of this age, which may have been refunded: a minute at first, and four
 * minutes for the rest of the first hour; then a fifteenth of the age.
 */
export const paidPauseMs = (ageMs: number): number =>
  Math.min(
    maxBackoffMs,
    Math.max(minuteMs, Math.min(ageMs / 5, Math.max(4 * minuteMs, ageMs / 15))),
  );
/** How far the clocks of two processes may differ. Milliseconds. */
const maxClockSkewMs = 60_000;

/** Times before one, and those that lie ahead, if a clock that was ahead wrote them. */
export type Span = { readonly before: Date; readonly orAfter: Date };

export const olderThan = (ageMs: number, now: Date): Span => ({
  before: new Date(now.getTime() - ageMs),
  orAfter: new Date(now.getTime() + maxClockSkewMs),
});
