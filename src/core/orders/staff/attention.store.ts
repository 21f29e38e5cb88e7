import { sql, type Expression } from 'kysely';
import { statesWithAccess, unpaidStates } from '../order-states.model.ts';
import { listOrdersWithMissingFiles } from '../delivery/missing-files.store.ts';
import { selectWaiting } from '../delivery/promise.store.ts';
import { listOrdersWithFailedEmails } from '../delivery/refused-emails.store.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { AttentionReason, UnknownWebhook } from './attention.model.ts';
import { selectRows, type OrderRowColumns } from './order-list.store.ts';

type Found = OrderRowColumns & {
  readonly reason: AttentionReason;
  readonly amountCents: number;
  readonly since: Date;
  readonly why?: string | undefined;
};

/** The most rows of one reason: nobody works through a longer list. */
const maxRows = 500;

/** When the order's history grew last; when it was placed if it has none. */
const lastEventAt = sql<Date>`coalesce((select max(occurred_at) from order_event where purchase_id = purchase.id), placed_at)`;

const selectReason = (db: DatabaseOrTx, reason: AttentionReason, since = lastEventAt) =>
  selectRows(db)
    .select(sql.lit(reason).as('reason'))
    .select((eb) => eb('priceCents', '-', eb.ref('refundedCents')).as('amountCents'))
    .select(since.as('since'))
    .orderBy('id')
    .limit(maxRows);

type AttentionTimes = {
  readonly overdueSince: Date;
  readonly refusedSince: Date;
  readonly today: string;
};

/**
 * Orders that a member of staff has to look at, reason by reason: where money may have moved, or was
 * paid and not delivered, since before `overdueSince` if that ends by itself as a rule; what we
 * promised to deliver, until `today` (ISO) or before; what the provider refuses us `refusedSince`.
 */
export async function listAttention(
  db: DatabaseOrTx,
  { overdueSince, refusedSince, today }: AttentionTimes,
): Promise<Found[]> {
  const lists: readonly Promise<readonly Found[]>[] = [
    selectReason(db, 'mismatch')
      .where('state', '=', 'mismatch')
      .where('closedReason', 'is', null)
      .execute(),
    selectReason(db, 'suspended').where('state', '=', 'suspended').execute(),
    selectReason(db, 'review').where('state', '=', 'review').execute(),
    selectReason(db, 'capture', capturingSince)
      .where('state', '=', 'capturing')
      .where(capturingSince, '<', overdueSince)
      .execute(),
    selectReason(db, 'delivery', paidAt)
      .where('state', 'in', [...statesWithAccess])
      .where('fulfilledAt', 'is', null)
      .where('paidAt', '<', overdueSince)
      .where(sql<boolean>`not exists (select from download_grant
        where purchase_id = purchase.id and file_missing_since is not null)`)
      .where('id', 'not in', selectWaiting(db).select('purchase.id'))
      .execute(),
    listWithMissingFiles(db),
    listPromised(db, 'overdue', sql<boolean>`deliver_by < ${today}`),
    listPromised(db, 'due-today', sql<boolean>`deliver_by = ${today}`),
    listRefused(db, refusedSince),
    listRefunds(db, 'refund'),
    listRefunds(db, 'refund-failed'),
    listSecondPayments(db, overdueSince),
    listPaidTwice(db, overdueSince),
    listUnhandledWebhooks(db, overdueSince),
    listUndelivered(db),
  ];
  return (await Promise.all(lists)).flat();
}

/** Whose emails did not arrive, as soon as that is known. */
async function listUndelivered(db: DatabaseOrTx): Promise<readonly Found[]> {
  const failed = await listOrdersWithFailedEmails(db, maxRows);
  const sinceById = new Map(failed.map(({ purchaseId, since }) => [purchaseId, since]));
  if (sinceById.size === 0) return [];
  const rows = await selectReason(db, 'email')
    .where('id', 'in', [...sinceById.keys()])
    .execute();
  return rows.map((row) => ({ ...row, since: sinceById.get(row.id) ?? row.since }));
}

/** Those with a file that is missing, as soon as that is known. */
async function listWithMissingFiles(db: DatabaseOrTx): Promise<readonly Found[]> {
  const missing = await listOrdersWithMissingFiles(db, maxRows);
  const byId = new Map(missing.map((order) => [order.purchaseId, order]));
  if (byId.size === 0) return [];
  const rows = await selectReason(db, 'file')
    .where('id', 'in', [...byId.keys()])
    .where('state', 'in', [...statesWithAccess])
    .execute();
  return rows.map((row) => {
    const { since = row.since, why } = byId.get(row.id) ?? {};
    return { ...row, since, why: why ?? undefined };
  });
}
/** Orders that wait until we deliver them, each since it was paid. */
const listPromised = (
  db: DatabaseOrTx,
  reason: AttentionReason,
  isDue: Expression<boolean>,
): Promise<readonly Found[]> =>
  selectReason(db, reason, paidAt)
    .where('id', 'in', selectWaiting(db).select('purchase.id').where(isDue))
    .execute();

/** Open or lapsed ones that the provider refused because of us, and that were not paid since. */
const listRefused = (db: DatabaseOrTx, refusedSince: Date): Promise<readonly Found[]> =>
  selectReason(db, 'refused')
    .where('state', 'in', [...unpaidStates])
    .where('closedReason', 'is', null)
    .where('purchase.id', 'in', (eb) =>
      eb
        .selectFrom('orderEvent')
        .select('purchaseId')
        // As the index says it, which has these events alone.
        .where('kind', 'in', ['payment-refused', 'provider-order-refused'])
        .where('occurredAt', '>', refusedSince),
    )
    .execute();

