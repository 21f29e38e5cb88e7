import { failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { formatMoney, parseAmount } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { refundEmail } from '../emails/refund.ts';
import { listProviderAttempts } from '../payment/payment-attempt.store.ts';
import { getPurchase, lockPurchase, recordEvent, transitionOrder } from '../purchase.store.ts';
import type { AcceptedRefund } from './refund-state.model.ts';
import { refuseRefund } from './refund-refusal.ts';
import type { SentMoney } from './refund-way.model.ts';
import { addFunds, summarizeFunds, type HeldCapture, type HeldFunds } from './held-funds.model.ts';

type Errors = Readonly<Record<string, string[]>>;

/** Payments that differ from what was ordered (state `mismatch`). They are refunded whole. */
export class PaymentMismatches {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Refunds all that the provider still holds for the order, and closes it; with `sent` it was sent
   * by hand, and the provider is not asked. `invalid` for another amount, together with what else is
   * wrong with the form, `conflict` if the provider rejects it, `provider-failed` without a clear
   * answer; trying again is safe.
   */
  async refundMismatch(
    purchaseId: number,
    amountCents: number,
    {
      errors: otherErrors,
      sent,
    }: { readonly errors: Errors; readonly sent?: SentMoney | undefined },
  ): Promise<Outcome<AcceptedRefund>> {
    const unclear = fail(
      'provider-failed',
      'The payment provider gave no clear answer. Please try again; nothing is refunded twice.',
    );
    const held = await this.#getHeldFunds(purchaseId);
    if (!held) return unclear;
    const errors = { ...findAmountErrors(held, amountCents), ...otherErrors };
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    if (sent) return this.#closeSentByHand(purchaseId, amountCents, sent);
    for (const heldCapture of held.heldCaptures) {
      const { capture, remainingCents } = heldCapture;
      const requestId = buildRequestId(heldCapture);
      const answer = await this.#deps.payments.refundCapture({
        captureId: capture.id,
        requestId,
        amountCents: remainingCents,
        currency: capture.currency,
        purchaseId,
      });
      if (answer.kind === 'unknown') return unclear;
      if (answer.kind === 'rejected') return refuseRefund(answer.issue, answer.isLasting);
    }
    await this.closeMismatch(purchaseId, sumHeld(held));
    const { state } = await getPurchase(this.#deps.db, purchaseId);
    return ok(state === 'refunded' ? 'completed' : 'pending');
  }

  /**
   * The order is refunded once the provider holds nothing of it, no matter who refunded it; its
   * buyer gets an email with the amount where money was taken. `refundedByStaffCents` counts where the
   * provider lists no refund.
   */
  async closeMismatch(purchaseId: number, refundedByStaffCents?: number): Promise<void> {
    const held = await this.#getHeldFunds(purchaseId);
    if (!held || held.heldCaptures.length > 0) return;
    // There was a payment, since it differed: where the provider lists none now, staff decide.
    if (!held.hasCaptures && refundedByStaffCents === undefined) return;
    const { letterhead } = await this.#deps.getPublisher();
    const order = await getPurchase(this.#deps.db, purchaseId);
    const refundedCents = held.refundedCents || refundedByStaffCents || undefined;
    const detail = held.wasMoneyTaken
      ? { amountCents: refundedCents }
      : { reason: 'nothing was ever taken' };
    await this.#deps.db.transaction().execute(async (tx) => {
      if (!(await transitionOrder(tx, purchaseId, 'mismatch', 'refunded'))) return;
      await recordEvent(tx, purchaseId, this.#deps.clock(), { kind: 'refunded', detail });
      if (held.wasMoneyTaken)
        await this.#deps.emails.queue(
          tx,
          refundEmail({
            order,
            amountCents: refundedCents,
            refundedCents: undefined,
            creditNote: undefined,
            publisher: letterhead,
            origin: this.#deps.origin,
            refundKey: `held-${order.number}`,
          }),
        );
    });
  }

  /** The buyer has the money by another way: the order is closed, and its payment is left alone. */
  async #closeSentByHand(
    purchaseId: number,
    amountCents: number,
    sent: SentMoney,
  ): Promise<Outcome<AcceptedRefund>> {
    const { letterhead } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx) => {
      const order = await lockPurchase(tx, purchaseId);
      if (!(await transitionOrder(tx, purchaseId, 'mismatch', 'refunded')))
        return fail('conflict', 'This order was refunded already.');
      const detail = { amountCents, ...sent };
      await recordEvent(tx, purchaseId, this.#deps.clock(), { kind: 'refunded', detail });
      const letter = { order, publisher: letterhead, origin: this.#deps.origin, sent };
      const amounts = { amountCents, refundedCents: undefined, creditNote: undefined };
      const refundKey = `held-${order.number}`;
      await this.#deps.emails.queue(tx, refundEmail({ ...letter, ...amounts, refundKey }));
      return ok('completed');
    });
  }

  /**
   * Returns the amount that the provider holds for all attempts of an order; undefined without a
   * clear answer.
   */
  async #getHeldFunds(purchaseId: number): Promise<HeldFunds | undefined> {
    const all: HeldFunds[] = [];
    for (const { providerOrderId } of await listProviderAttempts(this.#deps.db, purchaseId)) {
      const providerOrder = await this.#deps.payments.getProviderOrder(String(providerOrderId));
      if (providerOrder.kind === 'unknown') return undefined;
      if (providerOrder.kind === 'found') all.push(summarizeFunds(providerOrder));
    }
    return addFunds(all);
  }
}

const sumHeld = ({ heldCaptures }: HeldFunds): number =>
  heldCaptures.reduce((sum, { remainingCents }) => sum + remainingCents, 0);

/** Such a payment goes back whole. */
function findAmountErrors(held: HeldFunds, amountCents: number): { amount?: string[] } {
  const heldCents = sumHeld(held);
  if (heldCents === 0 || amountCents === heldCents) return {};
  const amount = formatMoney(heldCents, held.heldCaptures[0]?.capture.currency ?? 'USD');
  return { amount: [`This payment differs from its order: refund all of it, ${amount}.`] };
}

/**
 * The provider repeats its answer for a request id: refunding the rest, or once more after a refund
 * that failed, needs one of its own.
 */
function buildRequestId({ capture, remainingCents, failedRefunds }: HeldCapture): string {
  const isWhole = remainingCents === parseAmount(capture.value, capture.currency);
  const id = isWhole ? `r-${capture.id}` : `r-${capture.id}-rest-${remainingCents}`;
  return failedRefunds === 0 ? id : `${id}-after-${failedRefunds}`;
}
