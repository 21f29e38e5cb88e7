import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import { countListed, takeByNewestId, type ListSpan } from '../../kernel/list-page.store.ts';
import type { SubscriberRow, SubscriptionState } from './subscriber.model.ts';

export type SubscriberFilter = {
  readonly state: SubscriptionState | undefined;
  /** Of those who chose this industry. */
  readonly industryId: number | undefined;
  /** A part of the address. */
  readonly words: string | undefined;
};

const industryNames = sql<string[]>`coalesce((
  select array_agg(industry.name order by industry.position nulls last, industry.name)
  from subscriber_industry join industry on industry.id = subscriber_industry.industry_id
  where subscriber_industry.subscriber_id = subscriber.id), '{}')`;

/** The newest first; before a row, the nearest first. */
export const listSubscriberRows = (
  db: Database,
  filter: SubscriberFilter,
  span: ListSpan,
): Promise<SubscriberRow[]> =>
  db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'consent', 'requestedAt', 'confirmedAt'])
    .select(['unsubscribedAt', 'hardBounces', 'lastBounce'])
    .select(industryNames.as('industries'))
    .where((eb) => matchesFilter(eb, filter))
    .$call(takeByNewestId(span))
    .execute();

export const countSubscribers = (db: Database, filter: SubscriberFilter): Promise<number> =>
  countListed(
    db,
    db
      .selectFrom('subscriber')
      .select('subscriber.id')
      .where((eb) => matchesFilter(eb, filter)),
  );

function matchesFilter(
  eb: ExpressionBuilder<DB, 'subscriber'>,
  { state, industryId, words }: SubscriberFilter,
): Expression<SqlBool> {
  const chosen = eb
    .selectFrom('subscriberIndustry')
    .select('subscriberId')
    .whereRef('subscriberId', '=', 'subscriber.id')
    .where('industryId', '=', industryId ?? 0);
  return eb.and([
    ...(state ? [eb('state', '=', state)] : []),
    ...(industryId === undefined ? [] : [eb.exists(chosen)]),
    ...(words ? [eb(sql<string>`email::text`, 'ilike', containsPattern(words))] : []),
  ]);
}

/** False if nobody has this id, or nothing is sent to them anyway. */
export async function endSubscriptionById(
  tx: Tx,
  id: number,
  unsubscribedAt: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('subscriber')
    .set({ state: 'unsubscribed', unsubscribedAt })
    .where('id', '=', id)
    .where('state', '!=', 'unsubscribed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
