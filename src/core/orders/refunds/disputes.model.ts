/** What the provider told of a dispute or a reversal of a payment. */
export type DisputeEvent = {
  readonly captureId: string | null;
  /** None for a reversal. */
  readonly disputeId: string | null;
  readonly dispute: 'opened' | 'ended' | null;
};

/**
 * True while one dispute is open; each ends by itself. A reversal names no dispute: it counts until
 * a dispute about its payment ends. Events are given oldest first.
 */
export function hasOpenDispute(events: readonly DisputeEvent[]): boolean {
  const open = new Set<string>();
  for (const { captureId, disputeId, dispute } of events) {
    const reversal = `${captureId} `;
    const id = `${captureId} ${disputeId ?? ''}`;
    if (dispute === 'opened') open.add(id);
    if (dispute === 'ended') {
      open.delete(id);
      open.delete(reversal);
    }
  }
  return open.size > 0;
}
