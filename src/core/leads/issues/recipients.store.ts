import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
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
    .columns(['issueId', 'subscriberId', 'nextAttemptAt'])
    .expression((eb) =>
      eb
        .selectFrom('subscriber')
        .select([
          sql<number>`${issueId}::int`.as('issueId'),
          'subscriber.id',
          sql<Date>`${now}::timestamptz`.as('nextAttemptAt'),
        ])
        .where((where) => isWanted(where, industryIds))
        .orderBy('subscriber.id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

export type ClaimedRecipient = {
  readonly id: number;
  readonly attemptCount: number;
  /** How often nobody knew whether the mail server had taken it. */
  readonly unclearCount: number;
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

type Claim = { readonly by: string; readonly now: Date; readonly until: Date };

/**
 * The next one that is due, claimed: it is durable before the mail server is asked. Waits that are
 * longer than any that is given were written by a clock that was ahead, and are over.
 */
export async function claimRecipient(
  db: Database,
  issueId: number,
  { by, now, until, latestWait }: Claim & { readonly latestWait: Date },
): Promise<ClaimedRecipient | undefined> {
  const claimed = await db
    .updateTable('newsletterRecipient')
    .set({ state: 'claimed', claimedUntil: until, claimedBy: by, finalDotAt: null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('newsletterRecipient as next')
        .select('next.id')
        .where('next.issueId', '=', issueId)
        .where('next.state', '=', 'queued')
        // Stopping an issue takes effect at once.
        .where((next) =>
          next.exists(
            next
              .selectFrom('newsletterIssue')
              .select('newsletterIssue.id')
              .where('newsletterIssue.id', '=', issueId)
              .where('newsletterIssue.state', '=', 'sending'),
          ),
        )
        .where((next) =>
          next.or([
            next('next.nextAttemptAt', '<=', now),
            next('next.nextAttemptAt', '>', latestWait),
          ]),
        )
        .orderBy('next.nextAttemptAt')
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'subscriberId', 'attemptCount', 'unclearCount', 'refusedCount', 'refusedAt'])
    .executeTakeFirst();
  if (!claimed) return undefined;
  const { subscriberId, ...row } = claimed;
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('id', '=', subscriberId ?? 0)
    .executeTakeFirst();
  return { ...row, subscriber };
}

/** The row, where this claim still holds it. */
const updateClaimed = (db: Database | Tx, id: number, by: string) =>
  db
    .updateTable('newsletterRecipient')
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .where('state', '=', 'claimed');

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

type Result = {
  readonly state: Exclude<RecipientState, 'claimed' | 'sent'>;
  readonly attemptCount?: number;
  readonly unclearCount?: number;
  readonly refusedCount?: number;
  readonly refusedAt?: Date;
  readonly answer?: string;
  readonly nextAttemptAt?: Date;
};

const released = { claimedUntil: null, claimedBy: null, finalDotAt: null } as const;

/** What became of a claim; false where it was lost meanwhile. */
export async function recordResult(
  db: Database | Tx,
  { id, by }: { readonly id: number; readonly by: string },
  result: Result,
): Promise<boolean> {
  const row = await updateClaimed(db, id, by)
    .set({ ...result, ...released })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The mail server took it, whoever has the claim now. */
export async function recordSent(
  db: Database | Tx,
  id: number,
  { attemptCount, sentAt }: { readonly attemptCount: number; readonly sentAt: Date },
): Promise<void> {
  await db
    .updateTable('newsletterRecipient')
    .set({ state: 'sent', attemptCount, sentAt, answer: null, ...released })
    .where('id', '=', id)
    .execute();
}

/**
 * Claims whose process is gone: before the final dot nothing was sent, and they wait again; behind
 * it nobody knows, and they are sent once more, or `unclear` after `maxUnclear` times.
 */
export async function endLostClaims(
  db: Database,
  issueId: number,
  { now, until, maxUnclear }: Omit<Claim, 'by'> & { readonly maxUnclear: number },
): Promise<void> {
  await db
    .updateTable('newsletterRecipient')
    .set({
      state: sql<RecipientState>`case
        when final_dot_at is not null and unclear_count + 1 >= ${maxUnclear}::int then 'unclear'
        else 'queued' end`,
      unclearCount: sql<number>`unclear_count + (final_dot_at is not null)::int`,
      answer: sql<string | null>`case when final_dot_at is null then answer
        else 'The program ended before the mail server answered.' end`,
      ...released,
    })
    .where('issueId', '=', issueId)
    .where('state', '=', 'claimed')
    .where((eb) => eb.or([eb('claimedUntil', '<', now), eb('claimedUntil', '>', until)]))
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
    .set({ nextAttemptAt: now, refusedCount: 0, refusedAt: null })
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
      nextAttemptAt: now,
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

/** Whether something is still to be done; `isDue` where it can be done now. */
export async function readOpenRecipients(
  db: Database | Tx,
  issueId: number,
  now: Date,
): Promise<{ isOpen: boolean; isDue: boolean }> {
  const open = db
    .selectFrom('newsletterRecipient')
    .select('id')
    .where('issueId', '=', issueId)
    .where('state', 'in', ['queued', 'claimed']);
  const due = open.where('state', '=', 'queued').where('nextAttemptAt', '<=', now);
  return {
    isOpen: (await open.limit(1).executeTakeFirst()) !== undefined,
    isDue: (await due.limit(1).executeTakeFirst()) !== undefined,
  };
}

const noCounts: RecipientCounts = {
  queued: 0,
  claimed: 0,
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
