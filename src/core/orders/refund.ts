import { dollars } from '../kernel/cents.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked } from './asked.ts';
import { refundLetter } from './letters.ts';
import { delivered, type OrderState } from './model.ts';
import { issuePaper } from './papers.ts';
import type { Seen } from './payments.ts';
import { move, note, purchaseOf, type Purchase } from './store.ts';

const cents = (value: string): number => Math.round(Number(value) * 100);

/**
 * Gives money back: row first, then the provider, under a derived request id. Full where the rest is given back: the grants are closed
 * then. 409 where the order was not paid by card, 422 for more than is left, 502 where the provider gave no clear answer (the reconciler goes on).
 */
export async function refundOrder(world: World, asked: Asked, number: string, amount: number, reason: string): Promise<Outcome<undefined>> {
  const found = await world.db.selectFrom('purchase').select('id').where('number', '=', number).executeTakeFirst();
  if (!found) return refuse(404, 'There is no such order.');
  const asking = await world.db.transaction().execute(async (tx): Promise<Outcome<{ refundId: number; captureId: string; requestId: string; order: Purchase }>> => {
    const order = await tx.selectFrom('purchase').selectAll().where('id', '=', found.id).forUpdate().executeTakeFirstOrThrow();
    const attempt = await tx.selectFrom('paymentAttempt').selectAll().where('purchaseId', '=', order.id).where('captureId', 'is not', null).executeTakeFirst();
    if (!delivered.includes(order.state as OrderState) || !attempt?.captureId) return refuse(409, 'This order was not paid through the provider, or is refunded already.');
    const { taken, count } = await tx.selectFrom('refund').select((eb) => [eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.val(0)).as('taken'), eb.fn.countAll<number>().as('count')]).where('purchaseId', '=', order.id).where('state', '!=', 'refused').executeTakeFirstOrThrow();
    const left = order.priceCents - Number(taken);
    if (!Number.isInteger(amount) || amount < 1 || amount > left) return refuse(422, `At most ${dollars(left)} can be given back.`, { amount: [`At most ${dollars(left)} can be given back.`] });
    const requestId = Number(count) === 0 ? `r-${attempt.captureId}` : `r-${attempt.captureId}-${Number(count) + 1}`;
    const { id } = await tx.insertInto('refund').values({ purchaseId: order.id, requestId, cents: amount, reason: reason.slice(0, 300), at: world.clock() }).returning('id').executeTakeFirstOrThrow();
    return done({ refundId: id, captureId: attempt.captureId, requestId, order });
  });
  return asking.ok ? askRefund(world, asked, asking.value.refundId) : asking;
}

/** Asks the provider for a refund whose row stands; repeating it asks with the same request id. */
export async function askRefund(world: World, asked: Asked, refundId: number): Promise<Outcome<undefined>> {
  const refund = await world.db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
  if (refund.state !== 'asked' || refund.requestId === null) return done(undefined);
  const attempt = await world.db.selectFrom('paymentAttempt').selectAll().where('purchaseId', '=', refund.purchaseId).where('captureId', 'is not', null).executeTakeFirstOrThrow();
  const order = await purchaseOf(world.db, refund.purchaseId);
  const answer = await world.payments.refund(String(attempt.captureId), refund.requestId, refund.cents, order.currency);
  if (answer.kind === 'unknown') return refuse(502, 'The provider gave no clear answer. We keep asking; nothing is given back twice.');
  if (answer.kind === 'refused') {
    await world.db.updateTable('refund').set({ state: 'refused' }).where('id', '=', refundId).execute();
    await note(world.db, order.id, world.clock(), 'refund-refused', { issue: answer.issue });
    return refuse(409, `The provider refused the refund (${answer.issue}).`);
  }
  await world.db.updateTable('refund').set({ providerId: answer.refundId }).where('id', '=', refundId).where('providerId', 'is', null).execute();
  const seen = await world.payments.look(String(attempt.providerId));
  if (seen.kind === 'seen') await takeRefunds(world, asked, order.id, seen);
  return done(undefined);
}

