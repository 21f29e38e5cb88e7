/** The outcome of an email, for those who say so to a person. Pure, safe in the browser. */

/**
 * `queued`: it is sent now. `held`: in so many minutes, since its mailbox has had its share.
 * `repeated`: the same occasion was told before. `left-out`: it is not sent, since its mailbox is
 * full. `sent` and `failed`: what became of an earlier one. `waiting`: the mail server takes no email
 * of the store, whomever it is for; it goes out as soon as it does.
 */
export type EmailOutcome =
  | { readonly kind: 'queued' | 'repeated' | 'left-out' | 'sent' | 'failed' | 'waiting' }
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

/** For visitors: why an email that `waiting` stands for is not there yet. */
export const mailServerAwayReason =
  'our mail server takes no emails at the moment, and it goes out as soon as it does';

/** For its recipient: what becomes of an email that no stranger can cause. `what` begins it. */
export const describeBuyerEmail = (what: string, { kind }: EmailOutcome): string =>
  kind === 'waiting' ? `${what} follows: ${mailServerAwayReason}.` : `${what} is on its way.`;

/**
 * For staff: what became of an email that they sent, as a sentence. `what` names it with its
 * recipient and begins the sentence ("The invitation to anna@…").
 */
export const describeSending = (what: string, outcome: EmailOutcome): string =>
  outcome.kind === 'held'
    ? `${what} goes out ${describeWait(outcome.minutes)}: ${fullMailboxReason}.`
    : `${what} ${sendingWords[outcome.kind]}.`;

const sendingWords: Readonly<Record<Exclude<EmailOutcome['kind'], 'held'>, string>> = {
  queued: 'is on its way',
  waiting:
    'waits: the mail server takes no emails of the store at the moment. It goes out as soon as it ' +
    'does',
  repeated: 'was on its way already: no second one follows',
  'left-out': `was not sent, since ${fullMailboxReason} and the address is not confirmed`,
  sent: 'was sent before',
  failed: 'was refused by the recipient’s mail server',
};
