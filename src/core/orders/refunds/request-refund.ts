import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt, type PaymentAttempt } from '../payment/payment-attempt.store.ts';
import type { RefundResult } from '../payment/provider.ts';
import { getPurchase, recordEvent } from '../purchase.store.ts';
import type { RefundRecorder } from './record-refund.ts';
import type { AcceptedRefund } from './refund-state.model.ts';
import { refuseRefund } from './refund-refusal.ts';
import {
  getRefund,
  setChecked,
  setProviderRefundId,
  setRefused,
  type Refund,
} from './refund.store.ts';
import type { RefundSync } from './sync-refunds.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';

/** Requests refunds from the payment provider and records its answers. */
export class RefundRequests {
  readonly #deps: OrderDeps;
  readonly #recorder: RefundRecorder;
  readonly #refundSync: RefundSync;

  constructor(
    deps: OrderDeps,
    parts: { readonly refundRecorder: RefundRecorder; readonly refundSync: RefundSync },
  ) {
    this.#deps = deps;
    this.#recorder = parts.refundRecorder;
    this.#refundSync = parts.refundSync;
  }

  /**
   * Requests a stored refund; repeating it uses the same request id, so that the provider refunds
   * once. `provider-failed` without a clear answer, `conflict` if the provider rejects it, which
   * `isAttended` says that somebody reads: else staff find it in *Needs attention*.
   */
  async requestRefund(refundId: number, isAttended: boolean): Promise<Outcome<AcceptedRefund>> {
    const refund = await getRefund(this.#deps.db, refundId);
    if (refund.state === 'refused' || refund.state === 'reversed') return refusedBefore;
    if (refund.state !== 'requested') return ok(refund.state);
    if (refund.requestId === null) throw new Error(`refund ${refundId} has no request id`);
    const attempt = await findPaidAttempt(this.#deps.db, refund.purchaseId);
    if (!attempt?.captureId) throw new Error(`refund ${refundId} belongs to no captured payment`);
    const order = await getPurchase(this.#deps.db, refund.purchaseId);
    const answer = await this.#deps.payments.refundCapture({
      captureId: attempt.captureId,
      requestId: refund.requestId,
      amountCents: refund.amountCents,
      currency: order.currency,
      purchaseId: order.id,
    });
    if (answer.kind === 'unknown')
      return fail(
        'provider-failed',
        'The payment provider gave no clear answer. We keep trying; nothing is refunded twice.',
      );
    const issue = getIssue(answer);
    if (issue === undefined && answer.kind === 'refunded')
      await this.#linkProviderRefund(refund, answer.refundId);
    await this.#syncRefunds(attempt);
    if (issue === undefined) return ok(await this.#readEnd(refundId));
    const reversalId = `reversal-${attempt.captureId}`;
    const outcome = await this.#recordRejection(refund, {
      issue,
      reversalId,
      isAttended,
      isLasting: answer.kind === 'rejected' && answer.isLasting,
    });
    // What somebody else refunded is told apart from this one now.
    await this.#syncRefunds(attempt);
    return outcome;
  }

  /** Where the provider accepted it, and its record could not be read yet, it is on its way. */
  async #readEnd(refundId: number): Promise<AcceptedRefund> {
    const { state } = await getRefund(this.#deps.db, refundId);
    return state === 'completed' ? 'completed' : 'pending';
  }

  /**
   * Asks the provider what became of a refund that it had accepted, once however often it is tried.
   */
  async checkPendingRefund({ id, purchaseId }: Pick<Refund, 'id' | 'purchaseId'>): Promise<void> {
    const attempt = await findPaidAttempt(this.#deps.db, purchaseId);
    if (attempt) await this.#syncRefunds(attempt);
    await setChecked(this.#deps.db, id, this.#deps.clock());
  }

  async #syncRefunds({ purchaseId, providerOrderId }: PaymentAttempt): Promise<void> {
    const providerOrder = await this.#deps.payments.getProviderOrder(String(providerOrderId));
    if (providerOrder.kind === 'found')
      await this.#refundSync.syncRefunds(purchaseId, providerOrder);
  }

  /** Links the provider's refund to the row that requested it. */
  async #linkProviderRefund({ id, purchaseId }: Refund, providerRefundId: string): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      await lockUpgradeChain(tx, purchaseId);
      await setProviderRefundId(tx, id, providerRefundId);
    });
  }

  /**
   * The provider rejected a refund. Where the rest of the payment is gone already because a dispute
   * was lost, that is recorded as the refund; else it is refused, and another may be requested.
   */
  async #recordRejection(
    { id, purchaseId }: Refund,
    { issue, reversalId, isAttended, isLasting }: Rejection,
  ): Promise<Outcome<AcceptedRefund>> {
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<AcceptedRefund>> => {
      const order = await lockUpgradeChain(tx, purchaseId);
      const refund = await getRefund(tx, id);
      if (refund.state === 'completed' || refund.state === 'pending') return ok(refund.state);
      if (
        issue === 'CAPTURE_FULLY_REFUNDED' &&
        order.state === 'suspended' &&
        refund.amountCents === order.priceCents - order.refundedCents
      ) {
        const reversal = { ...refund, providerRefundId: reversalId };
        await this.#recorder.recordLastRefund(site, tx, order, reversal);
        return ok('completed');
      }
      if (refund.state === 'reversed') return refuseRefund(issue, isLasting);
      await setRefused(tx, id, !isAttended);
      await recordEvent(tx, purchaseId, this.#deps.clock(), {
        kind: 'refund-refused',
        detail: { issue },
      });
      return refuseRefund(issue, isLasting);
    });
  }
}

type Rejection = {
  readonly issue: string;
  /** The id of the refund that a lost dispute was. */
  readonly reversalId: string;
  readonly isAttended: boolean;
  readonly isLasting: boolean;
};

const refusedBefore = fail(
  'conflict',
  'The payment provider refused this refund. Open the form again.',
);

/** Why the provider did not make a refund; undefined if it did. */
function getIssue(answer: Exclude<RefundResult, { kind: 'unknown' }>): string | undefined {
  if (answer.kind === 'rejected') return answer.issue;
  return ['FAILED', 'CANCELLED'].includes(answer.status) ? answer.status : undefined;
}
