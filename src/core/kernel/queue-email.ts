import type { GivenDeps, Email, EmailBody, Tx } from '../given-deps.ts';
import { toHeld, type EmailOutcome } from './email-outcome.model.ts';
import { isErasedEmail } from './erased-person.store.ts';
import { toMailboxKey } from './mailbox-key.ts';
import type { Secrets } from './secrets.ts';
import { foretellSending } from './mail-server-trouble.store.ts';
import { insertEmail, lockLatestToMailbox } from './outbox.store.ts';

/** Emails that strangers can cause, within an hour for one mailbox. */
const maxEmailsPerMailbox = 3;
const mailboxWindowMs = 3_600_000;
/** Behind some twenty others nobody waits for an email any more. */
export const maxHoldMs = 6 * 3_600_000;

const mapTexts = <Body extends EmailBody>(email: Body, map: (text: string) => string): Body => ({
  ...email,
  html: map(email.html),
  text: map(email.text),
  ...(email.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: map(email.unsubscribeUrl) }),
});

/** False for an email without which nothing is lost, and behind many others. */
const isWorthHolding = (email: Email, heldUntil: Date, now: Date): boolean =>
  email.whenMailboxIsFull === 'hold' && !isTooLong(heldUntil, now);

const isTooLong = (heldUntil: Date, now: Date): boolean =>
  heldUntil.getTime() - now.getTime() > maxHoldMs;

type EmailDeps = Pick<GivenDeps, 'clock' | 'enqueue' | 'log'> & { readonly secrets: Secrets };

/** The emails that the store sends, by way of the outbox. */
export class Emails {
  readonly #deps: EmailDeps;

  constructor(deps: EmailDeps) {
    this.#deps = deps;
  }

  /**
   * The email is sent exactly if `tx` commits: written with the change that it reports, sent by the
   * outbox. A second one with its Message-ID is left out. Of the emails that a stranger can cause,
   * three an hour go to one mailbox, whatever form they come from; further ones are held or left
   * out, as each email says. Nothing is sent to a person who was erased.
   */
  async queue(tx: Tx, email: Email): Promise<EmailOutcome> {
    if (isErasedEmail(email.to)) return { kind: 'left-out' };
    const { clock, log, enqueue } = this.#deps;
    const now = clock();
    const mailbox = email.whenMailboxIsFull && toMailboxKey(email.to);
    const heldUntil = mailbox === undefined ? undefined : await findTurn(tx, mailbox, now);
    if (heldUntil && !isWorthHolding(email, heldUntil, now)) {
      log.info({ occasion: email.messageId }, 'an email was left out: its mailbox is full');
      return { kind: 'left-out' };
    }
    const id = await insertEmail(tx, this.#seal(email), { now, mailbox, heldUntil });
    if (id === undefined) return { kind: 'repeated' };
    // What is held is due in its own time: the run of that minute sends it.
    if (heldUntil) return toHeld(heldUntil, now);
    await enqueue(
      tx,
      'emails.send',
      { id },
      { dedupeKey: `email-${id}`, maxAttempts: 1, queueName: `emails-${id % 2}` },
    );
    return foretellSending(tx);
  }

  /**
   * Returns the seconds until a mailbox takes another email that strangers can cause; undefined if
   * one is sent, or held for a while. Until `tx` ends no other email takes the place.
   */
  async findFullMailbox(tx: Tx, to: string): Promise<number | undefined> {
    const now = this.#deps.clock();
    const turn = await findTurn(tx, toMailboxKey(to), now);
    if (!turn || !isTooLong(turn, now)) return undefined;
    return Math.ceil((turn.getTime() - maxHoldMs - now.getTime()) / 1000);
  }

  /** Builds an email of the outbox as it is sent. */
  open<Body extends EmailBody>(email: Body): Body {
    return mapTexts(email, (text) => this.#deps.secrets.open(text));
  }

  /** The email as the outbox keeps it: none of its links works for somebody who reads it there. */
  #seal(email: Email): Email {
    return mapTexts(email, (text) => this.#deps.secrets.seal(text));
  }
}

/** Returns the time at which the mailbox may get another email; undefined if it may at once. */
async function findTurn(tx: Tx, mailbox: string, now: Date): Promise<Date | undefined> {
  const latest = await lockLatestToMailbox(tx, mailbox, maxEmailsPerMailbox);
  const oldest = latest.length < maxEmailsPerMailbox ? undefined : latest.at(-1);
  const turn = oldest && new Date(oldest.getTime() + mailboxWindowMs);
  return turn && turn > now ? turn : undefined;
}
