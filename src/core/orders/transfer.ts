import { decimal } from '../kernel/cents.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import { becomePaid, lockForPayment } from './capture.ts';
import type { Asked, Placed } from './asked.ts';
import { transferLetter } from './letters.ts';
import type { OrderState } from './model.ts';
import { issuePaper } from './papers.ts';
import { move, note } from './store.ts';

/** The order waits for a transfer: a pro-forma invoice with its reference is written and mailed. Asking again answers the same. */
export async function awaitTransfer(
  world: World,
  asked: Asked,
  id: number,
): Promise<Outcome<Placed>> {
  const site = await asked.site();
  return world.db.transaction().execute(async (tx): Promise<Outcome<Placed>> => {
    const order = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (order.state === 'pending') {
      await move(tx, id, 'pending', 'awaiting-transfer');
      await note(tx, id, world.clock(), 'awaiting-transfer');
    }
    const paper = await issuePaper(world, site, tx, order, {
      kind: 'pro-forma',
      cents: order.priceCents,
    });
    await post(world, tx, transferLetter(order, paper, site, world.origin));
    const number = String(order.number);
    return done({
      number,
      providerId: '',
      approvalUrl: `/payment-success?order=${encodeURIComponent(number)}`,
    });
  });
}

/** Staff saw the money on the account, late or not: the order is paid, invoiced and delivered. 409 for an order that is paid, was never to be paid so, or was paid in another way instead. */
export async function markPaid(
  world: World,
  asked: Asked,
  number: string,
  by: string,
): Promise<Outcome<undefined>> {
  const found = await world.db
    .selectFrom('purchase')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  if (!found) return refuse(404, 'There is no such order.');
  const site = await asked.site();
  return world.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
    const order = await lockForPayment(tx, found.id);
    const closed = order.state === 'expired' || order.state === 'cancelled';
    if (order.method !== 'bank' || !(closed || order.state === 'awaiting-transfer'))
      return refuse(409, 'This order does not wait for a transfer.');
    const instead = await tx
      .selectFrom('orderEvent')
      .select((eb) =>
        eb
          .ref('detail', '->>')
          .key('instead' as never)
          .as('number'),
      )
      .where('purchaseId', '=', order.id)
      .where('kind', '=', 'cancelled')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (closed && instead?.number)
      return refuse(
        409,
        `Order ${String(instead.number)} was paid in its place: this transfer is to go back.`,
      );
    if (closed) await move(tx, order.id, order.state as OrderState, 'awaiting-transfer');
    const payment = {
      id: number,
      status: 'COMPLETED',
      purchase_units: [
        {
          payments: {
            captures: [
              {
                id: `transfer-${number}`,
                amount: { value: decimal(order.priceCents), currency_code: order.currency },
              },
            ],
          },
        },
      ],
      payer: { payer_id: null, email_address: order.email },
    };
    await becomePaid(world, site, tx, order.id, {
      from: 'awaiting-transfer',
      payment,
      paidBy: 'bank transfer',
      detail: { by },
    });
    return done(undefined);
  });
}
