import { sql } from 'kysely';
import { decimal } from '../kernel/cents.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { giveUp, settle } from './capture.ts';
import { deliver } from './delivery.ts';
import { closeHeld } from './held.ts';
import {
  delivered,
  lookUntil,
  numberOf,
  patience,
  transferDays,
  type OrderState,
} from './model.ts';
import { askRefund } from './refund.ts';
import { attemptByProvider, due, move, note } from './store.ts';
import { handleWebhook, lookAt } from './webhook.ts';

/** So many unclear answers in a row say that the provider is away: the rest is asked in the next run. */
const awayAfter = 5;

/**
 * Asks the provider about every unfinished attempt that is due: an approved order is captured, a lost answer is
 * found, a lapsed one expires, a refund without an answer is asked for again. Run at start and every minute; the claim keeps it apart from buyers and webhooks.
 */
export async function reconcile(world: World, asked: Asked): Promise<void> {
  const now = world.clock();
  const oldest = new Date(now.getTime() - lookUntil);
  let unclear = 0;
  for (
    let some = await due(world.db, now, oldest, 0);
    some.length > 0 && unclear < awayAfter;
    some = await due(world.db, now, oldest, some.at(-1)?.id ?? 0)
  ) {
    for (const { id, providerId, looks } of some) {
      if (unclear === awayAfter) break;
      // Each is put off before it is asked about, so that one that fails holds nobody up.
      const next = new Date(world.clock().getTime() + patience(looks));
      await world.db
        .updateTable('paymentAttempt')
        .set({ looks: looks + 1, nextLookAt: next })
        .where('id', '=', id)
        .execute();
      if (providerId) unclear = (await lookAfter(world, asked, providerId)) ? 0 : unclear + 1;
    }
  }
  if (unclear < awayAfter) await askAgain(world, asked, new Date(now.getTime() - 5000));
  await takeUp(world, asked, new Date(now.getTime() - 30_000));
  await expireUnasked(world, new Date(now.getTime() - 86_400_000));
}

const told =
  (world: World, what: string) =>
  (error: unknown): void =>
    world.log.error({ error: String(error) }, what);

/** Refunds without an answer, and payments that are held: one that fails is told, and holds no other up. */
async function askAgain(world: World, asked: Asked, before: Date): Promise<void> {
  for (const { id } of await world.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'asked')
    .where('at', '<', before)
    .orderBy('id')
    .limit(500)
    .execute())
    await askRefund(world, asked, id).catch(told(world, 'a refund could not be asked for'));
  for (const { id } of await world.db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'mismatch')
    .limit(100)
    .execute())
    await closeHeld(world, asked, id).catch(told(world, 'a held payment could not be looked at'));
}

/** What a killed process left between two steps: paid and not delivered, heard and not handled. One that fails is told, and holds no other up. */
async function takeUp(world: World, asked: Asked, before: Date): Promise<void> {
  for (const { id } of await world.db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', [...delivered])
    .where('fulfilledAt', 'is', null)
    .where('paidAt', '<', before)
    .orderBy('id')
    .execute())
    await deliver(world, asked, id).catch(
      told(world, 'an order that is paid could not be delivered'),
    );
  for (const { id } of await world.db
    .selectFrom('webhookEvent')
    .select('id')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(500)
    .execute())
    await handleWebhook(world, asked, id).catch(told(world, 'a webhook could not be worked on'));
}

/** False where the provider gave no clear answer. */
async function lookAfter(world: World, asked: Asked, providerId: string): Promise<boolean> {
  const known = await attemptByProvider(world.db, providerId);
  if (!known) return true;
  const { attempt, purchase } = known;
  const seen = await world.payments.look(providerId);
  if (seen.kind === 'unknown') return false;
  const gone = seen.kind === 'missing' || seen.status === 'VOIDED';
  const open = purchase.state === 'awaiting-approval' || purchase.state === 'cancelled';
  if (gone && purchase.state === 'capturing') await giveUp(world, asked, attempt, purchase);
  else if (gone && open) await lapse(world, attempt.id, purchase.id);
  else if (!gone && (!open || seen.status === 'APPROVED' || seen.status === 'COMPLETED'))
    return (await settle(world, asked, attempt, purchase)) !== 'checking';
  return true;
}

/** An approval that lapsed: the order is over with its newest attempt alone, since the buyer may be at that one just now. */
async function lapse(world: World, attemptId: number, purchaseId: number): Promise<void> {
  const newest = await world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  if (
    newest?.id === attemptId &&
    (await move(world.db, purchaseId, 'awaiting-approval', 'expired'))
  )
    await note(world.db, purchaseId, world.clock(), 'expired');
}

