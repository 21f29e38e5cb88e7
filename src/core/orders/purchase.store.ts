import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { OrderState } from './model.ts';

type DatabaseOrTx = Database | Tx;

export const getPurchase = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type Purchase = Awaited<ReturnType<typeof getPurchase>>;

/** The attempt that the provider calls by this id, with its order; undefined where we know of none. */
export async function findAttemptByProviderId(db: DatabaseOrTx, providerId: string) {
  const attempt = await db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('providerOrderId', '=', providerId)
    .executeTakeFirst();
  return attempt && { attempt, purchase: await getPurchase(db, attempt.purchaseId) };
}

export type PaymentAttempt = NonNullable<
  Awaited<ReturnType<typeof findAttemptByProviderId>>
>['attempt'];

/** Moves an order if it still stands in `from`; false where somebody was quicker. Throws where the table of moves has no such move. */
export async function transitionOrder(
  tx: DatabaseOrTx,
  id: number,
  from: OrderState,
  to: OrderState,
  changes: Partial<{ paidAt: Date; fulfilledAt: Date; payment: string }> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('purchase')
    .set({ state: to, ...changes })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A line in the order's history. */
export const recordEvent = (
  tx: DatabaseOrTx,
  purchaseId: number,
  at: Date,
  kind: string,
  detail: object = {},
): Promise<unknown> =>
  tx
    .insertInto('orderEvent')
    .values({ purchaseId, occurredAt: at, kind, detail: JSON.stringify(detail) })
    .execute();

/**
 * Takes the one claim of a purchase for `owner` until `until`; false where another holds it. An order that is paid,
 * in review or held can't be claimed. The state is `capturing` afterwards.
 */
export async function claimPurchase(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  now: Date,
  leaseEndsAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ claimedBy: owner, claimedUntil: leaseEndsAt, state: 'capturing' })
    .where('id', '=', id)
    .where('state', 'in', ['awaiting-approval', 'capturing', 'cancelled', 'expired'])
    .where((eb) =>
      eb.or([
        eb('claimedBy', 'is', null),
        eb('claimedBy', '=', owner),
        eb('claimedUntil', '<', now),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True while `owner` holds the claim: looked at again right before a capture is sent. */
export async function isClaimOwner(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .select('id')
    .where('id', '=', id)
    .where('claimedBy', '=', owner)
    .where('claimedUntil', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the claim back; `to` where the order goes back to waiting. */
export async function releaseClaim(
  db: DatabaseOrTx,
  id: number,
  owner: string,
  nextState?: OrderState,
): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ claimedBy: null, claimedUntil: null, ...(nextState ? { state: nextState } : {}) })
    .where('id', '=', id)
    .where('claimedBy', '=', owner)
    .execute();
}

/** Attempts that the reconciler has to ask about now, 500 at most, from behind `last` on: in one run each comes once, whatever clocks do. */
export const listDueAttempts = (db: DatabaseOrTx, now: Date, createdAfter: Date, afterId: number) =>
  db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['paymentAttempt.id', 'paymentAttempt.providerOrderId', 'paymentAttempt.pollCount'])
    .where('purchase.state', 'in', [
      'awaiting-approval',
      'capturing',
      'cancelled',
      'review',
      'expired',
    ])
    .where('paymentAttempt.providerOrderId', 'is not', null)
    .where('paymentAttempt.closedAt', 'is', null)
    .where('paymentAttempt.nextPollAt', '<=', now)
    .where('paymentAttempt.createdAt', '>', createdAfter)
    .where('paymentAttempt.id', '>', afterId)
    .orderBy('paymentAttempt.id')
    .limit(500)
    .execute();

/** The id of a report's link for one licence: stable, made on first need. */
export async function ensureBuyLinkId(
  db: DatabaseOrTx,
  reportId: number,
  licence: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into buy_link (report_id, licence) values (${reportId}, ${licence}) on conflict do nothing returning id)
    select id from made union all select id from buy_link where report_id = ${reportId} and licence = ${licence} limit 1`.execute(
    db,
  );
  return (
    rows[0]?.id ??
    (
      await db
        .selectFrom('buyLink')
        .select('id')
        .where('reportId', '=', reportId)
        .where('licence', '=', licence)
        .executeTakeFirstOrThrow()
    ).id
  );
}
