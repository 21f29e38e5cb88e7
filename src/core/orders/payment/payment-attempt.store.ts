import { type DatabaseOrTx, getPurchase } from '../purchase.store.ts';
/** The attempt that the provider calls by this id, with its order; undefined where we know of none. */
export async function findAttemptByProviderId(db: DatabaseOrTx, providerId: string) {
  const attempt = await db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('providerOrderId', '=', providerId)
    .executeTakeFirst();
  return attempt && { attempt, purchase: await getPurchase(db, attempt.purchaseId) };
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

export type PaymentAttempt = NonNullable<
  Awaited<ReturnType<typeof findAttemptByProviderId>>
>['attempt'];
