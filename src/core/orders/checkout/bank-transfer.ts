import { Invoices } from '../documents/invoices.ts';
import { MarkPaid } from '../payment/mark-paid.ts';
import { lockForPayment } from '../payment/mark-paid.ts';
import type { PlacedOrder } from './payment-attempt.ts';
import { toDecimalString } from '#core/kernel/money.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import { queueEmail } from '#core/kernel/outbox.ts';

import type { OrderDeps } from '../deps.ts';
import type { PaymentDetails } from '../model.ts';
import { transferCancelledEmail, transferEmail } from '../emails/bank-transfer.ts';
import { transitionOrder, recordEvent } from '../purchase.store.ts';

export class BankTransfers {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #markPaid: MarkPaid;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#invoices = new Invoices(deps);
    this.#markPaid = new MarkPaid(deps);
  }

  /** The order waits for a transfer: a pro-forma invoice with its reference is written and mailed. Asking again answers the same. */
  async requestTransfer(id: number): Promise<Outcome<PlacedOrder>> {
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<PlacedOrder>> => {
      const order = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (order.state === 'pending') {
        await transitionOrder(tx, id, 'pending', 'awaiting-transfer');
        await recordEvent(tx, id, this.#deps.clock(), 'awaiting-transfer');
      }
      const paper = await this.#invoices.issueDocument(site, tx, order, {
        kind: 'pro-forma',
        cents: order.priceCents,
      });
      await queueEmail(
        this.#deps,
        tx,
        transferEmail({
          order,
          proForma: paper,
          publisher: site.siteName,
          bank: site.bank,
          origin: this.#deps.origin,
        }),
      );
      const { number } = order;
      return ok({
        number,
        providerId: '',
        approvalUrl: `/payment-success?order=${encodeURIComponent(number)}`,
      });
    });
  }

  /** Staff saw the money on the account, late or not: the order is paid, invoiced and delivered. 409 for an order that is paid, was never to be paid so, or was paid in another way instead. */
  async confirmTransfer(number: string, staffName: string): Promise<Outcome<undefined>> {
    const found = await this.#deps.db
      .selectFrom('purchase')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirst();
    if (!found) return fail('not-found', 'There is no such order.');
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
      const order = await lockForPayment(tx, found.id);
      const closed = order.state === 'expired' || order.state === 'cancelled';
      if (order.paymentMethod !== 'bank' || !(closed || order.state === 'awaiting-transfer'))
        return fail('conflict', 'This order does not wait for a transfer.');
      const paidInstead = await tx
        .selectFrom('orderEvent')
        .select((eb) =>
          eb.ref('detail', '->>').key('replacedByOrder').$castTo<string | null>().as('number'),
        )
        .where('purchaseId', '=', order.id)
        .where('kind', '=', 'cancelled')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (closed && paidInstead?.number)
        return fail(
          'conflict',
          `Order ${paidInstead.number} was paid in its place: this transfer is to go back.`,
        );
      if (closed) await transitionOrder(tx, order.id, order.state, 'awaiting-transfer');
      const payment: PaymentDetails = {
        id: number,
        status: 'COMPLETED',
        purchase_units: [
          {
            payments: {
              captures: [
                {
                  id: `transfer-${number}`,
                  amount: {
                    value: toDecimalString(order.priceCents),
                    currency_code: order.currency,
                  },
                },
              ],
            },
          },
        ],
        payer: { payer_id: null, email_address: order.email },
      };
      await this.#markPaid.markPaid(site, tx, order.id, {
        fromState: 'awaiting-transfer',
        payment,
        paidBy: 'bank transfer',
        detail: { by: staffName },
      });
      return ok(undefined);
    });
  }

  /** A transfer that never came, or came twice: the order is closed, and its buyer has a letter. 409 where it does not wait for one. */
  async cancelTransfer(number: string, staffName: string): Promise<Outcome<undefined>> {
    const { siteName } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('purchase')
        .set({ state: 'cancelled' })
        .where('number', '=', number)
        .where('state', '=', 'awaiting-transfer')
        .returningAll()
        .executeTakeFirst();
      if (!row) return fail('conflict', 'This order does not wait for a transfer.');
      await recordEvent(tx, row.id, this.#deps.clock(), 'cancelled', { by: staffName });
      await queueEmail(
        this.#deps,
        tx,
        transferCancelledEmail({ order: row, publisher: siteName, origin: this.#deps.origin }),
      );
      return ok(undefined);
    });
  }
}
