import { toDecimalString } from '#core/kernel/money.model.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Deps } from '#core/deps.ts';
import { markPaid, lockForPayment } from '../payment/capture.ts';
import type { OrderDeps, PlacedOrder } from '../deps.ts';
import { transferEmail } from '../emails.ts';
import type { OrderState } from '../model.ts';
import { issueDocument } from '../documents/invoices.ts';
import { transitionOrder, recordEvent } from '../purchase.store.ts';

/** The order waits for a transfer: a pro-forma invoice with its reference is written and mailed. Asking again answers the same. */
export async function requestTransfer(
  deps: Deps,
  orderDeps: OrderDeps,
  id: number,
): Promise<Outcome<PlacedOrder>> {
  const site = await orderDeps.getPublisher();
  return deps.db.transaction().execute(async (tx): Promise<Outcome<PlacedOrder>> => {
    const order = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (order.state === 'pending') {
      await transitionOrder(tx, id, 'pending', 'awaiting-transfer');
      await recordEvent(tx, id, deps.clock(), 'awaiting-transfer');
    }
    const paper = await issueDocument(deps, site, tx, order, {
      kind: 'pro-forma',
      cents: order.priceCents,
    });
    await queueEmail(deps, tx, transferEmail(order, paper, site, deps.origin));
    const number = String(order.number);
    return ok({
      number,
      providerId: '',
      approvalUrl: `/payment-success?order=${encodeURIComponent(number)}`,
    });
  });
}

/** Staff saw the money on the account, late or not: the order is paid, invoiced and delivered. 409 for an order that is paid, was never to be paid so, or was paid in another way instead. */
export async function confirmTransfer(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
  staffName: string,
): Promise<Outcome<undefined>> {
  const found = await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  if (!found) return fail('not-found', 'There is no such order.');
  const site = await orderDeps.getPublisher();
  return deps.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
    const order = await lockForPayment(tx, found.id);
    const closed = order.state === 'expired' || order.state === 'cancelled';
    if (order.paymentMethod !== 'bank' || !(closed || order.state === 'awaiting-transfer'))
      return fail('conflict', 'This order does not wait for a transfer.');
    const paidInstead = await tx
      .selectFrom('orderEvent')
      .select((eb) =>
        eb
          .ref('detail', '->>')
          .key('replacedByOrder' as never)
          .as('number'),
      )
      .where('purchaseId', '=', order.id)
      .where('kind', '=', 'cancelled')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (closed && paidInstead?.number)
      return fail(
        'conflict',
        `Order ${String(paidInstead.number)} was paid in its place: this transfer is to go back.`,
      );
    if (closed) await transitionOrder(tx, order.id, order.state as OrderState, 'awaiting-transfer');
    const payment = {
      id: number,
      status: 'COMPLETED',
      purchase_units: [
        {
          payments: {
            captures: [
              {
                id: `transfer-${number}`,
                amount: { value: toDecimalString(order.priceCents), currency_code: order.currency },
              },
            ],
          },
        },
      ],
      payer: { payer_id: null, email_address: order.email },
    };
    await markPaid(deps, site, tx, order.id, {
      fromState: 'awaiting-transfer',
      payment,
      paidBy: 'bank transfer',
      detail: { by: staffName },
    });
    return ok(undefined);
  });
}
