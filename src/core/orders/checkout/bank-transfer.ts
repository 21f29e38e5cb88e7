import type { Tx } from '#core/deps.ts';
import { getActorName, type Actor } from '#core/kernel/audit.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { readPromise, type DeliveryPromise } from '../delivery/promise.model.ts';
import type { Invoices } from '../documents/invoices.ts';
import { transferCancelledEmail, transferEmail } from '../emails/bank-transfer.ts';
import type { PaymentDetails } from '../model.ts';
import { findPaidSince } from '../payment/capture-rules.ts';
import { lockForPayment, MarkPaid } from '../payment/mark-paid.ts';
import {
  findPurchaseByNumber,
  lockPurchase,
  recordEvent,
  transitionOrder,
  type Purchase,
} from '../purchase.store.ts';
import { orderAttempt } from '../staff/order-attempt.ts';
import { cancelAwaitingTransfer, findReplacingOrder } from './bank-transfer.store.ts';
import type { PlacedOrder } from './payment-attempt.ts';

const notWaitingMessage = 'This order is not waiting for a transfer.';

/** Orders that are paid by bank transfer: requested by buyers, confirmed or cancelled by staff. */
export class BankTransfers {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #markPaid: MarkPaid;

  constructor(
    deps: OrderDeps,
    parts: { readonly invoices: Invoices; readonly markPaid: MarkPaid },
  ) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
    this.#markPaid = parts.markPaid;
  }

  /**
   * The order waits for a transfer, and its buyer gets an email with a pro-forma invoice that names
   * the reference. Repeating it issues and sends nothing new.
   */
  async requestTransfer(id: number): Promise<Outcome<PlacedOrder>> {
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<PlacedOrder>> => {
      const order = await lockPurchase(tx, id);
      if (order.state === 'pending') {
        await transitionOrder(tx, id, 'pending', 'awaiting-transfer');
        await recordEvent(tx, id, this.#deps.clock(), { kind: 'awaiting-transfer' });
      }
      const proForma = await this.#invoices.issueDocument(site, tx, order, {
        kind: 'pro-forma',
        cents: order.priceCents,
      });
      const { origin } = this.#deps;
      const { letterhead: publisher, bank } = site;
      if (bank)
        await this.#deps.emails.queue(
          tx,
          transferEmail({ order, publisher, origin, proForma, bank }),
        );
      const approvalUrl = `/payment-success?order=${encodeURIComponent(order.number)}`;
      return ok({ number: order.number, providerId: '', approvalUrl });
    });
  }

  /**
   * Staff saw the money on the account, in time or late: the order is paid and invoiced, and
   * delivered, or waits for the delivery that the answer promises.
   * `not-found` for an unknown number; `conflict` for an order that is paid already, is not paid by
   * transfer, or that another order of the buyer replaced, also one that they paid since.
   */
  async confirmTransfer(
    actor: Actor,
    number: string,
  ): Promise<Outcome<{ readonly promise: DeliveryPromise | undefined }>> {
    const site = await this.#deps.getPublisher();
    const attempt = orderAttempt('order.mark-paid', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      const paidSince = await findPaidSince(tx, found);
      if (paidSince !== undefined)
        return fail('conflict', `Order ${paidSince} was paid instead: refund this transfer.`);
      const order = await lockForPayment(tx, found.id);
      const awaiting = await this.#awaitTransfer(tx, order);
      if (!awaiting.ok) return awaiting;
      await this.#markPaid.markPaid(site, tx, order.id, {
        fromState: 'awaiting-transfer',
        payment: toPaymentDetails(order),
        paidBy: 'bank transfer',
        detail: { by: getActorName(actor) },
      });
      audit({ before: { state: order.state }, after: { state: 'paid' } });
      return ok({ promise: readPromise(await lockPurchase(tx, order.id)) });
    });
  }

  /**
   * The transfer never came, or was made twice: the order is cancelled, and its buyer gets an
   * email. `conflict` if it is not waiting for a transfer.
   */
  async cancelTransfer(actor: Actor, number: string): Promise<Outcome<undefined>> {
    const { letterhead } = await this.#deps.getPublisher();
    const attempt = orderAttempt('order.close-transfer', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const row = await cancelAwaitingTransfer(tx, number);
      if (!row) return fail('conflict', notWaitingMessage);
      await recordEvent(tx, row.id, this.#deps.clock(), {
        kind: 'cancelled',
        detail: { by: getActorName(actor) },
      });
      audit({ before: { state: 'awaiting-transfer' }, after: { state: 'cancelled' } });
      const { origin } = this.#deps;
      await this.#deps.emails.queue(
        tx,
        transferCancelledEmail({ order: row, publisher: letterhead, origin }),
      );
      return ok(undefined);
    });
  }

  /** In `tx`: the order waits for its transfer, also one that was closed before the money came. */
  async #awaitTransfer(
    tx: Tx,
    { id, state, paymentMethod }: Purchase,
  ): Promise<Outcome<undefined>> {
    const isClosed = state === 'expired' || state === 'cancelled';
    if (paymentMethod !== 'bank' || !(isClosed || state === 'awaiting-transfer'))
      return fail('conflict', notWaitingMessage);
    if (!isClosed) return ok(undefined);
    const paidInstead = await findReplacingOrder(tx, id);
    if (paidInstead)
      return fail('conflict', `Order ${paidInstead} was paid instead: refund this transfer.`);
    await transitionOrder(tx, id, state, 'awaiting-transfer');
    return ok(undefined);
  }
}

/** A transfer in the shape of the provider's answer, as pages and the API show payments. */
const toPaymentDetails = ({ number, email, priceCents, currency }: Purchase): PaymentDetails => ({
  id: number,
  status: 'COMPLETED',
  purchase_units: [
    {
      payments: {
        captures: [
          {
            id: `transfer-${number}`,
            amount: { value: toDecimalString(priceCents, currency), currency_code: currency },
          },
        ],
      },
    },
  ],
  payer: { payer_id: null, email_address: email },
});
