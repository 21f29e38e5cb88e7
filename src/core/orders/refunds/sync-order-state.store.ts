import type { Tx } from '#core/deps.ts';

/** True while the newest webhook about a dispute of the order's payment says that it is open. */
export async function isInDispute(tx: Tx, purchaseId: number): Promise<boolean> {
  const newest = await tx
    .selectFrom('webhookEvent')
    .innerJoin('paymentAttempt', 'paymentAttempt.captureId', 'webhookEvent.captureId')
    .select('dispute')
    .where('purchaseId', '=', purchaseId)
    .where('dispute', 'is not', null)
    .orderBy('occurredAt', 'desc')
    .executeTakeFirst();
  return newest?.dispute === 'opened';
}

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
