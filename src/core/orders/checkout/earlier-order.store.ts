import type { ExpressionBuilder } from 'kysely';
import type { Customer } from '#core/accounts/model.ts';
import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import type { DB } from '#core/kernel/database-types.ts';
import { statesInCheck, statesWithAccess } from '../order-states.model.ts';
import { whereOwner, type DatabaseOrTx } from '../purchase.store.ts';

/** Whose orders are meant: those of a browser, and those of the account that is logged in. */
export type OrderOwner = {
  readonly browserHash: string | undefined;
  readonly customer: Pick<Customer, 'id' | 'email' | 'confirmed'> | undefined;
};

type WantedOrder = {
  readonly reportId: number;
  readonly licence: Licence;
  readonly owner: OrderOwner;
  /** The order that the checkout continues: it is no other order. */
  readonly exceptId?: number | undefined;
};

/** A condition on `purchase`: placed by the browser, or with the account. */
export const whereOrderOwner = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  { browserHash, customer }: OrderOwner,
) =>
  eb.or([
    ...(browserHash === undefined ? [] : [eb('buyerSecretHash', '=', browserHash)]),
    ...(customer ? [whereOwner(eb, customer)] : []),
  ]);

/**
 * The newest order of the owner for the licence whose money came, is being taken or is awaited, or
 * was not taken beside an order that is still paid.
 */
export const findEarlierOrder = (
  db: DatabaseOrTx,
  { reportId, licence, owner, exceptId = 0 }: WantedOrder,
) =>
  db
    .selectFrom('purchase')
    .select(['id', 'number', 'state', 'placedAt', 'paidAt', 'closedReason', 'supersededBy'])
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [
          ...statesInCheck,
          'awaiting-transfer',
          ...statesWithAccess,
          'suspended',
        ]),
        // Becomes `awaiting-transfer` in the next moment.
        eb('state', '=', 'pending').and('paymentMethod', '=', 'bank'),
        eb('closedReason', '=', 'already-paid')
          .and('state', '=', 'cancelled')
          .and(
            'supersededBy',
            'in',
            eb
              .selectFrom('purchase as paid')
              .select('paid.id')
              .where('paid.state', 'in', [...statesInCheck, ...statesWithAccess, 'suspended']),
          ),
      ]),
    )
    .where('id', '!=', exceptId)
    .where((eb) => whereOrderOwner(eb, owner))
    .orderBy('id', 'desc')
    .executeTakeFirst();

export type FoundEarlierOrder = NonNullable<Awaited<ReturnType<typeof findEarlierOrder>>>;

/** The provider's ids of the owner's unpaid orders for the licence, the newest three. */
export async function listOpenProviderOrders(
  db: DatabaseOrTx,
  { reportId, licence, owner }: WantedOrder,
  createdAfter: Date,
): Promise<string[]> {
  const orders = await db
    .selectFrom('purchase')
    .innerJoin('paymentAttempt', 'paymentAttempt.purchaseId', 'purchase.id')
    .select('providerOrderId')
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', 'in', ['awaiting-approval', 'cancelled', 'expired'])
    .where('closedAt', 'is', null)
    .where('providerOrderId', 'is not', null)
    .where('createdAt', '>', createdAfter)
    .where((eb) => whereOrderOwner(eb, owner))
    .orderBy('paymentAttempt.id', 'desc')
    .limit(3)
    .execute();
  return orders.flatMap(({ providerOrderId }) => providerOrderId ?? []);
}
