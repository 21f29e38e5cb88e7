import type { Tx, World } from '../world.ts';
import { delivered, type OrderState } from './model.ts';
import { move, note, purchaseOf, type Purchase } from './store.ts';

/** In `tx`: the order, those that it enlarges and those `beside` it are locked, oldest first, so that no two transactions wait for each other. Answers it as it stands now. */
export async function lockKin(
  tx: Tx,
  id: number,
  beside: readonly number[] = [],
): Promise<Purchase> {
  const ids: number[] = [...beside];
  for (let up: number | null = id; up !== null;) {
    ids.push(up);
    up = (await purchaseOf(tx, up)).upgradeOf;
  }
  await tx
    .selectFrom('purchase')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return purchaseOf(tx, id);
}

/** True while the order that an upgrade enlarges is its buyer's: the difference alone buys nothing. */
export async function stands(
  db: Tx | World['db'],
  { upgradeOf }: Pick<Purchase, 'upgradeOf'>,
): Promise<boolean> {
  return (
    upgradeOf === null || delivered.includes((await purchaseOf(db, upgradeOf)).state as OrderState)
  );
}

/** True where another upgrade of the same order was bought meanwhile: one is enough. */
export async function superseded(
  db: World['db'],
  { id, upgradeOf }: Pick<Purchase, 'id' | 'upgradeOf'>,
): Promise<boolean> {
  return (
    upgradeOf !== null &&
    (await db
      .selectFrom('purchase')
      .select('id')
      .where('upgradeOf', '=', upgradeOf)
      .where('id', '!=', id)
      .where('state', 'in', [...delivered, 'reversed'])
      .executeTakeFirst()) !== undefined
  );
}

/** True while the newest thing heard of a dispute about the order's payment is that it stands. */
async function inDispute(tx: Tx, purchaseId: number): Promise<boolean> {
  const last = await tx
    .selectFrom('webhookEvent')
    .innerJoin('paymentAttempt', 'paymentAttempt.captureId', 'webhookEvent.captureId')
    .select('dispute')
    .where('purchaseId', '=', purchaseId)
    .where('dispute', 'is not', null)
    .orderBy('happenedAt', 'desc')
    .executeTakeFirst();
  return last?.dispute === 'opened';
}

/**
 * In `tx`, under `lockKin`: state and grants of an order follow its money, its disputes and the order that it enlarges, and those that enlarge it
 * follow after. A seat that was taken back stays closed. What opens again and was never delivered is delivered then.
 */
export async function follow(world: World, tx: Tx, id: number): Promise<void> {
  const order = await purchaseOf(tx, id);
  const { total } = await tx
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.val(0)).as('total'))
    .where('purchaseId', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  const back = Math.min(Number(total), order.priceCents);
  if (back !== order.refundedCents)
    await tx.updateTable('purchase').set({ refundedCents: back }).where('id', '=', id).execute();
  const state = order.state as OrderState;
  const alone = !(await stands(tx, order));
  const paused = alone || (await inDispute(tx, id));
  const to: OrderState =
    back >= order.priceCents
      ? 'refunded'
      : paused
        ? 'reversed'
        : back > 0
          ? 'partly-refunded'
          : state === 'reversed'
            ? 'fulfilled'
            : state;
  if (to === state || !(await move(tx, id, state, to))) return;
  await note(
    tx,
    id,
    world.clock(),
    to,
    alone ? { why: 'the order that it enlarges is closed' } : {},
  );
  await openGrants(tx, id, delivered.includes(to));
  if (delivered.includes(to) && order.fulfilledAt === null) await deliverSoon(world, tx, id);
  if (to === 'reversed')
    world.log.warn(
      { order: order.number, alone },
      'the downloads of an order are closed: a person must look',
    );
  const larger = await tx
    .selectFrom('purchase')
    .select('id')
    .where('upgradeOf', '=', id)
    .where('state', 'in', [...delivered, 'reversed'])
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const one of larger) await follow(world, tx, one.id);
}

/** In `tx`: the job that prints the buyer's copies and sends his letter, one however often it is asked for. */
export const deliverSoon = (world: World, tx: Tx, id: number): Promise<void> =>
  world.later(tx, 'orders.deliver', { purchaseId: id }, { key: `deliver-${id}`, long: true });

async function openGrants(tx: Tx, purchaseId: number, open: boolean): Promise<void> {
  await tx
    .updateTable('deliveryGrant')
    .set({ suspended: !open })
    .where('purchaseId', '=', purchaseId)
    .execute();
  const takenBack = tx
    .selectFrom('seat')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('revokedAt', 'is not', null);
  await tx
    .updateTable('deliveryGrant')
    .set({ suspended: true })
    .where('seatId', 'in', takenBack)
    .execute();
}
