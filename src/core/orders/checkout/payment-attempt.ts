import type { Tx } from '#core/deps.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import { getStoreId } from '#core/kernel/store-identity.store.ts';
import type { OrderDeps } from '../deps.ts';
import type { PaymentCapture } from '../payment/capture.ts';
import { closeForPayment } from '../payment/claim.store.ts';
import { buildCustomId, buildInvoiceId, buildSku } from '../payment/custom-id.model.ts';
import {
  findAttemptByProviderId,
  findNewestAttempt,
  getAttemptByNumber,
  insertAttempt,
  listProviderAttempts,
  renewRequestKey,
  setProviderOrder,
  type PaymentAttempt,
} from '../payment/payment-attempt.store.ts';
import type { ProviderOrderCreation, ProviderOrderRequest } from '../payment/provider.ts';
import { getPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import { markAwaitingApproval } from './checkout.store.ts';

/** An approval page works for three hours; one that ends soon is not used again. Milliseconds. */
const approvalReuseMs = 2.75 * 3_600_000;

/** An order that waits for its payment; the buyer pays, or reads how to, at `approvalUrl`. */
export type PlacedOrder = {
  readonly number: string;
  /** The payment provider's id of the order; empty if it is paid by bank transfer. */
  readonly providerId: string;
  readonly approvalUrl: string;
};

/** The attempt that the buyer goes on with; `openOrder` where it has an approval page already. */
export type OpenAttempt = {
  readonly attemptNumber: number;
  readonly openOrder: PlacedOrder | undefined;
};

/** In `tx`: the newest attempt while it is recent and open, else a new one. */
export async function openPaymentAttempt(
  tx: Tx,
  purchase: Pick<Purchase, 'id' | 'number'>,
  now: Date,
): Promise<OpenAttempt> {
  const newest = await findNewestAttempt(tx, purchase.id);
  const isReusable =
    newest && !newest.closedAt && now.getTime() - newest.createdAt.getTime() < approvalReuseMs;
  if (isReusable) {
    const { attemptNumber, providerOrderId, approvalUrl } = newest;
    if (!providerOrderId || !approvalUrl) return { attemptNumber, openOrder: undefined };
    const openOrder = { number: purchase.number, providerId: providerOrderId, approvalUrl };
    return { attemptNumber, openOrder };
  }
  const attemptNumber = (newest?.attemptNumber ?? 0) + 1;
  await insertAttempt(tx, purchase.id, attemptNumber, now);
  await recordEvent(tx, purchase.id, now, { kind: 'payment-attempt', detail: { attemptNumber } });
  return { attemptNumber, openOrder: undefined };
}

/** The provider's answer: an order that its buyer can approve, or none. */
type ApprovableOrder = Exclude<ProviderOrderCreation, { readonly kind: 'used' }>;

/** The payment provider's side of a checkout: its order is created, or cancelled by the buyer. */
export class PaymentAttempts {
  readonly #deps: OrderDeps;
  readonly #capture: PaymentCapture;

  constructor(deps: OrderDeps, parts: { readonly paymentCapture: PaymentCapture }) {
    this.#deps = deps;
    this.#capture = parts.paymentCapture;
  }

  /**
   * Creates the provider's order for an attempt; the buyer pays at `approvalUrl`. `provider-failed`
   * where the provider refused or gave no clear answer: our order stays, and may be tried again.
   */
  async requestApproval(purchaseId: number, attemptNumber: number): Promise<Outcome<PlacedOrder>> {
    const order = await getPurchase(this.#deps.db, purchaseId);
    const created = await this.#createProviderOrder(order, attemptNumber);
    if (created.kind === 'created') {
      const { providerId, approvalUrl } = created;
      await this.#deps.db.transaction().execute(async (tx) => {
        await setProviderOrder(tx, { purchaseId, attemptNumber, providerId, approvalUrl });
        await markAwaitingApproval(tx, purchaseId);
      });
      return ok({ number: order.number, providerId, approvalUrl });
    }
    if (created.kind === 'rejected' && created.isNumberTaken) {
      const paid = await this.#settleTakenNumber(order);
      if (paid) return paid;
    }
    const reason = created.kind === 'rejected' ? created.issue : created.reason;
    const isOurFault = created.kind === 'rejected' && created.isOurFault;
    await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), {
      kind: isOurFault ? 'provider-order-refused' : 'provider-order-failed',
      detail: { attemptNumber, reason },
    });
    const amount = toDecimalString(order.priceCents, order.currency);
    this.#deps.log[isOurFault ? 'error' : 'warn'](
      { order: order.number, reason, amount },
      'the payment provider did not create an order',
    );
    const code = created.kind === 'rejected' ? 'provider-failed' : 'provider-unreachable';
    return fail(code, 'Failed to initiate PayPal checkout');
  }

  /**
   * An order of the provider that is ours and can be approved. What else a request id is answered
   * with is never shown to a buyer: another request id is used, once.
   */
  async #createProviderOrder(order: Purchase, attemptNumber: number): Promise<ApprovableOrder> {
    const request = await this.#describeRequest(order);
    const attempt = await getAttemptByNumber(this.#deps.db, order.id, attemptNumber);
    const answer = await this.#askForOrder(request, attempt);
    if (answer.kind !== 'used') return answer;
    const requestKey = this.#deps.generateSecret().slice(0, 16);
    await renewRequestKey(this.#deps.db, attempt.id, requestKey);
    const second = await this.#askForOrder(request, { ...attempt, requestKey });
    if (second.kind !== 'used') return second;
    return { kind: 'unknown', reason: `the request id was used for ${second.providerId}` };
  }

  /** `used` where the answer is not an order of ours that waits for its approval. */
  async #askForOrder(
    request: Omit<ProviderOrderRequest, 'requestId'>,
    { purchaseId, attemptNumber, requestKey }: PaymentAttempt,
  ): Promise<ProviderOrderCreation> {
    const { payments, log } = this.#deps;
    const requestId = [`c-${purchaseId}-${attemptNumber}`, requestKey ?? []].flat().join('-');
    const answer = await payments.createProviderOrder({ ...request, requestId });
    if (answer.kind === 'rejected' || answer.kind === 'unknown') return answer;
    const { providerId } = answer;
    const customId = answer.customId ?? (await this.#getCustomId(providerId));
    if (customId === request.customId) {
      if (answer.kind === 'created' || !['APPROVED', 'COMPLETED'].includes(answer.status))
        return answer;
      // Before the database was restored: the reconciler finds and captures it.
      await this.#deps.db.transaction().execute(async (tx) => {
        await setProviderOrder(tx, { purchaseId, attemptNumber, providerId, approvalUrl: null });
        await markAwaitingApproval(tx, purchaseId);
      });
      return { kind: 'unknown', reason: 'the payment was approved already' };
    }
    log.error(
      { order: request.invoiceId, providerId, requestId },
      "the payment provider answered with an order that is not the buyer's: another one is asked for",
    );
    return { kind: 'used', providerId, customId, status: '' };
  }

  async #getCustomId(providerId: string): Promise<string | undefined> {
    const found = await this.#deps.payments.getProviderOrder(providerId);
    return found.kind === 'found' ? found.customId : undefined;
  }

  async #describeRequest(order: Purchase): Promise<Omit<ProviderOrderRequest, 'requestId'>> {
    const { siteName } = await this.#deps.getPublisher();
    return {
      purchaseId: order.id,
      customId: buildCustomId(await getStoreId(this.#deps.db), order),
      invoiceId: buildInvoiceId(order),
      ...(await this.#describeItem(order)),
      amountCents: order.priceCents,
      taxCents: order.taxCents,
      currency: order.currency,
      brandName: siteName.slice(0, 127),
      returnUrl: `${this.#deps.origin}/payment-success`,
      cancelUrl: `${this.#deps.origin}${await this.#getCancelPath(order)}&cancelled=1`,
    };
  }

  /**
   * Something is paid under the order's number. Where that is an earlier attempt of it, the order is
   * paid: `conflict` then. Else the provider never takes another payment for it, and the buyer's next
   * try is an order of its own.
   */
  async #settleTakenNumber({ id, number }: Purchase): Promise<Refusal | undefined> {
    for (const attempt of await listProviderAttempts(this.#deps.db, id)) {
      const found = await this.#deps.payments.getProviderOrder(String(attempt.providerOrderId));
      if (found.kind === 'unknown') return undefined;
      if (found.kind !== 'found' || found.captures.length === 0) continue;
      await this.#capture.settleCapture(attempt.id, found);
      return fail('conflict', `Order ${number} is paid, or its payment is being checked.`);
    }
    await this.#deps.db
      .transaction()
      .execute((tx) => closeForPayment(tx, id, { reason: 'number-taken', supersededBy: null }));
    return undefined;
  }

  /**
   * The item on the provider's page and lists: the licence, whether it is an upgrade, the report.
   */
  async #describeItem(order: Purchase) {
    const { licenceName: name, licence, reportCode, reportTitle, upgradeOf } = order;
    const item =
      upgradeOf === null
        ? `${name} licence`
        : `Upgrade of order ${(await getPurchase(this.#deps.db, upgradeOf)).number} to: ${name} licence`;
    return {
      description: `${item}, ${reportCode} ${reportTitle}`,
      item: { name: reportTitle, description: item, sku: buildSku({ reportCode, licence }) },
    };
  }

  /** The buyer came back without paying: cancelled. An approval that still arrives is captured. */
  async cancelOrder(providerId: string): Promise<void> {
    const known = await findAttemptByProviderId(this.#deps.db, providerId);
    if (!known) return;
    const { id } = known.purchase;
    await this.#deps.db.transaction().execute(async (tx) => {
      if (await transitionOrder(tx, id, 'awaiting-approval', 'cancelled'))
        await recordEvent(tx, id, this.#deps.clock(), { kind: 'cancelled' });
    });
  }

  /** Where the provider sends a buyer who cancels: an upgrade leads back to its base order. */
  async #getCancelPath({ upgradeOf, reportCode, licence }: Purchase): Promise<string> {
    if (upgradeOf === null) return `/buy-now?id=${encodeURIComponent(reportCode)}&type=${licence}`;
    const baseOrder = await getPurchase(this.#deps.db, upgradeOf);
    return `/payment-success?order=${baseOrder.number}`;
  }
}
