import type { Tx } from '#core/deps.ts';
import { recordEvent, getPurchase, transitionOrder } from '../purchase.store.ts';
import type { OrderDeps } from '../deps.ts';
import { type Outcome, fail, ok } from '#core/kernel/outcome.ts';
import { toDecimalString } from '#core/kernel/money.ts';
/** The attempt that the buyer goes on with: an open one that is fresh, else a new one. */
export async function openPaymentAttempt(
  tx: Tx,
  purchase: { id: number; number: string },
  now: Date,
): Promise<{ attempt: number; open: PlacedOrder | undefined }> {
  const last = await tx
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchase.id)
    .orderBy('attemptNumber', 'desc')
    .executeTakeFirst();
  const isReusable =
    last && !last.closedAt && now.getTime() - last.createdAt.getTime() < approvalReuseMs;
  if (isReusable && last.providerOrderId && last.approvalUrl) {
    return {
      attempt: last.attemptNumber,
      open: {
        number: purchase.number,
        providerId: last.providerOrderId,
        approvalUrl: last.approvalUrl,
      },
    };
  }
  if (isReusable) return { attempt: last.attemptNumber, open: undefined };
  const attempt = (last?.attemptNumber ?? 0) + 1;
  await tx
    .insertInto('paymentAttempt')
    .values({
      purchaseId: purchase.id,
      attemptNumber: attempt,
      createdAt: now,
      nextPollAt: new Date(now.getTime() + 30_000),
    })
    .execute();
  await recordEvent(tx, purchase.id, now, 'payment-attempt', { attemptNumber: attempt });
  return { attempt, open: undefined };
}

/** An approval page is good for three hours; nobody is sent to one that is about to end. Milliseconds. */
const approvalReuseMs = 2.75 * 3_600_000;

export type PlacedOrder = {
  readonly number: string;
  readonly providerId: string;
  readonly approvalUrl: string;
};

export class PaymentAttempts {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The provider has an order for the attempt, and the buyer's way there is answered; 502 where it gave no clear answer. */
  async requestApproval(purchaseId: number, attemptNumber: number): Promise<Outcome<PlacedOrder>> {
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const { number } = order;
    // Who turns back from an upgrade goes back to the order that it enlarges.
    const baseOrder =
      order.upgradeOf === null ? undefined : await getPurchase(this.#deps.db, order.upgradeOf);
    const answer = await this.#deps.payments.createProviderOrder({
      requestId: `c-${purchaseId}-${attemptNumber}`,
      customId: String(purchaseId),
      invoiceId: number,
      description: `${order.reportCode} ${order.reportTitle}`.slice(0, 127),
      amountCents: order.priceCents,
      currency: order.currency,
      brandName: (await this.#deps.getPublisher()).siteName.slice(0, 127),
      returnUrl: `${this.#deps.origin}/payment-success`,
      cancelUrl: `${this.#deps.origin}${baseOrder ? `/payment-success?order=${baseOrder.number}` : `/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`}&cancelled=1`,
    });
    if (answer.kind !== 'created') {
      const why = answer.kind === 'refused' ? answer.issue : answer.reason;
      await recordEvent(this.#deps.db, purchaseId, this.#deps.clock(), 'provider-order-failed', {
        attemptNumber,
        reason: why,
      });
      this.#deps.log.warn(
        { order: number, why, amount: toDecimalString(order.priceCents) },
        'the provider did not create an order',
      );
      return fail('provider-failed', 'Failed to initiate PayPal checkout');
    }
    const { providerId, approvalUrl } = answer;
    await this.#deps.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('paymentAttempt')
        .set({ providerOrderId: providerId, approvalUrl })
        .where('purchaseId', '=', purchaseId)
        .where('attemptNumber', '=', attemptNumber)
        .execute();
      await tx
        .updateTable('purchase')
        .set({ state: 'awaiting-approval' })
        .where('id', '=', purchaseId)
        .where('state', 'in', ['pending', 'cancelled', 'expired'])
        .execute();
    });
    return ok({ number, providerId, approvalUrl });
  }

  /** The buyer came back without paying. Soft: an approval that still arrives wins. */
  async cancelOrder(providerId: string): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      const attempt = await tx
        .selectFrom('paymentAttempt')
        .select('purchaseId')
        .where('providerOrderId', '=', providerId)
        .executeTakeFirst();
      if (
        attempt &&
        (await transitionOrder(tx, attempt.purchaseId, 'awaiting-approval', 'cancelled'))
      )
        await recordEvent(tx, attempt.purchaseId, this.#deps.clock(), 'cancelled');
    });
  }
}
