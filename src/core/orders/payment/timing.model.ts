/** A claim lasts three times as long as the provider's HTTP timeout (20 s). Milliseconds. */
export const claimLeaseMs = 60_000;

/** After an unknown answer a claim is kept so long, since the request may still be carried out. */
export const releaseAfterUnknownMs = 10 * 60_000;

/** The reconciler polls attempts up to this age. Milliseconds. */
export const maxPollAgeMs = 7 * 24 * 3_600_000;

/** How long the reconciler waits before it polls again: 5 s, doubling to 15 min. Milliseconds. */
export const backoffMs = (polls: number): number => Math.min(5000 * 2 ** polls, 15 * 60_000);
