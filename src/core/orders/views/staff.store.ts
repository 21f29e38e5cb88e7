import type { OrderState } from '../order-states.model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';

const orderColumns = [
  'id',
  'number',
  'state',
  'placedAt',
  'priceCents',
  'name',
  'email',
  'companyName',
  'reportCode',
] as const;

/** The columns of an order that staff see in a list. */
export type StaffOrderColumns = Pick<Purchase, (typeof orderColumns)[number]>;

/** States that a member of staff has to resolve: a transfer, a payment to check, a dispute. */
const statesNeedingAttention: readonly OrderState[] = [
  'awaiting-transfer',
  'review',
  'mismatch',
  'suspended',
];

export const findOrderForStaff = (db: DatabaseOrTx, number: string) =>
  db.selectFrom('purchase').select(orderColumns).where('number', '=', number).executeTakeFirst();

/**
 * Orders that a member of staff has to look at, oldest first, at most 500: by their state, because
 * their capture started before `stuckSince`, or because a second payment was not refunded.
 */
export const listOrdersNeedingAttention = (db: DatabaseOrTx, stuckSince: Date) =>
  db
    .selectFrom('purchase')
    .select(orderColumns)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [...statesNeedingAttention]),
        eb.and([eb('state', '=', 'capturing'), eb('placedAt', '<', stuckSince)]),
        eb(
          'id',
          'in',
          eb
            .selectFrom('orderEvent')
            .select('purchaseId')
            .where('kind', '=', 'second-payment-not-refunded'),
        ),
      ]),
    )
    .orderBy('placedAt')
    .limit(500)
    .execute();

/** Webhook events that belong to no order of ours. */
export async function countUnknownWebhooks(db: DatabaseOrTx): Promise<number> {
  const { count } = await db
    .selectFrom('webhookEvent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('belongsToOrder', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

export const listEvents = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderEvent')
    .select(['occurredAt', 'kind', 'detail'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

export const listDocumentNumbers = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderDocument')
    .select('number')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

export const listRefunds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select(['amountCents', 'state', 'reason'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

/** The downloads of the buyer and of every seat. */
export const listFiles = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('downloadGrant')
    .leftJoin('seat', 'seat.id', 'downloadGrant.seatId')
    .select([
      'downloadGrant.kind',
      'seat.email as seat',
      'downloadCount',
      'maxDownloads',
      'expiresAt',
      'isSuspended',
    ])
    .where('downloadGrant.purchaseId', '=', purchaseId)
    .orderBy('downloadGrant.id')
    .execute();
