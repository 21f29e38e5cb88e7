import type { OrderDeps } from '../deps.ts';
import { Deliveries } from '../delivery/deliver.ts';

import type { Tx, Deps } from '#core/deps.ts';
import { statesWithAccess, type OrderState } from '../model.ts';
import { transitionOrder, recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';

/** In `tx`: the order, those that it enlarges and those `beside` it are locked, oldest first, so that no two transactions wait for each other. Answers it as it stands now. */
export async function lockUpgradeChain(
  tx: Tx,
  id: number,
  otherIds: readonly number[] = [],
): Promise<Purchase> {
  const ids: number[] = [...otherIds];
  for (let up: number | null = id; up !== null;) {
    ids.push(up);
    up = (await getPurchase(tx, up)).upgradeOf;
  }
  await tx
    .selectFrom('purchase')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return getPurchase(tx, id);
}

/** True while the order that an upgrade enlarges is its buyer's: the difference alone buys nothing. */
export async function isBaseOrderActive(
  db: Tx | Deps['db'],
  { upgradeOf }: Pick<Purchase, 'upgradeOf'>,
): Promise<boolean> {
  return upgradeOf === null || statesWithAccess.includes((await getPurchase(db, upgradeOf)).state);
}

/** True where another upgrade of the same order was bought meanwhile: one is enough. */
export async function isAlreadyUpgraded(
  db: Deps['db'],
  { id, upgradeOf }: Pick<Purchase, 'id' | 'upgradeOf'>,
): Promise<boolean> {
  return (
    upgradeOf !== null &&
    (await db
      .selectFrom('purchase')
      .select('id')
      .where('upgradeOf', '=', upgradeOf)
      .where('id', '!=', id)
      .where('state', 'in', [...statesWithAccess, 'suspended'])
      .executeTakeFirst()) !== undefined
  );
}

/** True while the newest thing heard of a dispute about the order's payment is that it stands. */
async function isInDispute(tx: Tx, purchaseId: number): Promise<boolean> {
  const last = await tx
    .selectFrom('webhookEvent')
    .innerJoin('paymentAttempt', 'paymentAttempt.captureId', 'webhookEvent.captureId')
    .select('dispute')
    .where('purchaseId', '=', purchaseId)
    .where('dispute', 'is not', null)
    .orderBy('occurredAt', 'desc')
    .executeTakeFirst();
  return last?.dispute === 'opened';
}

async function updateGrantAccess(tx: Tx, purchaseId: number, isOpen: boolean): Promise<void> {
  await tx
    .updateTable('downloadGrant')
    .set({ isSuspended: !isOpen })
    .where('purchaseId', '=', purchaseId)
    .execute();
  const revokedSeats = tx
    .selectFrom('seat')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('revokedAt', 'is not', null);
  await tx
    .updateTable('downloadGrant')
    .set({ isSuspended: true })
    .where('seatId', 'in', revokedSeats)
    .execute();
}

export class OrderStateSync {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
  }

  /**
   * In `tx`, under `lockKin`: state and grants of an order follow its money, its disputes and the order that it enlarges, and those that enlarge it
   * follow after. A seat that was taken back stays closed. What opens again and was never delivered is delivered then.
   */
  async syncOrderState(tx: Tx, id: number): Promise<void> {
    const order = await getPurchase(tx, id);
    const { total } = await tx
      .selectFrom('refund')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.val(0)).as('total'))
      .where('purchaseId', '=', id)
      .where('state', '=', 'completed')
      .executeTakeFirstOrThrow();
    const refundedCents = Math.min(Number(total), order.priceCents);
    if (refundedCents !== order.refundedCents)
      await tx
        .updateTable('purchase')
        .set({ refundedCents: refundedCents })
        .where('id', '=', id)
        .execute();
    const state = order.state;
    const isBaseClosed = !(await isBaseOrderActive(tx, order));
    const isSuspended = isBaseClosed || (await isInDispute(tx, id));
    const nextState: OrderState =
      refundedCents >= order.priceCents
        ? 'refunded'
        : isSuspended
          ? 'suspended'
          : refundedCents > 0
            ? 'partly-refunded'
            : state === 'suspended'
              ? 'fulfilled'
              : state;
    if (nextState === state || !(await transitionOrder(tx, id, state, nextState))) return;
    await recordEvent(
      tx,
      id,
      this.#deps.clock(),
      nextState,
      isBaseClosed ? { reason: 'the order that it enlarges is closed' } : {},
    );
    await updateGrantAccess(tx, id, statesWithAccess.includes(nextState));
    if (statesWithAccess.includes(nextState) && order.fulfilledAt === null)
      await this.#deliveries.enqueueDelivery(tx, id);
    if (nextState === 'suspended')
      this.#deps.log.warn(
        { order: order.number, alone: isBaseClosed },
        'the downloads of an order are closed: a person must look',
      );
    const upgrades = await tx
      .selectFrom('purchase')
      .select('id')
      .where('upgradeOf', '=', id)
      .where('state', 'in', [...statesWithAccess, 'suspended'])
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const one of upgrades) await this.syncOrderState(tx, one.id);
  }
}
