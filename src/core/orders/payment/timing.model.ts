/** A claim outlives the provider's HTTP timeout (20 s) three times. Milliseconds. */
export const claimLeaseMs = 60_000;

/** "Not approved" releases a claim only so long after the last unknown answer. Milliseconds. */
export const releaseAfterUnknownMs = 10 * 60_000;

/** The reconciler asks about attempts up to this age. Milliseconds. */
export const maxPollAgeMs = 7 * 24 * 3_600_000;

/** How long the reconciler waits before it asks again: 5 s, doubling to 15 min. Milliseconds. */
export const backoffMs = (polls: number): number => Math.min(5000 * 2 ** polls, 15 * 60_000);
