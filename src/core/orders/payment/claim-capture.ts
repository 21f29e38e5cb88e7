import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import type { DownloadGrants } from '../delivery/download-grants.ts';
import { getPurchase, lockPurchase, type Purchase } from '../purchase.store.ts';
import { judgeCapture, type CaptureBar } from './capture-rules.ts';
import { claimPurchase } from './claim.store.ts';
import { getAttempt, type PaymentAttempt } from './payment-attempt.store.ts';
import type { PaymentStatus } from './payment-status.model.ts';

/** An order whose payment one process alone works on, as it was before, and what bars its capture. */
export type CaptureClaim = {
  readonly attempt: PaymentAttempt;
  readonly purchase: Purchase;
  readonly owner: string;
  readonly bar: CaptureBar | undefined;
};

type ClaimAnswer =
  | ({ readonly kind: 'claimed' } & CaptureClaim)
  | { readonly kind: 'in-review'; readonly attempt: PaymentAttempt; readonly purchase: Purchase }
  /** Nothing is to be captured, or another process is at it. */
  | { readonly kind: 'answered'; readonly status: PaymentStatus }
  | { readonly kind: 'wait'; readonly forOrder: number };

/** How often we look whether another process has captured a payment: every 100 ms. */
const maxChecks = 30;

/** Claims orders for a capture. */
export class CaptureClaims {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;

  constructor(deps: OrderDeps, parts: { readonly downloadGrants: DownloadGrants }) {
    this.#deps = deps;
    this.#downloadGrants = parts.downloadGrants;
  }

  /**
   * Claims the order of an attempt, judged by the rules that hold now. Where another process works
   * on it, or on another order of the buyer for the same licence, its result is awaited for a while,
   * so that all callers answer alike. With `isClosedToo` an attempt that is over is claimed as well.
   */
  async claimCapture(
    attemptId: number,
    { isClosedToo = false } = {},
  ): Promise<Exclude<ClaimAnswer, { kind: 'wait' }>> {
    await this.#lookForGoods(attemptId);
    for (let hasWaited = false; ; hasWaited = true) {
      const answer = await this.#tryToClaim(attemptId, isClosedToo);
      if (answer?.kind === 'wait') {
        if (hasWaited || !(await this.#isCapturedSoon(answer.forOrder)))
          return { kind: 'answered', status: 'checking' };
        continue;
      }
      if (answer) return answer;
      const { purchaseId } = await getAttempt(this.#deps.db, attemptId);
      return { kind: 'answered', status: await this.#awaitOtherClaim(purchaseId) };
    }
  }

  /**
   * A file that went missing since the order was placed is missed now. Before the transaction, since
   * the place of files may be slow; one that does not answer bars nothing.
   */
  async #lookForGoods(attemptId: number): Promise<void> {
    const { db, catalogue } = this.#deps;
    const { purchaseId } = await getAttempt(db, attemptId);
    const { state, reportId, licence } = await getPurchase(db, purchaseId);
    if (state === 'awaiting-approval')
      await catalogue.storedGoods.lookForLicence(reportId, licence);
  }

  /** Undefined where another process holds the claim. */
  #tryToClaim(attemptId: number, isClosedToo: boolean): Promise<ClaimAnswer | undefined> {
    const owner = this.#deps.generateSecret();
    const now = this.#deps.clock();
    return this.#deps.db.transaction().execute(async (tx) => {
      const { purchaseId } = await getAttempt(tx, attemptId);
      const ruling = await judgeCapture(tx, await getPurchase(tx, purchaseId));
      const purchase = await lockPurchase(tx, purchaseId);
      const attempt = await getAttempt(tx, attemptId);
      const status = readSettledStatus(purchase, isClosedToo ? null : attempt.closedAt);
      if (status) return { kind: 'answered', status };
      if (purchase.state === 'review') return { kind: 'in-review', attempt, purchase };
      if (ruling.kind === 'wait') return ruling;
      if (!(await claimPurchase(tx, purchase.id, owner, now))) return undefined;
      const bar = ruling.kind === 'barred' ? ruling : await this.#findEmpty(tx, purchase);
      return { kind: 'claimed', attempt, purchase, owner, bar };
    });
  }

  /** In `tx`: nothing is charged for what can't be delivered any more. */
  async #findEmpty(tx: Tx, order: Purchase): Promise<CaptureBar | undefined> {
    return (await this.#downloadGrants.hasGoodsFor(tx, order))
      ? undefined
      : { reason: 'nothing-to-deliver', supersededBy: null };
  }

  async #awaitOtherClaim(id: number): Promise<PaymentStatus> {
    for (let checks = 0; ; checks++) {
      const { state, closedReason } = await getPurchase(this.#deps.db, id);
      if (hasAccess(state)) return 'paid';
      if (state === 'review' || state === 'mismatch') return state;
      if (state !== 'capturing') return closedReason === null ? 'not-approved' : 'withheld';
      if (checks === maxChecks) return 'checking';
      await this.#deps.sleep(100);
    }
  }

  /** False where the payment of the order is still being taken after some seconds. */
  async #isCapturedSoon(id: number): Promise<boolean> {
    for (let checks = 0; checks < maxChecks; checks++) {
      if ((await getPurchase(this.#deps.db, id)).state !== 'capturing') return true;
      await this.#deps.sleep(100);
    }
    return false;
  }
}

/** Returns the end of an order whose payment is not to be taken; undefined if it may be. */
function readSettledStatus(
  { state, closedReason }: Purchase,
  closedAt: Date | null,
): PaymentStatus | undefined {
  if (hasAccess(state)) return 'paid';
  if (state === 'mismatch') return 'mismatch';
  if (state === 'refunded' || state === 'suspended') return 'closed';
  if (closedAt === null || state === 'review') return undefined;
  return closedReason === null ? 'declined' : 'withheld';
}
