import { parseCents as cents } from '#core/kernel/money.ts';
import { formatDollars } from '#core/kernel/money.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { OrderDeps } from '../deps.ts';
import { refundEmail } from '../emails/refund.ts';
import type { ProviderCapture, ProviderOrder } from '../payment/provider.ts';

import { transitionOrder, recordEvent, getPurchase } from '../purchase.store.ts';

/** Captures that hold money still. */
const heldStatuses: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'PENDING'];
/** Captures that never took any. */
const failedStatuses: readonly string[] = ['DECLINED', 'DENIED', 'FAILED'];

/** `rest` is what a capture holds beside what went back of it, in cents. */
type HeldCapture = { readonly capture: ProviderCapture; readonly remainingCents: number };
type HeldFunds = {
  readonly heldCaptures: readonly HeldCapture[];
  readonly refundedCents: number;
  readonly wasMoneyTaken: boolean;
  readonly hasCaptures: boolean;
};

/** What one of the provider's orders holds, what went back of it, and whether anything was ever taken for it. */
function summarizeFunds({ captures, refunds }: ProviderOrder): HeldFunds {
  const completedRefunds = refunds.filter(({ status }) => status === 'COMPLETED');
  const takenCaptures = captures.filter(({ status }) => !failedStatuses.includes(status));
  // A refund that names no capture is of the only one that took money.
  const refundedCentsOf = (capture: ProviderCapture): number =>
    completedRefunds
      .filter(({ captureId }) => (captureId ?? takenCaptures[0]?.id) === capture.id)
      .reduce((sum, { value }) => sum + cents(value), 0);
  return {
    heldCaptures: takenCaptures
      .filter(({ status }) => heldStatuses.includes(status))
      .map((capture) => ({
        capture,
        remainingCents: cents(capture.value) - refundedCentsOf(capture),
      }))
      .filter(({ remainingCents }) => remainingCents > 0),
    refundedCents: completedRefunds.reduce((sum, { value }) => sum + cents(value), 0),
    wasMoneyTaken: takenCaptures.length > 0 || refunds.length > 0,
    hasCaptures: captures.length > 0,
  };
}

export class PaymentMismatches {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** What the provider holds for an order, in all its attempts; undefined where it gave no clear answer. */
  async #getHeldFunds(purchaseId: number): Promise<HeldFunds | undefined> {
    const all: HeldFunds[] = [];
    for (const { providerOrderId } of await this.#deps.db
      .selectFrom('paymentAttempt')
      .select('providerOrderId')
      .where('purchaseId', '=', purchaseId)
      .where('providerOrderId', 'is not', null)
      .execute()) {
      const seen = await this.#deps.payments.getProviderOrder(String(providerOrderId));
      if (seen.kind === 'unknown') return undefined;
      if (seen.kind === 'seen') all.push(summarizeFunds(seen));
    }
    return {
      heldCaptures: all.flatMap((one) => one.heldCaptures),
      refundedCents: all.reduce((sum, one) => sum + one.refundedCents, 0),
      wasMoneyTaken: all.some((one) => one.wasMoneyTaken),
      hasCaptures: all.some((one) => one.hasCaptures),
    };
  }

  /**
   * A payment that differs from its order (`mismatch`) goes back whole, whatever it was; of one that went back in part at the provider, the rest. 422 for
   * another amount than the one that is held, 409 where the provider refuses, 502 where it gave no clear answer: asking again is safe.
   */
  async refundMismatch(purchaseId: number, amountCents: number): Promise<Outcome<undefined>> {
    const unclear = fail(
      'provider-failed',
      'The provider gave no clear answer. Please ask again; nothing is given back twice.',
    );
    const held = await this.#getHeldFunds(purchaseId);
    if (!held) return unclear;
    const heldCents = held.heldCaptures.reduce(
      (sum, { remainingCents }) => sum + remainingCents,
      0,
    );
    if (heldCents > 0 && amountCents !== heldCents)
      return fail(
        'invalid',
        `This payment differs from its order: ${formatDollars(heldCents)} are held, and go back whole.`,
        { amount: [`${formatDollars(heldCents)} are held, and go back whole.`] },
      );
    for (const { capture, remainingCents } of held.heldCaptures) {
      // The provider repeats its answer for an id: what is asked for the rest is not what was asked for the whole.
      const requestId =
        remainingCents === cents(capture.value)
          ? `r-${capture.id}`
          : `r-${capture.id}-rest-${remainingCents}`;
      const answer = await this.#deps.payments.refundCapture(
        capture.id,
        requestId,
        remainingCents,
        capture.currency,
      );
      if (answer.kind === 'unknown') return unclear;
      if (answer.kind === 'refused')
        return fail('conflict', `The provider refused the refund (${answer.issue}).`);
    }
    await this.closeMismatch(purchaseId, heldCents);
    return ok(undefined);
  }

  /**
   * A held order is closed once the provider holds nothing of it any more, whoever gave it back; its buyer has a letter that says how much. Where nothing
   * was ever taken there is none. `given` is what a person just gave back: it counts where the provider lists no refund.
   */
  async closeMismatch(purchaseId: number, refundedByStaffCents?: number): Promise<void> {
    const held = await this.#getHeldFunds(purchaseId);
    if (!held || held.heldCaptures.length > 0) return;
    // It differed, so there was a payment: where the provider lists none at all any more, only a person closes it.
    if (!held.hasCaptures && refundedByStaffCents === undefined) return;
    const { siteName } = await this.#deps.getPublisher();
    const order = await getPurchase(this.#deps.db, purchaseId);
    const refundedCents = held.refundedCents || refundedByStaffCents || undefined;
    await this.#deps.db.transaction().execute(async (tx) => {
      if (!(await transitionOrder(tx, purchaseId, 'mismatch', 'refunded'))) return;
      await recordEvent(
        tx,
        purchaseId,
        this.#deps.clock(),
        'refunded',
        held.wasMoneyTaken ? { amountCents: refundedCents } : { reason: 'nothing was ever taken' },
      );
      if (held.wasMoneyTaken)
        await queueEmail(
          this.#deps,
          tx,
          refundEmail({
            order,
            amountCents: refundedCents,
            creditNote: undefined,
            publisher: siteName,
            origin: this.#deps.origin,
            refundKey: `held-${order.number}`,
          }),
        );
    });
  }
}
