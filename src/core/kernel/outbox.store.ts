import { sql } from 'kysely';
import type { Database, Email, Tx } from '../given-deps.ts';
import type { SmtpOutcome } from './smtp-outcomes.model.ts';
import { withdrawn } from './claim.ts';
import { toHeld, type EmailOutcome } from './email-outcome.model.ts';
import { foretellSending } from './mail-server-trouble.store.ts';
import { erasedRecipient } from './erased-person.store.ts';
import type { RowPage } from './row-pages.ts';

export type QueuedEmail = {
  readonly id: number;
  /** Attempts that failed so far. */
  readonly attemptCount: number;
  /** How often nobody knew whether the mail server had taken it. */
  readonly unclearCount: number;
  /** Its last sending ended between the final dot and the answer. */
  readonly isLostBehindFinalDot: boolean;
  /** The mail server took none of the last emails. */
  readonly isServerInTrouble: boolean;
  readonly email: Email;
};

/**
 * When the last `count` emails that strangers can cause were sent to a mailbox, or will be, latest
 * first. Until the transaction ends no other one is queued for it.
 */
export async function lockLatestToMailbox(
  tx: Tx,
  mailbox: string,
  count: number,
): Promise<readonly Date[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('outboxEmail')
    .select((eb) => eb.fn.coalesce('heldUntil', 'queuedAt').as('sentAt'))
    .where('mailbox', '=', mailbox)
    .orderBy('sentAt', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ sentAt }) => sentAt);
}

/** `mailbox` if the email counts there; `heldUntil` if it is sent later. */
type QueueTimes = {
  readonly now: Date;
  readonly mailbox?: string | undefined;
  readonly heldUntil?: Date | undefined;
};

/**
 * The id of the new row, whose body has its secrets sealed; undefined if an email with this
 * Message-ID exists already.
 */
export async function insertEmail(
  tx: Tx,
  email: Email,
  { now, mailbox, heldUntil }: QueueTimes,
): Promise<number | undefined> {
  const { to, subject, messageId, purchaseId, whenMailboxIsFull: _, ...body } = email;
  const row = await tx
    .insertInto('outboxEmail')
    .values({
      recipient: to,
      subject,
      messageId,
      body,
      queuedAt: now,
      dueAt: heldUntil ?? now,
      mailbox: mailbox ?? null,
      heldUntil: heldUntil ?? null,
      purchaseId: purchaseId ?? null,
      isSealed: true,
    })
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds the outcome of the email with this Message-ID; `left-out` if there is none. */
export async function findEmailOutcome(
  db: Database,
  messageId: string,
  now: Date,
): Promise<EmailOutcome> {
  const row = await db
    .selectFrom('outboxEmail')
    .select(['state', 'heldUntil'])
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (!row) return { kind: 'left-out' };
  if (row.state !== 'queued') return { kind: row.state === 'sent' ? 'sent' : 'failed' };
  if (row.heldUntil && row.heldUntil > now) return toHeld(row.heldUntil, now);
  return foretellSending(db);
}

export async function findQueuedEmail(db: Database, id: number): Promise<QueuedEmail | undefined> {
  const row = await db
    .selectFrom('outboxEmail')
    .select(['attemptCount', 'unclearCount', 'finalDotAt'])
    .select(['recipient', 'subject', 'messageId', 'body'])
    .select((eb) =>
      eb.exists(eb.selectFrom('mailServerTrouble').select('since')).as('isServerInTrouble'),
    )
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  if (!row) return undefined;
  const { recipient: to, subject, messageId, body, finalDotAt, ...counts } = row;
  const email = { to, subject, messageId, ...body };
  return {
    ...counts,
    id,
    isLostBehindFinalDot: finalDotAt !== null,
    isServerInTrouble: Boolean(row.isServerInTrouble),
    email,
  };
}

/** In a step of the claim: from now on the email may be on its way. */
export async function noteFinalDot(tx: Tx, id: number, finalDotAt: Date): Promise<void> {
  await tx.updateTable('outboxEmail').set({ finalDotAt }).where('id', '=', id).execute();
}

/** In a step of the claim: the sending before this one ended behind the final dot. */
export async function noteLostDot(tx: Tx, id: number, unclearCount: number): Promise<void> {
  const set = { finalDotAt: null, unclearCount };
  await tx.updateTable('outboxEmail').set(set).where('id', '=', id).execute();
}

type FailedAttempt = {
  readonly attemptCount: number;
  readonly unclearCount: number;
  readonly trouble: SmtpOutcome;
  readonly triedAt: Date;
  /** Nothing but a person sends it again. */
  readonly isLast: boolean;
};

/** In a step of the claim: what came of the attempt. */
export async function recordFailedAttempt(
  tx: Tx,
  id: number,
  { isLast, ...attempt }: FailedAttempt,
): Promise<void> {
  await tx
    .updateTable('outboxEmail')
    .set({ ...attempt, finalDotAt: null, ...(isLast ? { state: 'failed' } : {}) })
    .where('id', '=', id)
    .execute();
}

/** In `tx`: it is not tried again, since it ended its program or could not even be read. */
export async function markEmailFailed(tx: Tx, id: number, triedAt: Date): Promise<void> {
  const failed = { state: 'failed', triedAt } as const;
  await tx.updateTable('outboxEmail').set(failed).where('id', '=', id).execute();
}

/** The mail server took it. */
export async function markEmailSent(
  tx: Tx,
  id: number,
  { attemptCount, sentAt }: { attemptCount: number; sentAt: Date },
): Promise<void> {
  const cleared = { lastError: null, trouble: null, finalDotAt: null } as const;
  await tx
    .updateTable('outboxEmail')
    .set({ state: 'sent', sentAt, attemptCount, ...cleared })
    .where('id', '=', id)
    .execute();
}

/** Waits longer than any that is given were written by a clock that was ahead: they are over. */
export async function endFutureWaits(db: Database, now: Date, maxWaitMs: number): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set({ dueAt: now })
    .where('dueAt', '>', new Date(now.getTime() + maxWaitMs))
    .where('heldUntil', 'is', null)
    .where('claimToken', 'is', null)
    .execute();
}

