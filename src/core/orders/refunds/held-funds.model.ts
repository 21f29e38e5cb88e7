import { parseAmount } from '#core/kernel/money.model.ts';
import type { ProviderCapture, ProviderOrder } from '../payment/provider.ts';

/** A capture, and the cents of it that were not refunded. */
type HeldCapture = { readonly capture: ProviderCapture; readonly remainingCents: number };

/** What the provider still holds of one or more of its orders. */
export type HeldFunds = {
  readonly heldCaptures: readonly HeldCapture[];
  readonly refundedCents: number;
  /** False where every capture failed. */
  readonly wasMoneyTaken: boolean;
  readonly hasCaptures: boolean;
};

/** Statuses of a capture that still holds money. */
const heldStatuses: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'PENDING'];

/** Statuses of a capture that never took any. */
const failedStatuses: readonly string[] = ['DECLINED', 'DENIED', 'FAILED'];

export function summarizeFunds({ captures, refunds }: ProviderOrder): HeldFunds {
  const completedRefunds = refunds.filter(({ status }) => status === 'COMPLETED');
  const takenCaptures = captures.filter(({ status }) => !failedStatuses.includes(status));
  // A refund that names no capture belongs to the only one that took money.
  const getRefundedCents = (capture: ProviderCapture): number =>
    completedRefunds
      .filter(({ captureId }) => (captureId ?? takenCaptures[0]?.id) === capture.id)
      .reduce((sum, { value, currency }) => sum + parseAmount(value, currency), 0);
  return {
    heldCaptures: takenCaptures
      .filter(({ status }) => heldStatuses.includes(status))
      .map((capture) => ({
        capture,
        remainingCents: parseAmount(capture.value, capture.currency) - getRefundedCents(capture),
      }))
      .filter(({ remainingCents }) => remainingCents > 0),
    refundedCents: completedRefunds.reduce(
      (sum, { value, currency }) => sum + parseAmount(value, currency),
      0,
    ),
    wasMoneyTaken: takenCaptures.length > 0 || refunds.length > 0,
    hasCaptures: captures.length > 0,
  };
}

export const addFunds = (all: readonly HeldFunds[]): HeldFunds => ({
  heldCaptures: all.flatMap((funds) => funds.heldCaptures),
  refundedCents: all.reduce((sum, funds) => sum + funds.refundedCents, 0),
  wasMoneyTaken: all.some((funds) => funds.wasMoneyTaken),
  hasCaptures: all.some((funds) => funds.hasCaptures),
});
