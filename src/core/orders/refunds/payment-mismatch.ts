import { failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { formatMoney, parseAmount } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import type { OrderDeps } from '../deps.ts';
import { refundEmail } from '../emails/refund.ts';
import { listProviderAttempts } from '../payment/payment-attempt.store.ts';
import { getPurchase, recordEvent, transitionOrder } from '../purchase.store.ts';
import { addFunds, summarizeFunds, type HeldFunds } from './held-funds.model.ts';

/** Payments that differ from what was ordered (state `mismatch`). They are refunded whole. */
export class PaymentMismatches {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Refunds all that the provider still holds for the order, and closes it. `invalid` for another
   * amount, together with what else is wrong with the form, `conflict` where the provider rejects
   * it, `provider-failed` without a clear answer; trying again is safe.
   */
  async refundMismatch(
    purchaseId: number,
    amountCents: number,
    otherErrors: Readonly<Record<string, string[]>> = {},
  ): Promise<Outcome<undefined>> {
    const unclear = fail(
      'provider-failed',
      'The payment provider gave no clear answer. Please try again; nothing is refunded twice.',
    );
    const held = await this.#getHeldFunds(purchaseId);
    if (!held) return unclear;
    const errors = { ...findAmountErrors(held, amountCents), ...otherErrors };
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    for (const { capture, remainingCents } of held.heldCaptures) {
      // The provider repeats its answer for a request id: refunding the rest needs one of its own.
      const isWhole = remainingCents === parseAmount(capture.value, capture.currency);
      const requestId = isWhole ? `r-${capture.id}` : `r-${capture.id}-rest-${remainingCents}`;
      const answer = await this.#deps.payments.refundCapture({
        captureId: capture.id,
        requestId,
        amountCents: remainingCents,
        currency: capture.currency,
        purchaseId,
      });
      if (answer.kind === 'unknown') return unclear;
      if (answer.kind === 'rejected')
        return fail('conflict', `The payment provider refused the refund (${answer.issue}).`);
    }
    await this.closeMismatch(purchaseId, sumHeld(held));
    return ok(undefined);
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
        await queueEmail(
          this.#deps,
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

  /** What the provider holds for all attempts of an order; undefined without a clear answer. */
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
