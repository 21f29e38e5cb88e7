import type { EventDetail, OrderState, PaymentDetails } from '../model.ts';
import type { Deps, Tx } from '#core/deps.ts';
import type { Publisher } from '../deps.ts';
import { transitionOrder, recordEvent, type Purchase, getPurchase } from '../purchase.store.ts';
import { createDownloadGrants } from '../delivery/download-grants.ts';
import { issueDocument } from '../documents/invoices.ts';
import { enqueueDelivery } from '../delivery/deliver.ts';
import { syncOrderState, lockUpgradeChain } from '../refunds/order-state.ts';
type PaymentReceived = {
  readonly fromState: OrderState;
  readonly payment: PaymentDetails;
  readonly paidBy: string;
  readonly detail: EventDetail;
  readonly capture?: { readonly attempt: number; readonly id: string };
};

/** In `tx`: paid, with the grants, the invoice, the certificate and the job that delivers; disputes and refunds that were heard before are followed. Nothing where somebody was quicker. */
export async function markPaid(
  deps: Deps,
  site: Publisher,
  tx: Tx,
  id: number,
  { fromState, payment, paidBy, detail, capture: taken }: PaymentReceived,
): Promise<void> {
  const now = deps.clock();
  const order = await lockForPayment(tx, id);
  if (
    !(await transitionOrder(tx, id, fromState, 'paid', {
      paidAt: now,
      payment,
    }))
  )
    return;
  await tx
    .updateTable('purchase')
    .set({ claimedBy: null, claimedUntil: null, certificateToken: deps.generateSecret() })
    .where('id', '=', id)
    .execute();
  if (taken)
    await tx
      .updateTable('paymentAttempt')
      .set({ captureId: taken.id })
      .where('id', '=', taken.attempt)
      .execute();
  await createDownloadGrants(deps, tx, id, null);
  await issueDocument(deps, site, tx, order, { kind: 'invoice', cents: order.priceCents, paidBy });
  await recordEvent(tx, id, now, 'paid', detail);
  await enqueueDelivery(deps, tx, id);
  // Who paid after all in another way owes no transfer for the same licence any more.
  const closed = await selectDuplicateTransfers(tx, order).forUpdate().execute();
  for (const beside of closed) {
    await transitionOrder(tx, beside.id, 'awaiting-transfer', 'cancelled');
    await recordEvent(tx, beside.id, now, 'cancelled', { replacedByOrder: order.number });
  }
  await syncOrderState(deps, tx, id);
}

const selectDuplicateTransfers = (
  tx: Tx,
  { id, buyerSecretHash: browser, reportId, licence }: Purchase,
) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '=', browser)
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', '=', 'awaiting-transfer')
    .where('id', '!=', id)
    .orderBy('id');

/** In `tx`: everything that a payment of the order changes is locked, oldest first. */
export async function lockForPayment(tx: Tx, id: number): Promise<Purchase> {
  const duplicates = await selectDuplicateTransfers(tx, await getPurchase(tx, id)).execute();
  return lockUpgradeChain(
    tx,
    id,
    duplicates.map((one) => one.id),
  );
}
