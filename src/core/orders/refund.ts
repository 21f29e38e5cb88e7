import { dollars } from '../kernel/cents.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked, Publisher } from './asked.ts';
import { giveBackHeld } from './held.ts';
import { refundLetter } from './letters.ts';
import { centsOf as cents, delivered } from './model.ts';
import { issuePaper } from './papers.ts';
import type { Seen } from './payments.ts';
import { follow, lockKin } from './standing.ts';
import { note, purchaseOf, type Purchase } from './store.ts';

/** Money of an order that can go back: what is delivered, and what a dispute or a closed order before it has paused. */
const refundable: readonly string[] = [...delivered, 'reversed'];

type Asking = { readonly refundId: number } | 'booked';

/**
 * Gives money back: row first, then the provider, under a derived request id. A transfer's goes back by hand: it is booked at once. Full where the
 * rest is given back: the grants are closed then. The same refund that is still being asked for is taken up again, never doubled. A held payment goes
 * back whole (held.ts). 404 for no such order, 409 where it has no money of ours to give, 422 for more than is left, 502 where the provider gave no
 * clear answer (the reconciler goes on).
 */
export async function refundOrder(
  world: World,
  asked: Asked,
  number: string,
  amount: number,
  reason: string,
): Promise<Outcome<undefined>> {
  const found = await world.db
    .selectFrom('purchase')
    .select(['id', 'state'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!found) return refuse(404, 'There is no such order.');
  if (found.state === 'mismatch') return giveBackHeld(world, asked, found.id, amount);
  const site = await asked.site();
  const asking = await world.db.transaction().execute(async (tx): Promise<Outcome<Asking>> => {
    const order = await lockKin(tx, found.id);
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('purchaseId', '=', order.id)
      .where('captureId', 'is not', null)
      .executeTakeFirst();
    const source = order.method === 'bank' ? `bank-${number}` : attempt?.captureId;
    if (!refundable.includes(order.state) || !source)
      return refuse(409, 'This order was not paid, or is refunded already.');
    const open = await tx
      .selectFrom('refund')
      .select('id')
      .where('purchaseId', '=', order.id)
      .where('state', '=', 'asked')
      .where('cents', '=', amount)
      .where('reason', '=', reason.slice(0, 300))
      .executeTakeFirst();
    if (open) return done({ refundId: open.id });
    const { taken, count } = await tx
      .selectFrom('refund')
      .select((eb) => [
        eb.fn
          .coalesce(eb.fn.sum<number>('cents').filterWhere('state', '!=', 'refused'), eb.val(0))
          .as('taken'),
        eb.fn.countAll<number>().as('count'),
      ])
      .where('purchaseId', '=', order.id)
      .executeTakeFirstOrThrow();
    const left = order.priceCents - Number(taken);
    if (!Number.isInteger(amount) || amount < 1 || amount > left)
      return refuse(422, `At most ${dollars(left)} can be given back.`, {
        amount: [`At most ${dollars(left)} can be given back.`],
      });
    const requestId = Number(count) === 0 ? `r-${source}` : `r-${source}-${Number(count) + 1}`;
    const refund = await tx
      .insertInto('refund')
      .values({
        purchaseId: order.id,
        requestId,
        cents: amount,
        reason: reason.slice(0, 300),
        at: world.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (order.method !== 'bank') return done({ refundId: refund.id });
    await book(world, site, tx, order, refund, requestId);
    await follow(world, tx, order.id);
    return done('booked');
  });
  if (!asking.ok) return asking;
  return asking.value === 'booked'
    ? done(undefined)
    : askRefund(world, asked, asking.value.refundId);
}

/** In `tx`: a refund that was made has its credit note, its line and its letter. */
async function book(
  world: World,
  site: Publisher,
  tx: Tx,
  order: Purchase,
  { id, cents, reason }: { id: number; cents: number; reason: string },
  providerId: string,
): Promise<void> {
  await tx.updateTable('refund').set({ state: 'done', providerId }).where('id', '=', id).execute();
  const credit = await issuePaper(world, site, tx, order, {
    kind: 'credit-note',
    cents,
    refundId: id,
    reason,
  });
  await note(tx, order.id, world.clock(), 'refunded', { cents, credit: credit.number });
  await post(
    world,
    tx,
    refundLetter(order, cents, credit, site.siteName, world.origin, providerId),
  );
}

/** Asks the provider for a refund whose row stands; repeating it asks with the same request id. */
export async function askRefund(
  world: World,
  asked: Asked,
  refundId: number,
): Promise<Outcome<undefined>> {
  const refund = await world.db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  if (refund.state !== 'asked' || refund.requestId === null) return done(undefined);
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', refund.purchaseId)
    .where('captureId', 'is not', null)
    .executeTakeFirstOrThrow();
  const order = await purchaseOf(world.db, refund.purchaseId);
  const answer = await world.payments.refund(
    String(attempt.captureId),
    refund.requestId,
    refund.cents,
    order.currency,
  );
  if (answer.kind === 'unknown')
    return refuse(
      502,
      'The provider gave no clear answer. We keep asking, and asking again is safe: nothing is given back twice.',
    );
  const made = answer.kind === 'done' && !['FAILED', 'CANCELLED'].includes(answer.status);
  if (made) await known(world, order.id, refundId, answer.refundId);
  const seen = await world.payments.look(String(attempt.providerId));
  if (seen.kind === 'seen') await takeRefunds(world, asked, order.id, seen);
  if (made) return done(undefined);
  const issue = answer.kind === 'done' ? answer.status : answer.issue;
  return notMade(world, asked, order.id, refundId, issue, `reversal-${String(attempt.captureId)}`);
}

/** The provider's refund belongs to the row that asked for it. Where another row of the same sum was taken for it, the two change places: that one is asked for next. */
async function known(
  world: World,
  purchaseId: number,
  refundId: number,
  providerId: string,
): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    await lockKin(tx, purchaseId);
    const other = await tx
      .selectFrom('refund')
      .selectAll()
      .where('providerId', '=', providerId)
      .where('id', '!=', refundId)
      .executeTakeFirst();
    if (!other) {
      await tx
        .updateTable('refund')
        .set({ providerId })
        .where('id', '=', refundId)
        .where('providerId', 'is', null)
        .execute();
      return;
    }
    const { requestId } = await tx
      .selectFrom('refund')
      .select('requestId')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow();
    await tx.updateTable('refund').set({ requestId: null }).where('id', '=', refundId).execute();
    await tx.updateTable('refund').set({ requestId }).where('id', '=', other.id).execute();
    await tx
      .updateTable('refund')
      .set({ requestId: other.requestId ?? `${String(requestId)}-again` })
      .where('id', '=', refundId)
      .execute();
  });
}

