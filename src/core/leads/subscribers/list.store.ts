import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import type { SubscriberRow, SubscriptionState } from './subscriber.model.ts';

export type SubscriberFilter = {
  readonly state: SubscriptionState | undefined;
  /** Of those who chose this industry. */
  readonly industryId: number | undefined;
  /** A part of the address. */
  readonly words: string | undefined;
};

type Page = {
  readonly id: number | undefined;
  readonly isBackward: boolean;
  readonly limit: number;
};

const industryNames = sql<string[]>`coalesce((
  select array_agg(industry.name order by industry.position nulls last, industry.name)
  from subscriber_industry join industry on industry.id = subscriber_industry.industry_id
  where subscriber_industry.subscriber_id = subscriber.id), '{}')`;

/** Newest first; `isBackward` gives the rows before `id`, in the same order. */
export async function listSubscriberRows(
  db: Database,
  filter: SubscriberFilter,
  { id, isBackward, limit }: Page,
): Promise<SubscriberRow[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'consent', 'requestedAt', 'confirmedAt'])
    .select(['unsubscribedAt', 'hardBounces', 'lastBounce'])
    .select(industryNames.as('industries'))
    .where((eb) => matchesFilter(eb, filter))
    .$if(id !== undefined, (query) => query.where('id', isBackward ? '>' : '<', Number(id)))
    .orderBy('id', isBackward ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return isBackward ? rows.toReversed() : rows;
}

/** The number of subscribers, counted to `limit`. */
export async function countSubscribers(
  db: Database,
  filter: SubscriberFilter,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('subscriber')
        .select('subscriber.id')
        .where((where) => matchesFilter(where, filter))
        .limit(limit)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

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

/** False where nobody has this id, or nothing is sent to them anyway. */
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