/** Since when the payment is being taken; orders of before that was noted have their first time. */
const capturingSince = sql<Date>`coalesce(capturing_since, placed_at)`;
const paidAt = sql<Date>`paid_at`;

/** Payments that are one too many and did not go back, each since it was noticed. */
const listPaidTwice = (db: DatabaseOrTx, overdueSince: Date): Promise<readonly Found[]> =>
  selectReason(db, 'paid-twice')
    .where('state', '=', 'mismatch')
    .where('closedReason', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderEvent')
          .select('orderEvent.id')
          .whereRef('purchaseId', '=', 'purchase.id')
          .where('kind', 'like', 'second-payment-%')
          .where(isOverdueSecondPayment(overdueSince))
          .where(isNewestOfSecondPayment),
      ),
    )
    .execute();

const isOverdueSecondPayment = (overdueSince: Date) =>
  sql<boolean>`(kind = 'second-payment-not-refunded'
    or kind = 'second-payment-held' and occurred_at < ${overdueSince})`;

/** Orders about which the provider told us something that we could not take in. */
async function listUnhandledWebhooks(
  db: DatabaseOrTx,
  overdueSince: Date,
): Promise<readonly Found[]> {
  const unhandled = await listOrdersOfUnprocessedEvents(db, overdueSince, maxRows);
  if (unhandled.length === 0) return [];
  const sinceById = new Map(unhandled.map(({ purchaseId, since }) => [purchaseId, since]));
  const rows = await selectReason(db, 'webhook')
    .where('id', 'in', [...sinceById.keys()])
    .execute();
  return rows.map((row) => ({ ...row, since: sinceById.get(row.id) ?? row.since }));
}

/** Refunds that are not at their end, or whose money did not arrive. */
const listRefunds = (
  db: DatabaseOrTx,
  reason: 'refund' | 'refund-failed',
): Promise<readonly Found[]> =>
  db
    .selectFrom(selectReason(db, reason).as('found'))
    .innerJoin('refund', 'refund.purchaseId', 'found.id')
    .where((eb) =>
      reason === 'refund'
        ? eb('refund.state', 'in', ['requested', 'pending'])
        : eb('refund.needsAttention', '=', true),
    )
    .selectAll('found')
    .select('refund.amountCents')
    .select((eb) => eb.fn.coalesce('refund.reversedAt', 'refund.createdAt').as('since'))
    .orderBy('refund.id')
    .limit(maxRows)
    .execute();

/** Those whose newest event about a second payment says that it did not go back. */
const listSecondPayments = (db: DatabaseOrTx, overdueSince: Date): Promise<readonly Found[]> =>
  selectReason(db, 'second-payment')
    .where('state', '!=', 'mismatch')
    .where('purchase.id', 'in', (eb) =>
      eb
        .selectFrom('orderEvent')
        .select('purchaseId')
        .where(isOverdueSecondPayment(overdueSince))
        // As the index says it, which has these events alone.
        .where('kind', 'like', 'second-payment-%')
        .where(isNewestOfSecondPayment),
    )
    .execute();

const isNewestOfSecondPayment = sql<boolean>`not exists (select from order_event later
  where later.purchase_id = order_event.purchase_id and later.id > order_event.id
    and later.kind like 'second-payment-%')`;

const selectUnknownWebhooks = (db: DatabaseOrTx) =>
  db.selectFrom('webhookEvent').where('belongsToOrder', '=', false);

/** Webhooks that belong to no order of ours: how many, and the newest. */
export async function listUnknownWebhooks(
  db: DatabaseOrTx,
  limit: number,
): Promise<{ readonly count: number; readonly newest: readonly UnknownWebhook[] }> {
  const { count } = await selectUnknownWebhooks(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const newest = await selectUnknownWebhooks(db)
    .select(['id', 'type', 'providerOrderId', 'captureId', 'receivedAt'])
    .orderBy('receivedAt', 'desc')
    .limit(limit)
    .execute();
  return { count, newest };
}

/** An order, and when the first webhook about it arrived that is not processed. */
type WaitingOrder = { readonly purchaseId: number; readonly since: Date };

/**
 * Orders with a webhook from before a time that is not processed: one about their payment at the
 * provider, their capture, or their own id or that of a refund, as findAttemptOfPayment reads them.
 */
async function listOrdersOfUnprocessedEvents(
  db: DatabaseOrTx,
  receivedBefore: Date,
  limit: number,
): Promise<readonly WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with event as (
      select webhook_event.id, received_at, provider_order_id, payment.capture_id, custom_id
      from webhook_event left join webhook_payment payment on payment.event_id = webhook_event.id
      where processed_at is null and received_at < ${receivedBefore}
    ),
    named as (
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.provider_order_id = event.provider_order_id
      union all
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.capture_id = event.capture_id
      union all
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.other_capture_id = event.capture_id
      union all
      select purchase.id, received_at from event
      join purchase on payment_key = right(custom_id, 16)
      union all
      select purchase.id, received_at from event
      join purchase on payment_key is null
        and purchase.id = case when custom_id ~ '^[0-9]{1,9}$' then custom_id::int end
      union all
      select purchase_id, received_at from event join refund on request_id = custom_id
    )
    select purchase_id as "purchaseId", min(received_at) as since from named
    group by purchase_id order by since limit ${limit}`.execute(db);
  return rows;
}
