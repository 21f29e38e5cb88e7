import { sql } from 'kysely';
import type { Database, Email, Tx } from '../deps.ts';
import { erasedRecipient } from './erased-person.store.ts';

export type QueuedEmail = {
  readonly id: number;
  /** Attempts that failed so far. */
  readonly attemptCount: number;
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

/** `mailbox` where the email counts there; `heldUntil` where it is sent later. */
type QueueTimes = {
  readonly now: Date;
  readonly mailbox?: string | undefined;
  readonly heldUntil?: Date | undefined;
};

/**
 * The id of the new row, whose body has its secrets sealed; undefined where an email with this
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
      nextAttemptAt: heldUntil ?? now,
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

/** Claims a queued email until `until`; undefined where it was sent or somebody else holds it. */
export async function claimEmail(
  db: Database,
  id: number,
  { now, until }: { now: Date; until: Date },
): Promise<QueuedEmail | undefined> {
  const row = await db
    .updateTable('outboxEmail')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returning(['attemptCount', 'recipient', 'subject', 'messageId', 'body'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { attemptCount, recipient: to, subject, messageId, body } = row;
  return { id, attemptCount, email: { to, subject, messageId, ...body } };
}

/** Releases the claim, counts the attempt and keeps the email queued, or fails it for good. */
export async function recordFailedAttempt(
  db: Database,
  id: number,
  attempt: { attemptCount: number; error: string; nextAttemptAt: Date; isLast: boolean },
): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set({
      attemptCount: attempt.attemptCount,
      lastError: attempt.error,
      claimedUntil: null,
      nextAttemptAt: attempt.nextAttemptAt,
      ...(attempt.isLast ? { state: 'failed' } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function markEmailSent(
  db: Database,
  id: number,
  { attemptCount, sentAt }: { attemptCount: number; sentAt: Date },
): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set({ state: 'sent', sentAt, attemptCount, lastError: null, claimedUntil: null })
    .where('id', '=', id)
    .execute();
}

/** Ids of the queued emails that are due, the longest due first, at most `limit`. */
export async function listDueEmailIds(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the first of the current claims ends; undefined where nothing is claimed. */
export async function getNextClaimEnd(db: Database, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('outboxEmail')
    .select('claimedUntil')
    .where('state', '=', 'queued')
    .where('claimedUntil', '>', now)
    .orderBy('claimedUntil')
    .executeTakeFirst();
  return row?.claimedUntil ?? undefined;
}

/** Longest waits that are ever written, in ms. */
type LongestWaits = {
  readonly leaseMs: number;
  readonly maxBackoffMs: number;
  readonly maxHoldMs: number;
};

/**
 * Claims and waits that are longer than any that is ever given were written by a clock that was
 * ahead: the claim ends after one lease from now, the wait at once.
 */
export async function correctFutureTimes(
  db: Database,
  { now, leaseMs, maxBackoffMs, maxHoldMs }: LongestWaits & { readonly now: Date },
): Promise<void> {
  const claimEnd = new Date(now.getTime() + leaseMs);
  const waitEnd = new Date(now.getTime() + maxBackoffMs);
  const holdEnd = new Date(now.getTime() + maxHoldMs);
  const queued = db.updateTable('outboxEmail').where('state', '=', 'queued');
  await queued.set({ claimedUntil: claimEnd }).where('claimedUntil', '>', claimEnd).execute();
  await queued
    .set({ nextAttemptAt: now })
    .where('nextAttemptAt', '>', waitEnd)
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '>', holdEnd)]))
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

/** The address that an email came from, where it repeats what a visitor typed. */
const replyTo = sql<string>`lower(body ->> 'replyTo')`;

/** Emails to these addresses in lower case, and notices to sales of what they sent, oldest first. */
export const listEmailsOfPerson = (db: Database, addresses: readonly string[]) =>
  db
    .selectFrom('outboxEmail')
    .select(['recipient', 'subject', 'state', 'queuedAt', 'sentAt'])
    .select(sql<string | null>`body ->> 'text'`.as('text'))
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['recipient']), 'in', addresses), eb(replyTo, 'in', addresses)]),
    )
    .orderBy('id')
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
      state: sql<'failed' | 'sent'>`case state when 'sent' then 'sent' else 'failed' end`,
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
