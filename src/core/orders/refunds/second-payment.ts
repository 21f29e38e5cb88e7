import type { Tx } from '#core/deps.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import type { OrderDeps } from '../deps.ts';
import { secondPaymentEmail } from '../emails/second-payment.ts';
import type { OrderState } from '../order-states.model.ts';
import { closeForPayment } from '../payment/claim.store.ts';
import {
  closeAttempt,
  findPaidAttempt,
  listProviderAttempts,
  setOtherCapture,
  type PaymentAttempt,
} from '../payment/payment-attempt.store.ts';
import type { ProviderCapture, ProviderOrder } from '../payment/provider.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import { isTakenBack } from './refund-state.model.ts';
import { findLastSecondPaymentEvent, wasSentByHand } from './second-payment.store.ts';

/** A payment for a licence that its buyer has paid for with another order. */
type OneTooMany = {
  readonly fromState: OrderState;
  /** The id of the order that was paid before. */
  readonly paidBefore: number;
  readonly captureId: string;
  readonly attempt: PaymentAttempt;
};

/** Sends back what a buyer paid twice: for one order, or for one licence with two orders. */
export class SecondPayments {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: the order's payment is one too many. It is held as one that differs, nothing is
   * delivered, and returnOrderPayment sends it back; a reconciler does so where that was interrupted.
   */
  async holdOrderPayment(
    tx: Tx,
    { fromState, paidBefore, captureId, attempt }: OneTooMany,
  ): Promise<void> {
    const { purchaseId } = attempt;
    if (!(await transitionOrder(tx, purchaseId, fromState, 'mismatch'))) return;
    await closeForPayment(tx, purchaseId, { reason: 'already-paid', supersededBy: paidBefore });
    const now = this.#deps.clock();
    await closeAttempt(tx, attempt.id, now);
    await setOtherCapture(tx, String(attempt.providerOrderId), captureId);
    const { number } = await getPurchase(tx, paidBefore);
    const detail = { captureId, paidOrder: number };
    await recordEvent(tx, purchaseId, now, { kind: 'second-payment-held', detail });
  }

