import type { Tx } from '#core/deps.ts';

/** Lists the news of disputes about the order's payments, oldest first; an end comes last. */
export const listDisputeEvents = (tx: Tx, purchaseId: number) =>
  tx
    .selectFrom('webhookEvent')
    .innerJoin('webhookPayment', 'webhookPayment.eventId', 'webhookEvent.id')
    .innerJoin('paymentAttempt', 'paymentAttempt.captureId', 'webhookPayment.captureId')
    .select(['webhookPayment.captureId', 'disputeId', 'dispute', 'disputeRefundCents'])
    .where('purchaseId', '=', purchaseId)
    .where('dispute', 'is not', null)
    .orderBy('occurredAt')
    .orderBy('dispute', 'desc')
    .execute();

/** Opens or suspends the order's downloads; those of revoked seats stay suspended. */
export async function updateGrantAccess(
  tx: Tx,
  purchaseId: number,
  isOpen: boolean,
): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set({ isSuspended: !isOpen })
    .where('purchaseId', '=', purchaseId)
    .execute();
  const revokedSeats = tx
    .selectFrom('seat')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('revokedAt', 'is not', null);
  await tx
    .updateTable('downloadGrant')
    .set({ isSuspended: true })
    .where('seatId', 'in', revokedSeats)
    .execute();
}

export async function setRefundedCents(
  tx: Tx,
  purchaseId: number,
  refundedCents: number,
): Promise<void> {
  await tx.updateTable('purchase').set({ refundedCents }).where('id', '=', purchaseId).execute();
}
