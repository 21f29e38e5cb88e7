import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';

/** The refund's parts and its sender, as the page's address and its form say them. */
export type RefundChoice = {
  /** The tax alone, and nothing of the net price. */
  readonly isTaxAlone: boolean;
  /** Staff have sent the money; else PayPal is asked to. */
  readonly isSentByHand: boolean;
};

/** Money that came by bank transfer goes back by hand; what differs from its order has no tax. */
export const readRefundChoice = (
  { paymentMethod, state }: Pick<StaffOrder, 'paymentMethod' | 'state'>,
  { part, sent }: Readonly<Partial<Record<string, string>>>,
): RefundChoice => ({
  isTaxAlone: part === 'tax' && state !== 'mismatch',
  isSentByHand: sent === 'by-hand' || paymentMethod === 'bank',
});
