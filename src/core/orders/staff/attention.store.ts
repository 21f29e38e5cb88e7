import { sql } from 'kysely';
import { statesWithAccess } from '../order-states.model.ts';
import { listOrdersWithFailedEmails } from '../delivery/refused-emails.store.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import type { AttentionReason, UnknownWebhook } from './attention.model.ts';
import { selectRows, type OrderRowColumns } from './order-list.store.ts';

type Found = OrderRowColumns & {
  readonly reason: AttentionReason;
  readonly amountCents: number;
  readonly since: Date;
};

/** The most rows of one reason: nobody works through a longer list. */
const maxRows = 500;

/** When the order's history grew last; when it was placed where it has none. */
const lastEventAt = sql<Date>`coalesce((select max(occurred_at) from order_event where purchase_id = purchase.id), placed_at)`;

const placedAt = sql<Date>`placed_at`;

const selectReason = (db: DatabaseOrTx, reason: AttentionReason, since = lastEventAt) =>
  selectRows(db)
    .select(sql.lit(reason).as('reason'))
    .select((eb) => eb('priceCents', '-', eb.ref('refundedCents')).as('amountCents'))
    .select(since.as('since'))
    .orderBy('id')
    .limit(maxRows);

/** Captures that began before this, and payments that are not delivered since then. */
type Deadlines = { readonly stuckSince: Date; readonly undeliveredSince: Date };

/** Orders that a member of staff has to look at, reason by reason. */
export async function listAttention(
  db: DatabaseOrTx,
  { stuckSince, undeliveredSince }: Deadlines,
): Promise<Found[]> {
  const lists: readonly Promise<readonly Found[]>[] = [
    selectReason(db, 'mismatch').where('state', '=', 'mismatch').execute(),
    selectReason(db, 'suspended').where('state', '=', 'suspended').execute(),
    selectReason(db, 'review').where('state', '=', 'review').execute(),
    // A new address or a reminder does not make the wait for the money shorter.
    selectReason(db, 'transfer', placedAt).where('state', '=', 'awaiting-transfer').execute(),
    selectReason(db, 'capture')
      .where('state', '=', 'capturing')
      .where('placedAt', '<', stuckSince)
      .execute(),
    selectReason(db, 'delivery')
      .where('state', 'in', [...statesWithAccess])
      .where('fulfilledAt', 'is', null)
      .where('paidAt', '<', undeliveredSince)
      .execute(),
    listUnansweredRefunds(db),
    listSecondPayments(db),
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

const listUnansweredRefunds = (db: DatabaseOrTx): Promise<readonly Found[]> =>
  db
    .selectFrom(selectReason(db, 'refund').as('found'))
    .innerJoin('refund', (join) =>
      join.onRef('refund.purchaseId', '=', 'found.id').on('refund.state', '=', 'requested'),
    )
    .selectAll('found')
    .select(['refund.amountCents', 'refund.createdAt as since'])
    .orderBy('refund.id')
    .limit(maxRows)
    .execute();

/** Those whose newest event about a second payment says that it was not refunded. */
const listSecondPayments = (db: DatabaseOrTx): Promise<readonly Found[]> =>
  selectReason(db, 'second-payment')
    .where('purchase.id', 'in', (eb) =>
      eb
        .selectFrom('orderEvent')
        .select('purchaseId')
        .where('kind', '=', 'second-payment-not-refunded')
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