/**
 * A refund that the provider will not make. Where the payment is all gone already without a refund of ours (a dispute was lost), it is booked as what it
 * is; else it is refused, and another may be asked for.
 */
async function notMade(
  world: World,
  asked: Asked,
  purchaseId: number,
  refundId: number,
  issue: string,
  reversal: string,
): Promise<Outcome<undefined>> {
  const site = await asked.site();
  return world.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
    const order = await lockKin(tx, purchaseId);
    const row = await tx
      .selectFrom('refund')
      .selectAll()
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow();
    if (row.state === 'done') return done(undefined);
    if (
      issue === 'CAPTURE_FULLY_REFUNDED' &&
      order.state === 'reversed' &&
      row.cents === order.priceCents - order.refundedCents
    ) {
      await book(world, site, tx, order, row, reversal);
      await follow(world, tx, purchaseId);
      return done(undefined);
    }
    await tx.updateTable('refund').set({ state: 'refused' }).where('id', '=', refundId).execute();
    await note(tx, purchaseId, world.clock(), 'refund-refused', { issue });
    return refuse(409, `The provider refused the refund (${issue}).`);
  });
}

/**
 * Ours follows what the provider keeps: each refund is one row, one credit note and one letter, whoever made it; a dispute suspends the grants,
 * its end opens them again (the newest event by the provider's time counts). Any number of calls, in any order, end the same.
 */
export async function takeRefunds(
  world: World,
  asked: Asked,
  purchaseId: number,
  seen: Seen,
): Promise<void> {
  const site = await asked.site();
  await world.db.transaction().execute(async (tx) => {
    const order = await lockKin(tx, purchaseId);
    const paid = await tx
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', purchaseId)
      .where('captureId', 'is not', null)
      .executeTakeFirst();
    if (
      !paid ||
      !['paid', 'fulfilled', 'partly-refunded', 'refunded', 'reversed'].includes(order.state)
    )
      return;
    for (const one of seen.refunds) {
      if (
        one.status !== 'COMPLETED' ||
        (one.captureId !== undefined && one.captureId !== paid.captureId)
      )
        continue;
      const known =
        (await tx
          .selectFrom('refund')
          .selectAll()
          .where('providerId', '=', one.id)
          .executeTakeFirst()) ??
        (await tx
          .selectFrom('refund')
          .selectAll()
          .where('purchaseId', '=', purchaseId)
          .where('state', '=', 'asked')
          .where('providerId', 'is', null)
          .where('cents', '=', cents(one.value))
          .executeTakeFirst()) ??
        (await tx
          .insertInto('refund')
          .values({
            purchaseId,
            providerId: one.id,
            cents: cents(one.value),
            reason: 'Given back at the payment provider.',
            at: world.clock(),
          })
          .returningAll()
          .executeTakeFirstOrThrow());
      if (known.state === 'done') continue;
      await book(world, site, tx, order, known, one.id);
    }
    await follow(world, tx, purchaseId);
  });
}
