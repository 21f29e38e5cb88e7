import type { Deps, Email } from '../deps.ts';

/** How long a sending holds its email without saying that it is still at it. */
export const leaseMs = 30_000;
const renewAfterSeconds = 10;

/** The claim on one email, in the table that it stands in. */
export type Lease = {
  /** The claim ends one lease from now. */
  readonly renew: () => Promise<void>;
  /** The final dot follows: it is durable. False where somebody else has the claim meanwhile. */
  readonly noteFinalDot: () => Promise<boolean>;
};

/**
 * Sends an email under a claim that is renewed for as long as the mail server takes. Where the claim
 * was lost, as in a program that stood still, the email is not sent. Throws as `deps.email.send`.
 */
export async function sendUnderLease(
  { email, sleep, log }: Pick<Deps, 'email' | 'sleep' | 'log'>,
  message: Email,
  lease: Lease,
): Promise<void> {
  const sending = { isOver: false };
  const keepRenewing = async (): Promise<void> => {
    for (let seconds = 1; !sending.isOver; seconds++) {
      await sleep(1000);
      if (sending.isOver || seconds % renewAfterSeconds !== 0) continue;
      await lease.renew().catch((error: unknown) => {
        log.warn({ error }, 'the claim on an email could not be renewed');
      });
    }
  };
  void keepRenewing();
  try {
    await email.send(message, {
      beforeFinalDot: async () => {
        if (!(await lease.noteFinalDot())) throw new Error('another process sends this email');
      },
    });
  } finally {
    sending.isOver = true;
  }
}

/** What a sending has come to by now; undefined where the mail server still takes its time. */
export async function waitAtMost<T>(
  { sleep }: Pick<Deps, 'sleep'>,
  sending: Promise<T>,
  ms: number,
): Promise<T | undefined> {
  const settled = sending.then((value) => ({ value }));
  for (let waitedMs = 0; waitedMs < ms; waitedMs += 1000) {
    const ended = await Promise.race([settled, sleep(1000).then(() => undefined)]);
    if (ended) return ended.value;
  }
  return undefined;
}