/** Emails with these Message-IDs that wait to be sent are not sent any more. */
export async function dropQueuedEmails(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('outboxEmail')
    .where('messageId', 'in', messageIds)
    .where('state', '=', 'queued')
    .execute();
}

/** The address that an email came from, if it repeats what a visitor typed. */
const replyTo = sql<string>`lower(body ->> 'replyTo')`;

/**
 * Emails to these addresses in lower case, and notices to sales of what they sent, oldest first.
 */
export const listEmailsOfPerson = (
  db: Database,
  addresses: readonly string[],
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('outboxEmail')
    .select(['id', 'recipient', 'subject', 'state', 'queuedAt', 'sentAt'])
    .select(sql<string | null>`body ->> 'text'`.as('text'))
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['recipient']), 'in', addresses), eb(replyTo, 'in', addresses)]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * The same emails, and those to others that name one of the addresses, without subject and text;
 * those that wait are not sent. Their number.
 */
export async function eraseEmailsOfPerson(tx: Tx, addresses: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outboxEmail')
    .set((eb) => ({
      recipient: eb
        .case()
        .when(eb.fn('lower', ['recipient']), 'in', addresses)
        .then(erasedRecipient)
        .else(eb.ref('recipient'))
        .end(),
      subject: '',
      body: { html: '', text: '' },
      mailbox: null,
      lastError: null,
      trouble: null,
      state: sql<'failed' | 'sent'>`case state when 'sent' then 'sent' else 'failed' end`,
      ...withdrawn,
    }))
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['recipient']), 'in', addresses),
        eb(replyTo, 'in', addresses),
        sql<boolean>`lower(body ->> 'text') ~ any(${addresses.map(toWordPattern)})`,
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Finds an address in a text, and not within a longer one. */
const toWordPattern = (address: string): string =>
  `(^|[^a-z0-9._%+-])${address.replaceAll(/[^a-z0-9@]/g, String.raw`\$&`)}($|[^a-z0-9.-]|[.]($|[^a-z0-9]))`;
