import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Tx } from '../deps.ts';
import type { SubscriptionState } from './subscribers/subscriber.model.ts';

export type Subscriber = {
  readonly id: number;
  readonly email: string;
  readonly state: SubscriptionState;
  /** The secret of the links that confirm and end the subscription, sealed. */
  readonly token: string;
};

const stateAfterRequest = sql<SubscriptionState>`
  case subscriber.state when 'confirmed' then 'confirmed' else 'pending' end`;

/**
 * A new subscriber, or the one that the email has: pending again if it was unsubscribed or bounced.
 */
export const upsertSubscriber = (
  tx: Tx,
  values: { email: string; token: string; consent: string; requestedAt: Date },
): Promise<Subscriber> =>
  tx
    .insertInto('subscriber')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        state: stateAfterRequest,
      }),
    )
    .returning(['id', 'email', 'state', 'token'])
    .executeTakeFirstOrThrow();

export async function renewRequest(
  tx: Tx,
  id: number,
  { consent, requestedAt }: { consent: string; requestedAt: Date },
): Promise<void> {
  await tx.updateTable('subscriber').set({ consent, requestedAt }).where('id', '=', id).execute();
}

/** By one of the tokens of `Secrets.listStored`. */
export const findSubscriber = (
  db: Database,
  storedTokens: readonly string[],
): Promise<Subscriber | undefined> =>
  db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('token', 'in', storedTokens)
    .executeTakeFirst();

/** The same, locked against changes until `tx` ends. */
export const lockSubscriber = (
  tx: Tx,
  storedTokens: readonly string[],
): Promise<Subscriber | undefined> =>
  tx
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('token', 'in', storedTokens)
    .forUpdate()
    .executeTakeFirst();

export async function markConfirmed(tx: Tx, id: number, confirmedAt: Date): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({
      state: 'confirmed',
      confirmedAt,
      unsubscribedAt: null,
      hardBounces: 0,
      lastBounce: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function markUnsubscribed(tx: Tx, id: number, unsubscribedAt: Date): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ state: 'unsubscribed', unsubscribedAt })
    .where('id', '=', id)
    .execute();
}

/** They want to read about these industries alone, or about everything if there is none. */
export async function replaceIndustries(
  tx: Tx,
  subscriberId: number,
  industryIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('subscriberIndustry').where('subscriberId', '=', subscriberId).execute();
  if (industryIds.length === 0) return;
  await tx
    .insertInto('subscriberIndustry')
    .columns(['subscriberId', 'industryId'])
    .expression((eb) =>
      eb
        .selectFrom('industry')
        .select([sql<number>`${subscriberId}::int`.as('subscriberId'), 'industry.id'])
        .where('industry.id', 'in', industryIds),
    )
    .execute();
}

/** Every industry in the publisher's order, and whether the subscriber chose it. */
export async function listIndustryChoices(db: Database, subscriberId: number) {
  const rows = await db
    .selectFrom('industry')
    .leftJoin('subscriberIndustry', (join) =>
      join
        .onRef('subscriberIndustry.industryId', '=', 'industry.id')
        .on('subscriberIndustry.subscriberId', '=', subscriberId),
    )
    .select(['industry.id', 'industry.name', 'subscriberIndustry.subscriberId'])
    .orderBy('industry.position', (order) => order.asc().nullsLast())
    .orderBy('industry.name')
    .execute();
  return rows.map(({ id, name, subscriberId: owner }) => ({ id, name, isChosen: owner !== null }));
}

/** The subscriptions of these addresses, which are in lower case. */
export const listSubscriptionsByEmails = (db: Database, addresses: readonly string[]) =>
  db
    .selectFrom('subscriber')
    .select(['state', 'consent', 'requestedAt', 'confirmedAt', 'unsubscribedAt', 'lastBounce'])
    .select((eb) =>
      eb
        .selectFrom('subscriberIndustry')
        .innerJoin('industry', 'industry.id', 'subscriberIndustry.industryId')
        .select(sql<string[]>`coalesce(array_agg(industry.name), '{}')`.as('names'))
        .whereRef('subscriberIndustry.subscriberId', '=', 'subscriber.id')
        .as('industries'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('newsletterRecipient as recipient')
          .innerJoin('newsletterIssue', 'newsletterIssue.id', 'recipient.issueId')
          .select(['newsletterIssue.subject', 'recipient.state', 'recipient.sentAt'])
          .whereRef('recipient.subscriberId', '=', 'subscriber.id')
          .orderBy('recipient.id'),
      ).as('issues'),
    )
    .where(sql<string>`lower(email::text)`, 'in', addresses)
    .orderBy('id')
    .execute();
