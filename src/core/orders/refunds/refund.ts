import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import { actAsStaff, recordAudit, refuseAsStaff, type Actor } from '#core/kernel/audit.ts';
import { failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { formatExactMoney, formatMoney } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt } from '../payment/payment-attempt.store.ts';
import { findPurchaseByNumber, type Purchase } from '../purchase.store.ts';
import { orderAttempt } from '../staff/order-attempt.ts';
import { PaymentMismatches } from './payment-mismatch.ts';
import { RefundRecorder } from './record-refund.ts';
import {
  countRefunds,
  findNthRefund,
  findUnansweredRefund,
  insertRefund,
  type Refund,
} from './refund.store.ts';
import { RefundRequests } from './request-refund.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';

const noReason = 'Please give a reason: the buyer reads it on the credit note.';

/** What a member of staff asks for. */
export type WantedRefund = {
  readonly amountCents: number;
  /** The buyer reads it on the credit note. */
  readonly reason: string;
  /**
   * The place that it takes among the order's refunds, from 1, as its form was shown: two forms that
   * were opened together make one refund.
   */
  readonly place?: number;
};

/** A refund that was asked for; with its id where the provider is to be called. */
type RefundStep = { readonly refundId?: number; readonly isRepeated: boolean };

/** Refunds that staff make: card payments through the provider, bank transfers by hand. */
export class Refunds {
  readonly #deps: OrderDeps;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #recorder: RefundRecorder;
  readonly #requests: RefundRequests;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#paymentMismatches = new PaymentMismatches(deps);
    this.#recorder = new RefundRecorder(deps);
    this.#requests = new RefundRequests(deps);
  }

  /**
   * Refunds a part or the rest of an order, once however often it is tried; the rest closes its
   * downloads. `not-found`, `conflict` where nothing is paid, the provider rejects it or another
   * refund was made since the form was opened, `invalid` for more than is left, `provider-failed`
   * without a clear answer: the reconciler continues then.
   */
  async refundOrder(
    actor: Actor,
    number: string,
    wanted: WantedRefund,
  ): Promise<Outcome<undefined>> {
    const found = await findPurchaseByNumber(this.#deps.db, number);
    if (found?.state === 'mismatch') return this.#refundMismatch(actor, found, wanted);
    const site = await this.#deps.getPublisher();
    const step = await actAsStaff(
      this.#deps,
      actor,
      orderAttempt('order.refund', number),
      async (tx, audit): Promise<Outcome<RefundStep>> => {
        if (!found) return fail('not-found', 'There is no such order.');
        const started = await this.#startRefund(site, tx, found.id, wanted);
        if (started.ok)
          audit({
            after: {
              amount: formatExactMoney(wanted.amountCents, found.currency),
              isRepeated: started.value.isRepeated,
            },
          });
        return started;
      },
    );
    if (!step.ok) return step;
    const { refundId } = step.value;
    return refundId === undefined ? ok(undefined) : this.#requests.requestRefund(refundId);
  }

  /** Asks the provider, so that the audit entry is written when it has answered. */
  async #refundMismatch(
    actor: Actor,
    { id, number, currency }: Purchase,
    { amountCents, reason }: WantedRefund,
  ): Promise<Outcome<undefined>> {
    const attempt = orderAttempt('order.refund', number);
    const refused = await refuseAsStaff(this.#deps, actor, attempt);
    if (refused) return refused;
    const reasonErrors = findReasonErrors(reason);
    const refunded = await this.#paymentMismatches.refundMismatch(id, amountCents, reasonErrors);
    const after = { amount: formatExactMoney(amountCents, currency) };
    const change = { before: { state: 'mismatch' }, after };
    await recordAudit(this.#deps.db, this.#deps, {
      ...attempt,
      actor,
      ...(!refunded.ok && refunded.code === 'invalid' ? {} : { change }),
      ...(refunded.ok ? {} : { refusal: refunded }),
    });
    return refunded;
  }

  /** Stores the refund before the provider is called; one of a transfer is completed at once. */
  async #startRefund(
    site: Publisher,
    tx: Tx,
    purchaseId: number,
    { amountCents, reason: wholeReason, place }: WantedRefund,
  ): Promise<Outcome<RefundStep>> {
    const reason = wholeReason.slice(0, 300);
    const order = await lockUpgradeChain(tx, purchaseId);
    const sameForm = place === undefined ? undefined : await findNthRefund(tx, purchaseId, place);
    if (sameForm) return repeatRefund(sameForm, order, amountCents);
    const source = await findPaymentSource(tx, order);
    if (!isRefundable(order) || !source)
      return fail('conflict', 'This order was not paid, or was refunded already.');
    const isPart = amountCents >= 1 && amountCents <= order.priceCents;
    const isWholeCents = Number.isInteger(amountCents) && isPart;
    const unanswered =
      isWholeCents && (await findUnansweredRefund(tx, { purchaseId, amountCents, reason }));
    if (unanswered) return ok({ refundId: unanswered.id, isRepeated: true });
    const earlier = await countRefunds(tx, purchaseId);
    const leftCents = order.priceCents - earlier.cents;
    const isAmount = isWholeCents && amountCents <= leftCents;
    const noAmount = amountCents >= 1 ? '' : 'Please give an amount. ';
    const left = formatMoney(leftCents, order.currency);
    const errors = {
      ...(isAmount ? {} : { amount: [`${noAmount}At most ${left} can be refunded.`] }),
      ...findReasonErrors(wholeReason),
    };
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    // Random, so that it is never that of a refund which a restored database forgot.
    const requestId = `r-${source}-${this.#deps.generateSecret().slice(0, 16)}`;
    const createdAt = this.#deps.clock();
    const refund = await insertRefund(tx, {
      purchaseId,
      requestId,
      amountCents,
      reason,
      createdAt,
    });
    if (order.paymentMethod !== 'bank') return ok({ refundId: refund.id, isRepeated: false });
    const completed = { ...refund, providerRefundId: requestId };
    await this.#recorder.recordLastRefund(site, tx, order, completed);
    return ok({ isRepeated: false });
  }
}

/** The credit note has to say why. */
const findReasonErrors = (reason: string): { reason?: string[] } =>
  reason.trim() === '' ? { reason: [noReason] } : {};

/** The refund that the same form asked for before, or that somebody made while it was open. */
function repeatRefund(refund: Refund, order: Purchase, amountCents: number): Outcome<RefundStep> {
  if (refund.requestId === null || refund.amountCents !== amountCents) {
    const amount = formatMoney(refund.amountCents, order.currency);
    return fail(
      'conflict',
      `Another refund of ${amount} was made since you opened this form. Look at what is left.`,
    );
  }
  if (refund.state === 'refused')
    return fail('conflict', 'The payment provider refused this refund. Open the form again.');
  return ok(
    refund.state === 'requested' ? { refundId: refund.id, isRepeated: true } : { isRepeated: true },
  );
}

/** Delivered, or suspended by a dispute or a closed base order. */
const isRefundable = ({ state }: Purchase): boolean => hasAccess(state) || state === 'suspended';

/** What refunds' request ids begin with: the transfer or the capture that paid the order. */
async function findPaymentSource(tx: Tx, order: Purchase): Promise<string | null | undefined> {
  if (order.paymentMethod === 'bank') return `bank-${order.number}`;
  return (await findPaidAttempt(tx, order.id))?.captureId;
}