/** An order that never reached the provider is over after a day, and one that waits for a transfer after sixty (`transferDays`). */
async function expireUnasked(world: World, before: Date): Promise<void> {
  await world.db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('placedAt', '<', before)
    .execute();
  const late = await world.db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'awaiting-transfer')
    .where('placedAt', '<', new Date(before.getTime() - (transferDays - 1) * 86_400_000))
    .returning('id')
    .execute();
  for (const { id } of late) await note(world.db, id, world.clock(), 'expired');
}

/** Numbers that are left out after an older database was put back: the provider's books lag up to three hours. */
const spare = 1000;

/** Where an older database was put back, the provider knows orders that ours has lost: their numbers, and the request ids made of them, are never given again. */
async function passOver(
  world: World,
  booked: readonly {
    readonly customId: string | undefined;
    readonly invoiceId: string | undefined;
  }[],
): Promise<void> {
  const ours = booked
    .map(({ customId, invoiceId }) => ({ id: Number(customId), invoiceId }))
    .filter(
      ({ id, invoiceId }) =>
        Number.isSafeInteger(id) && id > 0 && id < 2 ** 30 && invoiceId === numberOf(id),
    );
  const highest = Math.max(0, ...ours.map(({ id }) => id));
  await sql`select setval('purchase_id_seq', ${highest + spare}) where ${highest} > coalesce((select last_value from pg_sequences where schemaname = current_schema and sequencename = 'purchase_id_seq'), 0)`.execute(
    world.db,
  );
}

/** A paid order whose capture the books list follows what became of the money since (a refund whose webhook was lost). False where the order was paid by another capture: that one is given back. */
async function bringUp(
  world: World,
  asked: Asked,
  purchaseId: number,
  captureId: string,
): Promise<boolean> {
  const attempts = await world.db
    .selectFrom('paymentAttempt')
    .select(['id', 'captureId'])
    .where('purchaseId', '=', purchaseId)
    .where('providerId', 'is not', null)
    .execute();
  const its = attempts.some((one) => one.captureId === captureId);
  for (const one of attempts)
    if (its === (one.captureId === captureId)) await lookAt(world, asked, one.id).catch(() => {});
  return its;
}

export type Difference = {
  readonly captureId: string;
  readonly order: string | undefined;
  readonly what:
    | 'unknown order'
    | 'captured and not paid'
    | 'other amount'
    | 'paid and not captured'
    | 'second payment';
};
export type Report = {
  readonly captures: number;
  readonly differences: readonly Difference[];
  readonly repaired: number;
};

/**
 * Holds the provider's books of 31 days against ours: at start and every night. A capture without a paid order is repaired by asking the provider again; what is left is
 * answered, kept in the order's history and logged for a person. Throws where the books could not be had.
 */
export async function compareBooks(world: World, asked: Asked): Promise<Report> {
  const now = world.clock();
  const from = new Date(now.getTime() - 30.9 * 86_400_000);
  const books = await world.payments.books(from, now);
  if (books.kind === 'unknown')
    throw new Error(`the provider's books could not be had: ${books.reason}`);
  await passOver(world, books.captures);
  const differences: Difference[] = [];
  let repaired = 0;
  for (const { captureId, customId, value, currency, status } of books.captures) {
    if (status !== 'S') continue;
    const order = /^\d{1,9}$/.test(customId ?? '')
      ? await world.db
          .selectFrom('purchase')
          .selectAll()
          .where('id', '=', Number(customId))
          .executeTakeFirst()
      : undefined;
    const say = (what: Difference['what']): void =>
      void differences.push({ captureId, order: order?.number ?? undefined, what });
    if (!order) say('unknown order');
    else if (value !== decimal(order.priceCents) || currency !== order.currency)
      say('other amount');
    else if (
      !delivered.includes(order.state as OrderState) &&
      !['refunded', 'reversed'].includes(order.state)
    ) {
      for (const { id } of await world.db
        .selectFrom('paymentAttempt')
        .select('id')
        .where('purchaseId', '=', order.id)
        .where('providerId', 'is not', null)
        .execute())
        await lookAt(world, asked, id).catch(() => {});
      const { state } = await world.db
        .selectFrom('purchase')
        .select('state')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      if (delivered.includes(state as OrderState)) repaired++;
      else say('captured and not paid');
    } else if (!(await bringUp(world, asked, order.id, captureId))) say('second payment');
  }
  const listed = new Set(books.captures.map(({ captureId }) => captureId));
  // The provider's books lag up to three hours.
  const ours = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['captureId', 'purchase.number'])
    .where('captureId', 'is not', null)
    .where('paidAt', '>', from)
    .where('paidAt', '<', new Date(now.getTime() - 3 * 3_600_000))
    .execute();
  for (const { captureId, number } of ours)
    if (captureId && !listed.has(captureId))
      differences.push({ captureId, order: number ?? undefined, what: 'paid and not captured' });
  for (const one of differences)
    world.log.error(one, "the provider's books and ours differ: a person must look");
  return { captures: books.captures.length, differences, repaired };
}
