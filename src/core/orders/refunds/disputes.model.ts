/** The provider's notice of a dispute or a reversal of a payment. */
export type DisputeEvent = {
  readonly captureId: string | null;
  /** None for a reversal. */
  readonly disputeId: string | null;
  readonly dispute: 'opened' | 'lost' | 'ended' | null;
  /** Of a lost one: what the buyer gets back. */
  readonly disputeRefundCents: number | null;
};

/**
 * True while one dispute is open; each ends by itself. A lost one ends when its money was refunded:
 * if nobody said how much, with any refund. A reversal names no dispute: it counts until a
 * dispute about its payment ends, and is nothing beside a lost one, whose money it is. Events are
 * given oldest first.
 */
export function hasOpenDispute(events: readonly DisputeEvent[], refundedCents: number): boolean {
  const open = new Map<string, DisputeEvent>();
  for (const event of events) {
    const { captureId, disputeId, dispute } = event;
    const reversal = `${captureId} `;
    const id = `${captureId} ${disputeId ?? ''}`;
    if (dispute === 'ended') open.delete(id);
    else if (dispute !== null) open.set(id, event);
    if (dispute === 'ended') open.delete(reversal);
  }
  const lost = [...open.values()].filter(({ dispute }) => dispute === 'lost');
  return [...open.values()].some(({ captureId, dispute, disputeId, disputeRefundCents }) => {
    if (dispute === 'lost') return refundedCents < (disputeRefundCents ?? 1);
    return disputeId !== null || !lost.some((other) => other.captureId === captureId);
  });
}
