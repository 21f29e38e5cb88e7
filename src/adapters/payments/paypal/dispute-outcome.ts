/** Maps PayPal's words for a dispute to ours. Source: its OpenAPI, customer_disputes_v1. */
import { parseAmount } from '#core/kernel/money.model.ts';
import type { DisputeState } from '#core/orders/payment/provider.ts';
import type { DisputeFacts } from './response-schemas.ts';

/** `status`: whether the dispute goes on. */
export const isResolvedByStatus: Readonly<Record<string, boolean>> = {
  OPEN: false,
  WAITING_FOR_BUYER_RESPONSE: false,
  WAITING_FOR_SELLER_RESPONSE: false,
  UNDER_REVIEW: false,
  RESOLVED: true,
  OTHER: false,
};

/** `outcome_code` of a resolved dispute: who has the money. */
export const winnerByOutcome: Readonly<Record<string, 'buyer' | 'seller'>> = {
  RESOLVED_BUYER_FAVOUR: 'buyer',
  RESOLVED_SELLER_FAVOUR: 'seller',
  // PayPal paid the buyer itself.
  RESOLVED_WITH_PAYOUT: 'seller',
  CANCELED_BY_BUYER: 'seller',
  ACCEPTED: 'buyer',
  DENIED: 'seller',
  // Closed undecided; another dispute about the payment goes on by itself.
  NONE: 'seller',
};

/** Where a dispute stands; `isResolved` if PayPal's event says so and its body may not. */
export function readDisputeState(facts: DisputeFacts, isResolved = false): DisputeState {
  const { status = '', dispute_outcome: outcome, dispute_amount: disputed } = facts;
  if (!isResolved && isResolvedByStatus[status] !== true) return { kind: 'opened' };
  const code = outcome?.outcome_code ?? '';
  const refundedCents = readCents(outcome?.amount_refunded);
  const winner = winnerByOutcome[code] ?? (refundedCents ? 'buyer' : 'seller');
  if (winner === 'seller' || refundedCents === 0) return { kind: 'ended' };
  return { kind: 'lost', refundCents: refundedCents ?? readCents(disputed) };
}

function readCents(money: DisputeFacts['dispute_amount']): number | undefined {
  const cents = money && parseAmount(money.value, money.currency_code);
  return Number.isSafeInteger(cents) ? cents : undefined;
}
