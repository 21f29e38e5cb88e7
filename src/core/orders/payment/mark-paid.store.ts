import type { OrderState } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { PaymentDetails } from '../model.ts';
import type { Purchase } from '../purchase.store.ts';

type Paid = {
  readonly fromState: OrderState;
  readonly paidAt: Date;
  /** The day of it in the store's zone. */
  readonly paidOn: string;
  readonly payment: PaymentDetails;
  readonly certificateToken: string;
};

/** The order is paid and no longer claimed; false if it was not in `fromState` any more. */
export async function setPaid(tx: Tx, id: number, paid: Paid): Promise<boolean> {
  const { fromState, paidAt, paidOn, payment, certificateToken } = paid;
  const { numUpdatedRows } = await tx
    .updateTable('purchase')
    .set({
      state: 'paid',
      paidAt,
      paidOn,
      payment,
      certificateToken,
      claimedBy: null,
      claimedUntil: null,
    })
    .where('id', '=', id)
    .where('state', '=', fromState)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const selectDuplicateTransfers = (tx: Tx, order: Purchase) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '=', order.buyerSecretHash)
    .where('reportId', '=', order.reportId)
    .where('licence', '=', order.licence)
    .where('state', '=', 'awaiting-transfer')
    .where('id', '!=', order.id)
    .orderBy('id');

/** Other orders of the same buyer for the same licence that wait for a transfer. */
export const listDuplicateTransfers = (tx: Tx, order: Purchase) =>
  selectDuplicateTransfers(tx, order).execute();

export const lockDuplicateTransfers = (tx: Tx, order: Purchase) =>
  selectDuplicateTransfers(tx, order).forUpdate().execute();
