import { statesWithAccess, type OrderState } from '../order-states.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** States of an order whose payment nobody approved yet, as far as we know. */
export const statesBeforeApproval: readonly OrderState[] = [
  'awaiting-approval',
  'cancelled',
  'expired',
];

type DueQuery = {
  readonly now: Date;
  readonly createdAfter: Date;
  readonly paidAfter: Date;
  /** Attempts that are being worked on. */
  readonly exceptIds: readonly number[];
  readonly limit: number;
};

/**
 * Attempts that the reconciler has to poll now, longest due first: unfinished ones, and payments of
 * the last hours, which may have been refunded.
 */
export const listDueAttempts = (db: DatabaseOrTx, query: DueQuery) =>
  db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['paymentAttempt.id', 'providerOrderId', 'captureId', 'pollCount', 'createdAt'])
    .select(['state', 'paidAt'])
    .where('createdAt', '>', query.createdAfter)
    .where('nextPollAt', '<=', query.now)
    .where('providerOrderId', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [...statesBeforeApproval, 'capturing', 'review']).and(
          'closedAt',
          'is',
          null,
        ),
        eb('state', 'in', [...statesWithAccess, 'suspended'])
          .and('captureId', 'is not', null)
          .and('paidAt', '>', query.paidAfter),
      ]),
    )
    .where('paymentAttempt.id', 'not in', [0, ...query.exceptIds])
    .orderBy('nextPollAt')
    .limit(query.limit)
    .execute();

export type DueAttempt = Awaited<ReturnType<typeof listDueAttempts>>[number];

export async function setNextPoll(
  db: DatabaseOrTx,
  id: number,
  pollCount: number,
  nextPollAt: Date,
): Promise<void> {
  await db
    .updateTable('paymentAttempt')
    .set({ pollCount, nextPollAt })
    .where('id', '=', id)
    .execute();
}
