/** The states of a refund. Pure, safe in the browser. */

/**
 * - requested: asked for, without an answer
 * - pending: the provider has accepted it, and its money is on its way
 * - completed: the money went back, and there is a credit note
 * - refused: the provider did not make it
 * - reversed: the provider accepted it, and took it back later
 */
export type RefundState = 'requested' | 'pending' | 'completed' | 'refused' | 'reversed';

/** The state of a refund that was not refused. */
export type AcceptedRefund = Extract<RefundState, 'completed' | 'pending'>;

/** States of a refund whose money did not go back, and may be refunded again. */
export const failedRefundStates: readonly RefundState[] = ['refused', 'reversed'];

/** True while the money of a refund is spoken for: it went back, or may still. */
export const isStanding = ({ state }: { readonly state: RefundState }): boolean =>
  !failedRefundStates.includes(state);

/** True of the provider's words for a refund whose money did not arrive. */
export const isTakenBack = (status: string): boolean =>
  status === 'FAILED' || status === 'CANCELLED';
