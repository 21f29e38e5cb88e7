/**
 * Outcomes of a dispute after which the seller keeps the money. Source: PayPal's Disputes API,
 * outcome_code.
 */
const sellerFavouredOutcomes = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
]);

/** True where a dispute ended and the seller keeps the money; a lost one brings a refund. */
export const isResolvedForSeller = (outcomeCode: string | undefined): boolean =>
  sellerFavouredOutcomes.has(outcomeCode ?? '');
