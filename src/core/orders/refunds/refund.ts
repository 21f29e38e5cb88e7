import { hasAccess } from '../order-states.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Actor } from '#core/kernel/audit.ts';
import { failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { formatExactMoney, formatMoney } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPaidAttempt } from '../payment/payment-attempt.store.ts';
import { findPurchaseByNumber, type Purchase } from '../purchase.store.ts';
import { orderAttempt } from '../staff/order-attempt.ts';
import type { PaymentMismatches } from './payment-mismatch.ts';
import type { AcceptedRefund } from './refund-state.model.ts';
import type { RefundRecorder } from './record-refund.ts';
import { taxOfRefund } from './refund-tax.model.ts';
import {
  findNthRefund,
  findUnansweredRefund,
  insertRefund,
  listStandingRefunds,
  type Refund,
} from './refund.store.ts';
import type { RefundRequests } from './request-refund.ts';
import { lockUpgradeChain } from './upgrade-chain.store.ts';
import {
  findErrors,
  findReasonErrors,
  isAmount,
  readOutside,
  type WantedRefund,
} from './wanted-refund.ts';

export type { WantedRefund } from './wanted-refund.ts';

/** A refund that was asked for; with its id where the provider is to be called. */
type RefundStep = { readonly refundId?: number; readonly isRepeated: boolean };

/** Refunds that staff make: through the provider, or recorded as sent by hand. */
export class Refunds {
  readonly #deps: OrderDeps;
  readonly #paymentMismatches: PaymentMismatches;
  readonly #recorder: RefundRecorder;
  readonly #requests: RefundRequests;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly paymentMismatches: PaymentMismatches;
      readonly refundRecorder: RefundRecorder;
      readonly refundRequests: RefundRequests;
    },
  ) {
    this.#deps = deps;
    this.#paymentMismatches = parts.paymentMismatches;
    this.#recorder = parts.refundRecorder;
    this.#requests = parts.refundRequests;
  }

  /**
   * Refunds a part or the rest of an order, once however often it is tried; the rest closes its
   * downloads. `not-found`, `conflict` if nothing is paid, the provider rejects it or another
   * refund was made since the form was opened, `invalid` for more than is left or a day that can't be,
   * `provider-failed` without a clear answer: the reconciler continues then. Answers whether the
   * money is back, or on its way.
   */
  async refundOrder(
    actor: Actor,
    number: string,
    wanted: WantedRefund,
  ): Promise<Outcome<AcceptedRefund>> {
    const found = await findPurchaseByNumber(this.#deps.db, number);
    if (found?.state === 'mismatch') return this.#refundMismatch(actor, found, wanted);
    const site = await this.#deps.getPublisher();
    const step = await this.#deps.staffActs.perform(
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
              ...wanted.outside,
            },
          });
        return started;
      },
    );
    if (!step.ok) return step;
    const { refundId } = step.value;
    return refundId === undefined ? ok('completed') : this.#requests.requestRefund(refundId, true);
  }

  /** Asks the provider, so that the audit entry is written when it has answered. */
  async #refundMismatch(
    actor: Actor,
    order: Purchase,
    wanted: WantedRefund,
  ): Promise<Outcome<AcceptedRefund>> {
    const { id, number, currency } = order;
    const { amountCents, reason } = wanted;
    const attempt = orderAttempt('order.refund', number);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const { timeZone } = await this.#deps.getPublisher();
    const { sent, errors } = readOutside(order, wanted, { now: this.#deps.clock(), timeZone });
    const refunded = await this.#paymentMismatches.refundMismatch(id, amountCents, {
      errors: { ...findReasonErrors(reason), ...errors },
      sent,
    });
    const after = { amount: formatExactMoney(amountCents, currency), ...wanted.outside };
    const change = { before: { state: 'mismatch' }, after };
    await this.#deps.audit.record(this.#deps.db, {
      ...attempt,
      actor,
      ...(!refunded.ok && refunded.code === 'invalid' ? {} : { change }),
      ...(refunded.ok ? {} : { refusal: refunded }),
    });
    return refunded;
  }

  /**
   * Stores the refund before the provider is called; one that was sent by hand is completed at
   * once.
   */
  async #startRefund(
    site: Publisher,
    tx: Tx,
    purchaseId: number,
    wanted: WantedRefund,
  ): Promise<Outcome<RefundStep>> {
    const { amountCents, isTaxAlone = false, place } = wanted;
    const reason = wanted.reason.slice(0, 300);
    const now = this.#deps.clock();
    const order = await lockUpgradeChain(tx, purchaseId);
    const sameForm = place === undefined ? undefined : await findNthRefund(tx, purchaseId, place);
    if (sameForm) return repeatRefund(sameForm, order, wanted);
    const source = await findPaymentSource(tx, order);
    if (!isRefundable(order) || !source)
      return fail('conflict', 'This order was not paid, or was refunded already.');
    const asked = { purchaseId, amountCents, reason, isTaxAlone };
    const { sent, errors: sentErrors } = readOutside(order, wanted, { now, ...site });
    const unanswered =
      !sent && isAmount(order, amountCents) && (await findUnansweredRefund(tx, asked));
    if (unanswered) return ok({ refundId: unanswered.id, isRepeated: true });
    const earlier = await listStandingRefunds(tx, purchaseId);
    const errors = { ...findErrors(order, earlier, wanted), ...sentErrors };
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    const refund = await insertRefund(tx, {
      ...asked,
      ...sent,
      taxCents: isTaxAlone ? amountCents : taxOfRefund(order, earlier, amountCents),
      // Random, so that it is never that of a refund which a restored database forgot.
      requestId: `r-${source}-${this.#deps.generateSecret().slice(0, 16)}`,
      createdAt: now,
    });
    if (!sent) return ok({ refundId: refund.id, isRepeated: false });
    await this.#recorder.recordLastRefund(site, tx, order, refund);
    return ok({ isRepeated: false });
  }
}

/** The refund that the same form asked for before, or that somebody made while it was open. */
function repeatRefund(
  refund: Refund,
  order: Purchase,
  { amountCents, isTaxAlone = false }: WantedRefund,
): Outcome<RefundStep> {
  const isSame = refund.amountCents === amountCents && refund.isTaxAlone === isTaxAlone;
  if (refund.requestId === null || !isSame) {
    const amount = formatMoney(refund.amountCents, order.currency);
    return fail(
      'conflict',
      `Another refund of ${amount} was made since you opened this form. Look at what is left.`,
    );
  }
  if (refund.state === 'refused' || refund.state === 'reversed')
    return fail('conflict', 'The payment provider refused this refund. Open the form again.');
  return ok(
    refund.state === 'requested' ? { refundId: refund.id, isRepeated: true } : { isRepeated: true },
  );
}

/** Delivered, or suspended by a dispute or a closed base order. */
const isRefundable = ({ state }: Purchase): boolean => hasAccess(state) || state === 'suspended';

/** The beginning of refunds' request ids: the transfer or the capture that paid the order. */
async function findPaymentSource(tx: Tx, order: Purchase): Promise<string | null | undefined> {
  if (order.paymentMethod === 'bank') return `bank-${order.number}`;
  return (await findPaidAttempt(tx, order.id))?.captureId;
}
