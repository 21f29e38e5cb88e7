import type { OrderDeps } from '../deps.ts';
import type { Purchase } from '../purchase.store.ts';
import { CaptureClaims, type CaptureClaim } from './claim-capture.ts';
import { isClaimOwner } from './claim.store.ts';
import {
  findAttemptByProviderId,
  listProviderAttempts,
  takeCaptureRequestId,
  type PaymentAttempt,
} from './payment-attempt.store.ts';
import type { PaymentStatus } from './payment-status.model.ts';
import type { CaptureResult, ProviderOrder } from './provider.ts';
import type { UnpaidAttempts } from './unpaid-attempt.ts';
import type { CaptureVerification } from './verify-capture.ts';

type Refused = Extract<CaptureResult, { kind: 'declined' }>;

/** Captures payments that their buyers approved. */
export class PaymentCapture {
  readonly #deps: OrderDeps;
  readonly #claims: CaptureClaims;
  readonly #unpaidAttempts: UnpaidAttempts;
  readonly #verification: CaptureVerification;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly captureClaims: CaptureClaims;
      readonly unpaidAttempts: UnpaidAttempts;
      readonly captureVerification: CaptureVerification;
    },
  ) {
    this.#deps = deps;
    this.#claims = parts.captureClaims;
    this.#unpaidAttempts = parts.unpaidAttempts;
    this.#verification = parts.captureVerification;
  }

  /**
   * Captures the payment of an approved attempt once, however often and by whom it is asked for:
   * the buyer's return, the reconciler, a webhook, a second tab, staff. The rules of judgeCapture
   * decide first. Without a clear answer the order stays `capturing`, and the reconciler continues.
   */
  async capturePayment(attemptId: number): Promise<PaymentStatus> {
    const claim = await this.#claims.claimCapture(attemptId);
    if (claim.kind === 'answered') return claim.status;
    if (claim.kind === 'in-review')
      return this.#verification.verifyCapture(claim.attempt, claim.purchase, 'review');
    const status = await this.#checkBeforeCapture(claim);
    return status ?? this.#sendCapture(claim);
  }

  /** Captures by the provider's id; undefined if no order of ours has it. */
  async capturePaymentByProviderId(
    providerId: string,
  ): Promise<{ status: PaymentStatus; purchaseId: number } | undefined> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return undefined;
    const status = await this.capturePayment(known.attempt.id);
    return { status, purchaseId: known.purchase.id };
  }

  /**
   * The provider captured a payment of the attempt already, whoever asked for it: it pays the order,
   * or goes back where the buyer has paid for this licence. Also for an attempt that was over.
   */
  async settleCapture(attemptId: number, providerOrder: ProviderOrder): Promise<PaymentStatus> {
    const claim = await this.#claims.claimCapture(attemptId, { isClosedToo: true });
    if (claim.kind === 'answered') return claim.status;
    const { attempt, purchase } = claim;
    const fromState = claim.kind === 'in-review' ? 'review' : 'capturing';
    return this.#verification.verifyCapture(attempt, purchase, fromState, providerOrder);
  }

  /**
   * The provider no longer knows the attempt, so that it will never be paid: its order waits for
   * another one. Nothing changes while a request may still be carried out.
   */
  async abandonAttempt(attemptId: number): Promise<void> {
    const claim = await this.#claims.claimCapture(attemptId);
    if (claim.kind !== 'claimed') return;
    const { purchase, owner } = claim;
    const attempt = {
      ...claim.attempt,
      lastUnknownAnswerAt: claim.attempt.lastUnknownAnswerAt ?? this.#deps.clock(),
    };
    if (!this.#unpaidAttempts.hasRecentUnknown(claim.attempt))
      await this.#unpaidAttempts.releaseUnpaid(attempt, purchase, owner);
  }

  /**
   * Asks the provider first where a request got no clear answer, where the payment was declined
   * before, or where it must not be taken. Undefined if the capture is to be sent.
   */
  async #checkBeforeCapture(claim: CaptureClaim): Promise<PaymentStatus | undefined> {
    const { attempt, purchase, owner, bar } = claim;
    const wasDeclined = attempt.captureNumber > 1;
    if (!attempt.lastUnknownAnswerAt && !wasDeclined && !bar) return undefined;
    const providerOrder = await this.#getProviderOrder(attempt);
    if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
      return this.#verification.verifyCapture(attempt, purchase, 'capturing', providerOrder);
    if (providerOrder.kind === 'unknown')
      return this.#unpaidAttempts.recordUnknown(attempt, purchase, providerOrder.reason);
    if (bar && !this.#unpaidAttempts.hasRecentUnknown(attempt))
      return this.#unpaidAttempts.withhold(claim, bar);
    const isApproved = providerOrder.kind === 'found' && providerOrder.status === 'APPROVED';
    if (!bar && (isApproved || !wasDeclined)) return undefined;
    return this.#releaseOrWait(attempt, purchase, owner);
  }

  async #sendCapture({ attempt, purchase, owner }: CaptureClaim): Promise<PaymentStatus> {
    if (!(await isClaimOwner(this.#deps.db, purchase.id, owner, this.#deps.clock())))
      return 'checking';
    const newKey = this.#deps.generateSecret().slice(0, 16);
    const requestId = await takeCaptureRequestId(this.#deps.db, attempt, newKey);
    if (requestId === undefined) return this.#releaseOrWait(attempt, purchase, owner);
    const answer = await this.#deps.payments.captureProviderOrder(
      String(attempt.providerOrderId),
      requestId,
    );
    if (answer.kind === 'captured' || answer.kind === 'ask')
      return this.#verification.verifyCapture(attempt, purchase, 'capturing');
    if (answer.kind === 'unknown')
      return this.#unpaidAttempts.recordUnknown(attempt, purchase, answer.reason);
    if (answer.kind === 'not-approved') return this.#releaseOrWait(attempt, purchase, owner);
    return this.#settleRefusal(attempt, purchase, answer);
  }

  /**
   * The provider refused the capture. Its record says whether money came in another way, and whether
   * the approval is used up: one that still stands is not asked for again, so that what was refused
   * is never captured later. The buyer approves another attempt then.
   */
  async #settleRefusal(
    attempt: PaymentAttempt,
    purchase: Purchase,
    refused: Refused,
  ): Promise<PaymentStatus> {
    const providerOrder = await this.#getProviderOrder(attempt);
    if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
      return this.#verification.verifyCapture(attempt, purchase, 'capturing', providerOrder);
    // What was sent before may still be carried out.
    if (!refused.isRepeated && this.#unpaidAttempts.hasRecentUnknown(attempt)) return 'checking';
    if (refused.ends === 'order') return this.#settleTakenNumber(attempt, purchase, refused);
    const isApprovalOver = providerOrder.kind === 'found' && providerOrder.status !== 'APPROVED';
    return this.#unpaidAttempts.recordDecline(attempt, purchase, {
      ...refused,
      ends: isApprovalOver ? refused.ends : 'attempt',
    });
  }

  /**
   * Something is paid under the order's number: by another attempt of it, which is looked for, or by
   * something else on the account. The number is never taken again then, so that the order is over.
   */
  async #settleTakenNumber(
    attempt: PaymentAttempt,
    purchase: Purchase,
    refused: Refused,
  ): Promise<PaymentStatus> {
    for (const other of await listProviderAttempts(this.#deps.db, purchase.id)) {
      if (other.id === attempt.id) continue;
      const providerOrder = await this.#getProviderOrder(other);
      if (providerOrder.kind === 'unknown')
        return this.#unpaidAttempts.recordUnknown(attempt, purchase, providerOrder.reason);
      if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
        return this.#verification.verifyCapture(other, purchase, 'capturing', providerOrder);
    }
    return this.#unpaidAttempts.recordDecline(attempt, purchase, refused);
  }

  #getProviderOrder({ providerOrderId }: Pick<PaymentAttempt, 'providerOrderId'>) {
    return this.#deps.payments.getProviderOrder(String(providerOrderId));
  }

  /** The claim ends where nothing can be captured any more by a request that is under way. */
  async #releaseOrWait(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<PaymentStatus> {
    return this.#unpaidAttempts.hasRecentUnknown(attempt)
      ? 'checking'
      : this.#unpaidAttempts.releaseUnpaid(attempt, purchase, owner);
  }
}
