import { parseAmount } from '#core/kernel/money.model.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../payment/provider.ts';
import { isTakenBack } from './refund-state.model.ts';

/** A capture whose money did not all go back yet. */
export type HeldCapture = {
  readonly capture: ProviderCapture;
  /** The amount not refunded, in cents; a refund that is only accepted may still fail. */
  readonly remainingCents: number;
  readonly failedRefunds: number;
};

/** The amount that the provider still holds of one or more of its orders. */
export type HeldFunds = {
  readonly heldCaptures: readonly HeldCapture[];
  readonly refundedCents: number;
  /** False if every capture failed. */
  readonly wasMoneyTaken: boolean;
  readonly hasCaptures: boolean;
};

/** Statuses of a capture that still holds money. */
const heldStatuses: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'PENDING'];

/** Statuses of a capture that never took any. */
const failedStatuses: readonly string[] = ['DECLINED', 'DENIED', 'FAILED'];

export function summarizeFunds({ captures, refunds }: ProviderOrder): HeldFunds {
  const takenCaptures = captures.filter(({ status }) => !failedStatuses.includes(status));
  // A refund that names no capture belongs to the only one that took money.
  const listRefundsOf = (capture: ProviderCapture): ProviderRefund[] =>
    refunds.filter(({ captureId }) => (captureId ?? takenCaptures[0]?.id) === capture.id);
  return {
    heldCaptures: takenCaptures
      .map((capture) => summarizeCapture(capture, listRefundsOf(capture)))
      .filter(({ remainingCents }) => remainingCents > 0),
    refundedCents: sumCompleted(refunds),
    wasMoneyTaken: takenCaptures.length > 0 || refunds.length > 0,
    hasCaptures: captures.length > 0,
  };
}

/** A capture that is called refunded, too, holds what its listed refunds did not bring back yet. */
function summarizeCapture(
  capture: ProviderCapture,
  refunds: readonly ProviderRefund[],
): HeldCapture {
  const isHeld =
    heldStatuses.includes(capture.status) || refunds.some(({ status }) => status !== 'COMPLETED');
  const valueCents = parseAmount(capture.value, capture.currency);
  return {
    capture,
    remainingCents: isHeld ? valueCents - sumCompleted(refunds) : 0,
    failedRefunds: refunds.filter(({ status }) => isTakenBack(status)).length,
  };
}

const sumCompleted = (refunds: readonly ProviderRefund[]): number =>
  refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { value, currency }) => sum + parseAmount(value, currency), 0);

export const addFunds = (all: readonly HeldFunds[]): HeldFunds => ({
  heldCaptures: all.flatMap((funds) => funds.heldCaptures),
  refundedCents: all.reduce((sum, funds) => sum + funds.refundedCents, 0),
  wasMoneyTaken: all.some((funds) => funds.wasMoneyTaken),
  hasCaptures: all.some((funds) => funds.hasCaptures),
});
