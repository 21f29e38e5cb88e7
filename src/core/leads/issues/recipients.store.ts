import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { SubscriptionState } from '../subscribers/subscriber.model.ts';
import type { RecipientCounts, RecipientState } from './issue.model.ts';

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

type ClaimTimes = { readonly now: Date; readonly until: Date; readonly latestWait: Date };

/**
 * The next one that is due, claimed: it is durable before the mail server is asked. Waits that are
 * longer than any that is given were written by a clock that was ahead, and are over.
 */
export async function claimRecipient(
  db: Database,
  issueId: number,
  { now, until, latestWait }: ClaimTimes,
): Promise<ClaimedRecipient | undefined> {
  const claimed = await db
    .updateTable('newsletterRecipient')
    .set({ state: 'claimed', claimedUntil: until })
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
    .returning(['id', 'subscriberId', 'attemptCount'])
    .executeTakeFirst();
  if (!claimed) return undefined;
  const { id, attemptCount, subscriberId } = claimed;
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('id', '=', subscriberId ?? 0)
    .executeTakeFirst();
  return { id, attemptCount, subscriber };
}

type Result = {
  readonly state: Exclude<RecipientState, 'claimed'>;
  readonly attemptCount?: number;
  readonly sentAt?: Date;
  readonly nextAttemptAt?: Date;
};

/** What became of a claim. */
export async function recordResult(db: Database | Tx, id: number, result: Result): Promise<void> {
  await db
    .updateTable('newsletterRecipient')
    .set({ ...result, claimedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    .execute();
}

/** Claims whose process is gone: nobody knows whether the mail server took the email. */
export async function endLostClaims(
  db: Database,
  issueId: number,
  { now, until }: Pick<ClaimTimes, 'now' | 'until'>,
): Promise<void> {
  await db
    .updateTable('newsletterRecipient')
    .set({ state: 'unclear', claimedUntil: null })
    .where('issueId', '=', issueId)
    .where('state', '=', 'claimed')
    .where((eb) => eb.or([eb('claimedUntil', '<', now), eb('claimedUntil', '>', until)]))
    .execute();
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
