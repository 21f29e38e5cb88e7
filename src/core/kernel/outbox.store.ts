import { sql } from 'kysely';
import type { Database, Email, Tx } from '../deps.ts';
import type { SmtpOutcome } from './smtp-outcomes.model.ts';
import { toHeld, type EmailOutcome } from './email-outcome.model.ts';
import { erasedRecipient } from './erased-person.store.ts';

export type QueuedEmail = {
  readonly id: number;
  /** Attempts that failed so far. */
  readonly attemptCount: number;
  /** How often nobody knew whether the mail server had taken it. */
  readonly unclearCount: number;
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

/** What became of the email with this Message-ID; `left-out` where there is none. */
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
  return row.heldUntil && row.heldUntil > now ? toHeld(row.heldUntil, now) : { kind: 'queued' };
}

type Claim = { readonly by: string; readonly now: Date; readonly until: Date };

/**
 * Claims a queued email; undefined where it was sent or somebody else holds it. One whose process
 * was lost behind the final dot counts as unclear once more.
 */
export async function claimEmail(
  db: Database,
  id: number,
  { by, now, until }: Claim,
): Promise<QueuedEmail | undefined> {
  const row = await db
    .updateTable('outboxEmail')
    .set({
      claimedUntil: until,
      claimedBy: by,
      finalDotAt: null,
      unclearCount: sql<number>`unclear_count + (final_dot_at is not null)::int`,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returning(['attemptCount', 'unclearCount', 'recipient', 'subject', 'messageId', 'body'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { attemptCount, unclearCount, recipient: to, subject, messageId, body } = row;
  return { id, attemptCount, unclearCount, email: { to, subject, messageId, ...body } };
}

/** The row, where this claim still holds it. */
const updateClaimed = (db: Database, id: number, by: string) =>
  db
    .updateTable('outboxEmail')
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .where('state', '=', 'queued');

export async function renewClaim(
  db: Database,
  id: number,
  { by, until }: Pick<Claim, 'by' | 'until'>,
): Promise<void> {
  await updateClaimed(db, id, by).set({ claimedUntil: until }).execute();
}

/** From now on the email may be on its way. False where the claim is somebody else's meanwhile. */
export async function noteFinalDot(
  db: Database,
  id: number,
  { by, now, until }: Claim,
): Promise<boolean> {
  const row = await updateClaimed(db, id, by)
    .set({ finalDotAt: now, claimedUntil: until })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type FailedAttempt = {
  readonly attemptCount: number;
  readonly unclearCount: number;
  readonly trouble: SmtpOutcome;
  readonly error: string;
  readonly nextAttemptAt: Date;
  /** Nothing but a person sends it again. */
  readonly isLast: boolean;
};

/** Releases the claim, and keeps the email queued or fails it; nothing where the claim was lost. */
export async function recordFailedAttempt(
  db: Database,
  { id, by }: { readonly id: number; readonly by: string },
  { error, isLast, ...attempt }: FailedAttempt,
): Promise<void> {
  await updateClaimed(db, id, by)
    .set({
      ...attempt,
      lastError: error,
      claimedUntil: null,
      claimedBy: null,
      finalDotAt: null,
      ...(isLast ? { state: 'failed' } : {}),
    })
    .execute();
}

/** The mail server took it, whoever has the claim now. */
export async function markEmailSent(
  db: Database,
  id: number,
  { attemptCount, sentAt }: { attemptCount: number; sentAt: Date },
): Promise<void> {
  await db
    .updateTable('outboxEmail')
    .set({
      state: 'sent',
      sentAt,
      attemptCount,
      lastError: null,
      trouble: null,
      claimedUntil: null,
      claimedBy: null,
      finalDotAt: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Ids of the queued emails that are due and not claimed, the longest due first. */
export async function listDueEmailIds(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
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
      trouble: null,
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
