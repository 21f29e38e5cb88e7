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
import { subtractRefunds, taxOfRefund, type RefundedPart } from './refund-tax.model.ts';
import {
  findNthRefund,
  findRefundByFormKey,
  findUnansweredRefund,
  insertRefund,
  listStandingRefunds,
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
  /** Nothing of the net price goes back, as for a consumer who turns out to be a business. */
  readonly isTaxAlone?: boolean;
  /** What of the form a browser may repeat: the same key is the same refund. */
  readonly formKey?: string;
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
    return refundId === undefined ? ok(undefined) : this.#requests.requestRefund(refundId, true);
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
    wanted: WantedRefund,
  ): Promise<Outcome<RefundStep>> {
    const { amountCents, isTaxAlone = false, formKey } = wanted;
    const reason = wanted.reason.slice(0, 300);
    const order = await lockUpgradeChain(tx, purchaseId);
    const sameForm = await findSameForm(tx, purchaseId, wanted);
    if (sameForm) return repeatRefund(sameForm, order, wanted);
    const source = await findPaymentSource(tx, order);
    if (!isRefundable(order) || !source)
      return fail('conflict', 'This order was not paid, or was refunded already.');
    const asked = { purchaseId, amountCents, reason, isTaxAlone };
    const unanswered = isAmount(order, amountCents) && (await findUnansweredRefund(tx, asked));
    if (unanswered) return ok({ refundId: unanswered.id, isRepeated: true });
    const earlier = await listStandingRefunds(tx, purchaseId);
    const errors = findErrors(order, earlier, wanted);
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    // Random, so that it is never that of a refund which a restored database forgot.
    const requestId = `r-${source}-${this.#deps.generateSecret().slice(0, 16)}`;
    const refund = await insertRefund(tx, {
      ...asked,
      taxCents: isTaxAlone ? amountCents : taxOfRefund(order, earlier, amountCents),
      requestId,
      formKey: formKey ?? null,
      createdAt: this.#deps.clock(),
    });
    if (order.paymentMethod !== 'bank') return ok({ refundId: refund.id, isRepeated: false });
    const completed = { ...refund, providerRefundId: requestId };
    await this.#recorder.recordLastRefund(site, tx, order, completed);
    return ok({ isRepeated: false });
  }
}

/** Whole cents of the order's price. */
const isAmount = ({ priceCents }: Purchase, cents: number): boolean =>
  Number.isInteger(cents) && cents >= 1 && cents <= priceCents;

/** What is wrong with a refund that is asked for after `earlier` ones, by field. */
function findErrors(
  order: Purchase,
  earlier: readonly RefundedPart[],
  { amountCents, reason, isTaxAlone = false }: WantedRefund,
): Readonly<Record<string, string[]>> {
  const left = subtractRefunds(order, earlier);
  const leftCents = isTaxAlone ? left.taxCents : left.priceCents;
  const isRight = isAmount(order, amountCents) && amountCents <= leftCents;
  return {
    ...(isRight ? {} : { amount: [describeLeft(order, leftCents, { amountCents, isTaxAlone })] }),
    ...findReasonErrors(reason),
  };
}

function describeLeft(
  { currency, taxName }: Purchase,
  leftCents: number,
  { amountCents, isTaxAlone }: { readonly amountCents: number; readonly isTaxAlone: boolean },
): string {
  if (isTaxAlone && leftCents === 0) return `No ${taxName || 'tax'} is left to refund.`;
  const noAmount = amountCents >= 1 ? '' : 'Please give an amount. ';
  const what = isTaxAlone ? ` of ${taxName}` : '';
  return `${noAmount}At most ${formatMoney(leftCents, currency)}${what} can be refunded.`;
}

/** The credit note has to say why. */
const findReasonErrors = (reason: string): { reason?: string[] } =>
  reason.trim() === '' ? { reason: [noReason] } : {};

/** The refund that the same form asked for before, or that somebody made while it was open. */
const findSameForm = async (tx: Tx, purchaseId: number, { formKey, place }: WantedRefund) =>
  (formKey === undefined ? undefined : await findRefundByFormKey(tx, purchaseId, formKey)) ??
  (place === undefined ? undefined : await findNthRefund(tx, purchaseId, place));

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

/** What refunds' request ids begin with: the transfer or the capture that paid the order. */
async function findPaymentSource(tx: Tx, order: Purchase): Promise<string | null | undefined> {
  if (order.paymentMethod === 'bank') return `bank-${order.number}`;
  return (await findPaidAttempt(tx, order.id))?.captureId;
}