  /**
   * Sends the held payment of an order back, once however often it is tried, and tells its buyer.
   * Does nothing for any other order. What the provider rejects stays for staff.
   */
  async returnOrderPayment(purchaseId: number): Promise<void> {
    const order = await getPurchase(this.#deps.db, purchaseId);
    if (order.state !== 'mismatch' || order.closedReason !== 'already-paid') return;
    if (isWithStaff(await findLastSecondPaymentEvent(this.#deps.db, purchaseId))) return;
    for (const { providerOrderId } of await listProviderAttempts(this.#deps.db, purchaseId)) {
      const providerOrder = await this.#deps.payments.getProviderOrder(String(providerOrderId));
      if (providerOrder.kind === 'unknown') return;
      const taken =
        providerOrder.kind === 'found' ? providerOrder.captures.find(isTaken) : undefined;
      if (taken && !(await this.#sendBack(order, taken))) return;
    }
  }

  /**
   * Refunds the payment in `providerOrder` where another attempt paid the order already, or where
   * the order is closed; where the provider rejects that, the history says so for staff. Throws
   * if it gave no clear answer.
   */
  async refundSecondPayment(order: Purchase, providerOrder: ProviderOrder): Promise<void> {
    const second = providerOrder.captures.find(({ status }) => status === 'COMPLETED');
    if (!second) return;
    const paidAttempt = await findPaidAttempt(this.#deps.db, order.id);
    const isClosed = order.state === 'refunded';
    if (!(paidAttempt || isClosed) || paidAttempt?.captureId === second.id) return;
    const last = await findLastSecondPaymentEvent(this.#deps.db, order.id, second.id);
    if (isWithStaff(last)) return;
    if (isClosed && (await wasSentByHand(this.#deps.db, order.id))) return;
    const failed = providerOrder.refunds.find(
      ({ captureId, status }) => captureId === second.id && isTakenBack(status),
    );
    if (failed && last?.kind === 'second-payment-refunded')
      return this.#recordOutcome(order, {
        capture: second,
        amountCents: parseAmount(second.value, second.currency),
        issue: failed.status,
      });
    await setOtherCapture(this.#deps.db, providerOrder.providerId, second.id);
    await this.#ensureHeldEvent(order.id, second.id);
    if (!(await this.#sendBack(order, second)))
      throw new Error('a second payment could not be refunded: no clear answer');
  }

  /**
   * The history says that there is a second payment, so that staff see one that does not go back.
   */
  async #ensureHeldEvent(purchaseId: number, captureId: string): Promise<void> {
    if (await findLastSecondPaymentEvent(this.#deps.db, purchaseId, captureId)) return;
    const event = { kind: 'second-payment-held', detail: { captureId } };
    await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), event);
  }

  /** False without a clear answer. */
  async #sendBack(order: Purchase, capture: ProviderCapture): Promise<boolean> {
    const amountCents = parseAmount(capture.value, capture.currency);
    const answer =
      capture.status === 'REFUNDED'
        ? ({ kind: 'refunded', status: 'COMPLETED' } as const)
        : await this.#deps.payments.refundCapture({
            captureId: capture.id,
            requestId: `r-${capture.id}`,
            amountCents,
            currency: capture.currency,
            purchaseId: order.id,
          });
    if (answer.kind === 'unknown') return false;
    // Somebody sent it back at the same time: the provider's record says so when we ask next.
    if (answer.kind === 'rejected' && answer.mayBeRefunded) return false;
    const issue = findIssue(answer);
    await this.#recordOutcome(order, { capture, amountCents, issue });
    this.#deps.log.error(
      { order: order.number, capture: capture.id, issue },
      issue === undefined
        ? 'a licence was paid twice: the second payment was refunded'
        : 'a licence was paid twice: the second payment could not be refunded, a person must do it',
    );
    return true;
  }

  /** Once for each capture: the history says what became of it, and the buyer hears of a refund. */
  async #recordOutcome(
    order: Purchase,
    {
      capture,
      amountCents,
      issue,
    }: { capture: ProviderCapture; amountCents: number; issue: string | undefined },
  ): Promise<void> {
    const { letterhead } = await this.#deps.getPublisher();
    const paid =
      order.supersededBy === null ? order : await getPurchase(this.#deps.db, order.supersededBy);
    const captureId = capture.id;
    const kind = issue === undefined ? 'second-payment-refunded' : notRefunded;
    await this.#deps.db.transaction().execute(async (tx) => {
      await transitionOutcome(tx, order, issue);
      const last = await findLastSecondPaymentEvent(tx, order.id, captureId);
      if (last?.kind === kind) return;
      const detail = { captureId, ...(issue === undefined ? { amountCents } : { issue }) };
      await recordEvent(tx, order.id, this.#deps.clock(), { kind, detail });
      if (issue !== undefined) return;
      const email = {
        order,
        publisher: letterhead,
        origin: this.#deps.origin,
        amountCents,
        captureId,
        paidOrderNumber: paid.number,
      };
      await this.#deps.emails.queue(tx, secondPaymentEmail(email));
    });
  }
}

/** Why the provider did not send it back: it may accept a refund that comes to nothing. */
function findIssue(
  answer: { kind: 'refunded'; status: string } | { kind: 'rejected'; issue: string },
): string | undefined {
  if (answer.kind === 'rejected') return answer.issue;
  return isTakenBack(answer.status) ? answer.status : undefined;
}

const notRefunded = 'second-payment-not-refunded';

/**
 * Staff have to give it back in another way, or have done so: it is never sent back beside that.
 */
const isWithStaff = (last: { readonly kind: string } | undefined): boolean =>
  last?.kind === notRefunded || last?.kind === 'second-payment-settled';

const isTaken = ({ status }: ProviderCapture): boolean =>
  ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);

/** In `tx`: an order that was held for its one payment too many is closed once that went back. */
async function transitionOutcome(
  tx: Tx,
  order: Purchase,
  issue: string | undefined,
): Promise<void> {
  if (issue === undefined && order.state === 'mismatch')
    await transitionOrder(tx, order.id, 'mismatch', 'refunded');
}
