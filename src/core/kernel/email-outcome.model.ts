/** What becomes of an email, for those who say so to a person. Pure, safe in the browser. */

/**
 * `queued`: it is sent now. `held`: in so many minutes, since its mailbox has had its share.
 * `repeated`: the same occasion was told before. `left-out`: it is not sent, since its mailbox is
 * full. `sent` and `failed`: what became of an earlier one.
 */
export type EmailOutcome =
  | { readonly kind: 'queued' | 'repeated' | 'left-out' | 'sent' | 'failed' }
  | { readonly kind: 'held'; readonly minutes: number };

export const toHeld = (until: Date, now: Date): EmailOutcome => ({
  kind: 'held',
  minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
});

/** "in about 40 minutes", "in about 2 hours". */
export function describeWait(minutes: number): string {
  if (minutes > 90) return `in about ${Math.round(minutes / 60)} hours`;
  return minutes === 1 ? 'in about a minute' : `in about ${minutes} minutes`;
}

/** Why an email waits or is left out. */
export const fullMailboxReason = 'three emails from us went there within the last hour';
