import { hasAccess } from '../order-states.model.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { isAlreadyUpgraded, isBaseOrderActive } from '../refunds/upgrade-chain.store.ts';
import { claimPurchase, isClaimOwner } from './claim.store.ts';
import {
  findAttemptByProviderId,
  takeCaptureRequestId,
  type PaymentAttempt,
} from './payment-attempt.store.ts';
import type { PaymentStatus } from './payment-status.model.ts';
import type { CaptureResult } from './provider.ts';
import { UnpaidAttempts } from './unpaid-attempt.ts';
import { CaptureVerification } from './verify-capture.ts';

/** How often we look whether another process has captured the same payment: every 100 ms. */
const maxClaimChecks = 30;

/** Captures payments that their buyers approved. */
export class PaymentCapture {
  readonly #deps: OrderDeps;
  readonly #unpaidAttempts: UnpaidAttempts;
  readonly #verification: CaptureVerification;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#unpaidAttempts = new UnpaidAttempts(deps);
    this.#verification = new CaptureVerification(deps);
  }

  /**
   * Captures the payment of an approved attempt once, however often and by whom it is asked for:
   * the buyer's return, the reconciler, a second tab. Without a clear answer the order stays
   * `capturing`, and the reconciler continues.
   */
  async capturePayment(attempt: PaymentAttempt, purchase: Purchase): Promise<PaymentStatus> {
    if (hasAccess(purchase.state)) return 'paid';
    if (purchase.state === 'mismatch') return 'mismatch';
    if (purchase.state === 'refunded' || purchase.state === 'suspended') return 'closed';
    if (attempt.closedAt) return 'declined';
    if (purchase.state === 'review')
      return this.#verification.verifyCapture(attempt, purchase, 'review');
    const owner = this.#deps.generateSecret();
    if (!(await claimPurchase(this.#deps.db, purchase.id, owner, this.#deps.clock())))
      return this.#waitForOtherClaim(purchase.id);
    const status = await this.#checkBeforeCapture(attempt, purchase, owner);
    return status ?? this.#sendCapture(attempt, purchase, owner);
  }

  /** Captures by the provider's id; undefined where no order of ours has it. */
  async capturePaymentByProviderId(
    providerId: string,
  ): Promise<{ status: PaymentStatus; purchaseId: number } | undefined> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return undefined;
    const status = await this.capturePayment(known.attempt, known.purchase);
    return { status, purchaseId: known.purchase.id };
  }

  /**
   * The provider no longer knows the attempt, so that it will never be paid: its order waits for
   * another one. Nothing changes while a request may still be carried out.
   */
  async abandonAttempt(attempt: PaymentAttempt, purchase: Purchase): Promise<void> {
    const owner = this.#deps.generateSecret();
    const now = this.#deps.clock();
    if (this.#unpaidAttempts.hasRecentUnknown(attempt)) return;
    if (!(await claimPurchase(this.#deps.db, purchase.id, owner, now))) return;
    const lastUnknownAnswerAt = attempt.lastUnknownAnswerAt ?? now;
    await this.#unpaidAttempts.releaseUnpaid({ ...attempt, lastUnknownAnswerAt }, purchase, owner);
  }

  /** Another process holds the claim: its result is awaited, so that all callers answer alike. */
  async #waitForOtherClaim(id: number): Promise<PaymentStatus> {
    for (let checks = 0; ; checks++) {
      const { state } = await getPurchase(this.#deps.db, id);
      if (hasAccess(state)) return 'paid';
      if (state === 'review' || state === 'mismatch') return state;
      if (state !== 'capturing') return 'not-approved';
      if (checks === maxClaimChecks) return 'checking';
      await this.#deps.sleep(100);
    }
  }

  /**
   * Asks the provider first where a request got no clear answer, or where the upgrade is void (its
   * base order is closed or has another upgrade) and must not be captured. Undefined where the
   * capture is to be sent.
   */
  async #checkBeforeCapture(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<PaymentStatus | undefined> {
    const isUpgradeVoid =
      !(await isBaseOrderActive(this.#deps.db, purchase)) ||
      (await isAlreadyUpgraded(this.#deps.db, purchase));
    const wasDeclined = attempt.captureNumber > 1;
    if (!attempt.lastUnknownAnswerAt && !wasDeclined && !isUpgradeVoid) return undefined;
    const providerOrder = await this.#deps.payments.getProviderOrder(
      String(attempt.providerOrderId),
    );
    if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
      return this.#verification.verifyCapture(attempt, purchase, 'capturing', providerOrder);
    if (providerOrder.kind === 'unknown')
      return this.#unpaidAttempts.recordUnknown(attempt, purchase, providerOrder.reason);
    const isApproved = providerOrder.kind === 'found' && providerOrder.status === 'APPROVED';
    if (!isUpgradeVoid && (isApproved || !wasDeclined)) return undefined;
    return this.#releaseOrWait(attempt, purchase, owner);
  }

  async #sendCapture(
    attempt: PaymentAttempt,
    purchase: Purchase,
    owner: string,
  ): Promise<PaymentStatus> {
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
    { issue, ends, isRepeated }: Extract<CaptureResult, { kind: 'declined' }>,
  ): Promise<PaymentStatus> {
    const providerOrder = await this.#deps.payments.getProviderOrder(
      String(attempt.providerOrderId),
    );
    if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
      return this.#verification.verifyCapture(attempt, purchase, 'capturing', providerOrder);
    // What was sent before may still be carried out.
    if (!isRepeated && this.#unpaidAttempts.hasRecentUnknown(attempt)) return 'checking';
    const isApprovalOver = providerOrder.kind === 'found' && providerOrder.status !== 'APPROVED';
    const isAttemptOver = ends !== 'approval' || !isApprovalOver;
    return this.#unpaidAttempts.recordDecline(attempt, purchase, issue, isAttemptOver);
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
