import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { offered } from '../../kernel/claim.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { SubscriptionState } from '../subscribers/subscriber.model.ts';
import type { RecipientCounts, RecipientState, UnsettledRecipient } from './issue.model.ts';

/** Confirmed, and wants one of these industries, or chose none. */
function isWanted(
  eb: ExpressionBuilder<DB, 'subscriber'>,
  industryIds: readonly number[],
): Expression<SqlBool> {
  const isConfirmed = eb('subscriber.state', '=', 'confirmed');
  if (industryIds.length === 0) return isConfirmed;
  const chosen = eb
    .selectFrom('subscriberIndustry')
    .select('subscriberId')
    .whereRef('subscriberId', '=', 'subscriber.id');
  const hasOne = eb.exists(chosen.where('industryId', 'in', industryIds));
  return eb.and([isConfirmed, eb.or([hasOne, eb.not(eb.exists(chosen))])]);
}

/** How many an issue for these industries would go to now. */
export async function countAudience(db: Database, industryIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('subscriber')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => isWanted(eb, industryIds))
    .executeTakeFirstOrThrow();
  return count;
}

/** A row for everybody whom the issue is for; nobody has two. The number of rows. */
export async function insertRecipients(
  tx: Tx,
  issueId: number,
  { industryIds, now }: { industryIds: readonly number[]; now: Date },
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('newsletterRecipient')
    .columns(['issueId', 'subscriberId', 'dueAt'])
    .expression((eb) =>
      eb
        .selectFrom('subscriber')
        .select([
          sql<number>`${issueId}::int`.as('issueId'),
          'subscriber.id',
          sql<Date>`${now}::timestamptz`.as('dueAt'),
        ])
        .where((where) => isWanted(where, industryIds))
        .orderBy('subscriber.id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Rows of an issue that is being sent: stopping it takes effect at once. */
export const isOfSentIssue = (issueId: number): RawBuilder<boolean> =>
  sql<boolean>`issue_id = ${issueId} and exists (select from newsletter_issue
    where newsletter_issue.id = ${issueId} and newsletter_issue.state = 'sending')`;

/** Who is sent to. */
export type Recipient = {
  readonly id: number;
  readonly attemptCount: number;
  /** How often nobody knew whether the mail server had taken it. */
  readonly unclearCount: number;
  /** Its last sending ended between the final dot and the answer. */
  readonly isLostBehindFinalDot: boolean;
  /** Refusals that may have been about the sender, and when the first one was. */
  readonly refusedCount: number;
  readonly refusedAt: Date | null;
  /** undefined for a person who was erased. */
  readonly subscriber:
    | {
        readonly id: number;
        readonly email: string;
        readonly state: SubscriptionState;
        readonly token: string;
      }
    | undefined;
};

export async function readRecipient(db: Database, id: number): Promise<Recipient> {
  const { subscriberId, finalDotAt, ...row } = await db
    .selectFrom('newsletterRecipient')
    .select(['id', 'subscriberId', 'attemptCount', 'unclearCount', 'finalDotAt'])
    .select(['refusedCount', 'refusedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('id', '=', subscriberId ?? 0)
    .executeTakeFirst();
  return { ...row, isLostBehindFinalDot: finalDotAt !== null, subscriber };
}

/** In a step of the claim: from now on the email may be on its way. */
export async function noteFinalDot(tx: Tx, id: number, finalDotAt: Date): Promise<void> {
  await tx.updateTable('newsletterRecipient').set({ finalDotAt }).where('id', '=', id).execute();
}

type Result = {
  readonly state: Exclude<RecipientState, 'sent'>;
  readonly attemptCount?: number;
  readonly unclearCount?: number;
  readonly refusedCount?: number;
  readonly refusedAt?: Date;
  readonly answer?: string;
};

/** In a step of the claim: what came of it. */
export async function recordResult(tx: Tx, id: number, result: Result): Promise<void> {
  await tx
    .updateTable('newsletterRecipient')
    .set({ ...result, finalDotAt: null })
    .where('id', '=', id)
    .execute();
}

/** In `tx`: the mail server took it. */
export async function recordSent(
  tx: Tx,
  id: number,
  { attemptCount, sentAt }: { readonly attemptCount: number; readonly sentAt: Date },
): Promise<void> {
  await tx
    .updateTable('newsletterRecipient')
    .set({ state: 'sent', attemptCount, sentAt, answer: null, finalDotAt: null })
    .where('id', '=', id)
    .execute();
}

/** Whether the mail server has taken an email of this issue since then. */
export async function wasTakenSince(
  db: Database | Tx,
  issueId: number,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('newsletterRecipient')
    .select('id')
    .where('issueId', '=', issueId)
    .where('state', '=', 'sent')
    .where('sentAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** In `tx`: those who wait are due at once, as if they had not been refused. */
export async function makeWaitingDue(tx: Tx, issueId: number, now: Date): Promise<void> {
  await tx
    .updateTable('newsletterRecipient')
    .set({ ...offered(now), refusedCount: 0, refusedAt: null })
    .where('issueId', '=', issueId)
    .where('state', '=', 'queued')
    .execute();
}

/** Who needs a person: nobody knows whether they have it, or they were refused again and again. */
export const listUnsettled = (
  db: Database,
  issueId: number,
  limit: number,
): Promise<UnsettledRecipient[]> =>
  db
    .selectFrom('newsletterRecipient')
    .innerJoin('subscriber', 'subscriber.id', 'newsletterRecipient.subscriberId')
    .select(['newsletterRecipient.id', 'subscriber.email', 'answer'])
    .select(sql<UnsettledRecipient['state']>`newsletter_recipient.state`.as('state'))
    .where('issueId', '=', issueId)
    .where('newsletterRecipient.state', 'in', ['unclear', 'failed'])
    .orderBy('newsletterRecipient.id')
    .limit(limit)
    .execute();

/** In `tx`: these are sent to again as if they had never been tried. Their number. */
export async function requeueUnsettled(
  tx: Tx,
  issueId: number,
  { state, id, now }: { state: 'unclear' | 'failed'; id: number | undefined; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('newsletterRecipient')
    .set({
      state: 'queued',
      ...offered(now),
      attemptCount: 0,
      unclearCount: 0,
      refusedCount: 0,
      refusedAt: null,
    })
    .where('issueId', '=', issueId)
    .where('state', '=', state)
    .where('subscriberId', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether something is still to be done; `isDue` if it can be done now. */
export async function readOpenRecipients(
  db: Database | Tx,
  issueId: number,
  now: Date,
): Promise<{ isOpen: boolean; isDue: boolean }> {
  const open = db
    .selectFrom('newsletterRecipient')
    .select('id')
    .where('issueId', '=', issueId)
    .where('dueAt', 'is not', null);
  const due = open.where('dueAt', '<=', now);
  return {
    isOpen: (await open.limit(1).executeTakeFirst()) !== undefined,
    isDue: (await due.limit(1).executeTakeFirst()) !== undefined,
  };
}

const noCounts: RecipientCounts = {
  queued: 0,
  sent: 0,
  bounced: 0,
  failed: 0,
  skipped: 0,
  unclear: 0,
};

/** By issue; those that nothing was sent of are missing. */
export async function countRecipientsByIssue(
  db: Database,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, RecipientCounts>> {
  const counts = new Map<number, RecipientCounts>();
  if (issueIds.length === 0) return counts;
  const rows = await db
    .selectFrom('newsletterRecipient')
    .select(['issueId', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('issueId', 'in', issueIds)
    .groupBy(['issueId', 'state'])
    .execute();
  for (const { issueId, state, count } of rows)
    counts.set(issueId, { ...(counts.get(issueId) ?? noCounts), [state]: count });
  return counts;
}

export const countsOf = (
  counts: ReadonlyMap<number, RecipientCounts>,
  issueId: number,
): RecipientCounts => counts.get(issueId) ?? noCounts;