/**
 * Ours follows what the provider keeps: each refund is one row, one credit note and one letter, whoever made it; a dispute suspends the grants,
 * its end opens them again (the newest event by the provider's time counts). Any number of calls, in any order, end the same.
 */
export async function takeRefunds(world: World, asked: Asked, purchaseId: number, seen: Seen): Promise<void> {
  const site = await asked.site();
  await world.db.transaction().execute(async (tx) => {
    const order = await tx.selectFrom('purchase').selectAll().where('id', '=', purchaseId).forUpdate().executeTakeFirstOrThrow();
    const paid = await tx.selectFrom('paymentAttempt').select('captureId').where('purchaseId', '=', purchaseId).where('captureId', 'is not', null).executeTakeFirst();
    if (!paid || !['paid', 'fulfilled', 'partly-refunded', 'refunded', 'reversed'].includes(order.state)) return;
    const now = world.clock();
    for (const one of seen.refunds) {
      if (one.status !== 'COMPLETED' || (one.captureId !== undefined && one.captureId !== paid.captureId)) continue;
      const known = (await tx.selectFrom('refund').selectAll().where('providerId', '=', one.id).executeTakeFirst())
        ?? (await tx.selectFrom('refund').selectAll().where('purchaseId', '=', purchaseId).where('state', '=', 'asked').where('providerId', 'is', null).where('cents', '=', cents(one.value)).executeTakeFirst())
        ?? (await tx.insertInto('refund').values({ purchaseId, providerId: one.id, cents: cents(one.value), reason: 'Given back at the payment provider.', at: now }).returningAll().executeTakeFirstOrThrow());
      if (known.state === 'done') continue;
      await tx.updateTable('refund').set({ state: 'done', providerId: one.id }).where('id', '=', known.id).execute();
      const credit = await issuePaper(world, site, tx, order, { kind: 'credit-note', cents: known.cents, refundId: known.id, reason: known.reason });
      await note(tx, purchaseId, now, 'refunded', { cents: known.cents, credit: credit.number });
      await post(world, tx, refundLetter(order, known.cents, credit, site.siteName, world.origin, one.id));
    }
    await follow(world, tx, order, String(paid.captureId));
  });
}

/** True while the newest thing heard of a dispute about the capture is that it stands. */
async function inDispute(tx: Tx, captureId: string): Promise<boolean> {
  const last = await tx.selectFrom('webhookEvent').select('dispute').where('captureId', '=', captureId).where('dispute', 'is not', null).orderBy('happenedAt', 'desc').executeTakeFirst();
  return last?.dispute === 'opened';
}

async function follow(world: World, tx: Tx, order: Purchase, captureId: string): Promise<void> {
  const { total } = await tx.selectFrom('refund').select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.val(0)).as('total')).where('purchaseId', '=', order.id).where('state', '=', 'done').executeTakeFirstOrThrow();
  const back = Math.min(Number(total), order.priceCents);
  if (back !== order.refundedCents) await tx.updateTable('purchase').set({ refundedCents: back }).where('id', '=', order.id).execute();
  const state = order.state as OrderState;
  const open = await inDispute(tx, captureId);
  const to: OrderState = back >= order.priceCents ? 'refunded' : open ? 'reversed' : back > 0 ? 'partly-refunded' : state === 'reversed' ? 'fulfilled' : state;
  if (to === state || !(await move(tx, order.id, state, to))) return;
  await note(tx, order.id, world.clock(), to);
  const closed = to === 'refunded' || to === 'reversed';
  await tx.updateTable('deliveryGrant').set({ suspended: closed }).where('purchaseId', '=', order.id).execute();
  if (to === 'reversed') world.log.warn({ order: order.number }, 'a payment is in dispute: its downloads are suspended');
}
