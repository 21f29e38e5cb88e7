import { hasAccess } from '../order-states.model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { getStoreId } from '#core/kernel/store-identity.store.ts';
import type { OrderDeps } from '../deps.ts';
import { type PaymentDetails } from '../model.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import type { SecondPayments } from '../refunds/second-payment.ts';
import type { RefundSync } from '../refunds/sync-refunds.ts';
import { findPaidBefore } from './capture-rules.ts';
import { isToldOfOrder } from './custom-id.model.ts';
import type { MarkPaid } from './mark-paid.ts';
import { setOtherCapture, type PaymentAttempt } from './payment-attempt.store.ts';
import type { PaymentStatus } from './payment-status.model.ts';
import type { ProviderCapture, ProviderOrder } from './provider.ts';
import type { UnpaidAttempts } from './unpaid-attempt.ts';

/** Compares what the provider captured with what was ordered before the order becomes paid. */
export class CaptureVerification {
  readonly #deps: OrderDeps;
  readonly #markPaid: MarkPaid;
  readonly #refundSync: RefundSync;
  readonly #secondPayments: SecondPayments;
  readonly #unpaidAttempts: UnpaidAttempts;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly markPaid: MarkPaid;
      readonly refundSync: RefundSync;
      readonly secondPayments: SecondPayments;
      readonly unpaidAttempts: UnpaidAttempts;
    },
  ) {
    this.#deps = deps;
    this.#markPaid = parts.markPaid;
    this.#refundSync = parts.refundSync;
    this.#secondPayments = parts.secondPayments;
    this.#unpaidAttempts = parts.unpaidAttempts;
  }

  /** Acts on the last capture of the provider's order, which is asked for unless it is known. */
  async verifyCapture(
    attempt: PaymentAttempt,
    purchase: Purchase,
    fromState: 'capturing' | 'review',
    knownOrder?: ProviderOrder,
  ): Promise<PaymentStatus> {
    const providerOrder =
      knownOrder ?? (await this.#deps.payments.getProviderOrder(String(attempt.providerOrderId)));
    if (providerOrder.kind === 'unknown')
      return this.#unpaidAttempts.recordUnknown(attempt, purchase, providerOrder.reason);
    const capture = providerOrder.kind === 'found' ? providerOrder.captures.at(-1) : undefined;
    if (providerOrder.kind === 'missing' || !capture) {
      const reason =
        providerOrder.kind === 'missing'
          ? 'the provider does not know the order'
          : `no capture in an order that is ${providerOrder.status}`;
      return this.#unpaidAttempts.recordUnknown(attempt, purchase, reason);
    }
    // A payment that was refunded before we looked is recorded as paid first, then as refunded.
    if (!['PENDING', 'COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(capture.status))
      return this.#unpaidAttempts.recordDecline(attempt, purchase, {
        issue: capture.status,
        isOurFault: false,
        ends: 'attempt',
      });
    const storeId = await getStoreId(this.#deps.db);
    if (!isAsOrdered(storeId, purchase, providerOrder, capture))
      return this.#recordMismatch(purchase, fromState, providerOrder, capture);
    if (capture.status === 'PENDING') {
      if (fromState !== 'review')
        await this.#recordReview(purchase.id, fromState, capture.reason ?? null);
      return 'review';
    }
    await this.#recordPayment(attempt, fromState, providerOrder, capture);
    await this.#secondPayments.returnOrderPayment(purchase.id);
    return this.#getPaidStatus(purchase.id);
  }

  /** The provider holds the payment back; its reason, where it gives one, is for staff. */
  async #recordReview(id: number, fromState: 'capturing', reason: string | null): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      if (!(await transitionOrder(tx, id, fromState, 'review'))) return;
      const detail = reason === null ? {} : { reason };
      await recordEvent(tx, id, this.#deps.clock(), { kind: 'payment-held', detail });
    });
  }

  async #recordMismatch(
    { id, number }: Purchase,
    fromState: 'capturing' | 'review',
    providerOrder: ProviderOrder,
    capture: ProviderCapture,
  ): Promise<'mismatch'> {
    await setOtherCapture(this.#deps.db, providerOrder.providerId, capture.id);
    await transitionOrder(this.#deps.db, id, fromState, 'mismatch');
    await recordEvent(this.#deps.db, id, this.#deps.clock(), {
      kind: 'mismatch',
      detail: { providerOrder },
    });
    this.#deps.log.error(
      { order: number },
      'the payment provider captured something else than was ordered: a person must look',
    );
    return 'mismatch';
  }

  /**
   * The order is paid; where its buyer has paid for the licence with another one, this payment is
   * held, to go back. Does nothing for an order that was marked paid meanwhile.
   */
  async #recordPayment(
    attempt: PaymentAttempt,
    fromState: 'capturing' | 'review',
    providerOrder: ProviderOrder,
    capture: ProviderCapture,
  ): Promise<void> {
    const { purchaseId } = attempt;
    const site = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      const paidBefore = await findPaidBefore(tx, await getPurchase(tx, purchaseId));
      if (paidBefore !== undefined) {
        const second = { fromState, paidBefore, captureId: capture.id, attempt };
        return this.#secondPayments.holdOrderPayment(tx, second);
      }
      return this.#markPaid.markPaid(site, tx, purchaseId, {
        fromState,
        payment: toPaymentDetails(providerOrder, capture),
        paidBy: 'PayPal',
        detail: { captureId: capture.id },
        capture: { attemptId: attempt.id, captureId: capture.id },
      });
    });
    if (providerOrder.refunds.length > 0)
      await this.#refundSync.syncRefunds(purchaseId, providerOrder);
  }

  async #getPaidStatus(purchaseId: number): Promise<PaymentStatus> {
    const { state } = await getPurchase(this.#deps.db, purchaseId);
    if (hasAccess(state)) return 'paid';
    if (state === 'mismatch') return 'mismatch';
    return state === 'suspended' || state === 'refunded' ? 'closed' : 'checking';
  }
}

const isAsOrdered = (
  storeId: string,
  purchase: Purchase,
  providerOrder: ProviderOrder,
  capture: ProviderCapture,
): boolean =>
  isToldOfOrder(storeId, purchase, providerOrder) &&
  capture.currency === purchase.currency &&
  capture.value === toDecimalString(purchase.priceCents, purchase.currency);

const toPaymentDetails = (
  { providerId, status, payer }: ProviderOrder,
  { id, value, currency }: ProviderCapture,
): PaymentDetails => ({
  id: providerId,
  status,
  purchase_units: [
    { payments: { captures: [{ id, amount: { value, currency_code: currency } }] } },
  ],
  payer: { payer_id: payer?.id ?? null, email_address: payer?.email ?? null },
});
