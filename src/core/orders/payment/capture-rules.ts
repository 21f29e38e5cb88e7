import type { Tx } from '#core/deps.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { isBaseOrderActive } from '../refunds/upgrade-chain.store.ts';
import { closedReasons, type ClosedReason } from './closed-order.model.ts';
import {
  listOrdersWithMoney,
  lockLicenceOfOrder,
  type OrderWithMoney,
} from './same-licence.store.ts';

/** Why no payment of an order is taken, and the order that stands in its place. */
export type CaptureBar = {
  readonly reason: ClosedReason;
  readonly supersededBy: number | null;
};

/** The rules' answer before a payment is taken. `wait`: another order's payment is being taken. */
export type CaptureRuling =
  | { readonly kind: 'free' }
  | ({ readonly kind: 'barred' } & CaptureBar)
  | { readonly kind: 'wait'; readonly forOrder: number };

/**
 * In `tx`: the one place where it is decided whether an order's payment may be taken, whoever causes
 * it. It may not where another order replaced this one, where the buyer has paid for this licence
 * and did not ask for another copy, or where the order that this one upgrades is closed. Holds the
 * buyer's lock until the transaction ends, so that what is decided stays true.
 */
export async function judgeCapture(tx: Tx, order: Purchase): Promise<CaptureRuling> {
  const buyer = await lockLicenceOfOrder(tx, order);
  const closedReason = closedReasons.find((known) => known === order.closedReason);
  if (closedReason)
    return { kind: 'barred', reason: closedReason, supersededBy: order.supersededBy };
  if (!(await isBaseOrderActive(tx, order)))
    return { kind: 'barred', reason: 'base-closed', supersededBy: order.upgradeOf };
  const others = (await listOrdersWithMoney(tx, order, buyer)).filter(
    (other) => !isAskedForBeside(order, other),
  );
  const settled = others.find(({ state }) => state !== 'capturing');
  if (settled) return { kind: 'barred', reason: 'already-paid', supersededBy: settled.id };
  // Of two that are being taken the older goes first.
  const running = others.find(({ id }) => order.state !== 'capturing' || id < order.id);
  return running ? { kind: 'wait', forOrder: running.id } : { kind: 'free' };
}

/**
 * In `tx`: the order that was paid for the same licence, where this one's payment is one too many.
 */
export async function findPaidBefore(tx: Tx, order: Purchase): Promise<number | undefined> {
  const buyer = await lockLicenceOfOrder(tx, order);
  const others = await listOrdersWithMoney(tx, order, buyer);
  return others.find(
    (other) =>
      !['capturing', 'review', 'mismatch'].includes(other.state) && !isAskedForBeside(order, other),
  )?.id;
}

/**
 * In `tx`: the number of the order with which the buyer paid for the same licence after they placed
 * this one, which waits for a transfer. A transfer for an order of after that is one for another copy.
 */
export async function findPaidSince(tx: Tx, order: Purchase): Promise<string | undefined> {
  const paidBefore = await findPaidBefore(tx, order);
  if (paidBefore === undefined) return undefined;
  const { number, paidAt } = await getPurchase(tx, paidBefore);
  return paidAt !== null && paidAt > order.placedAt ? number : undefined;
}

/** True if the buyer asked for both orders, knowing of the other when they placed one of them. */
function isAskedForBeside(
  one: Pick<Purchase, 'id' | 'anotherOf' | 'upgradeOf'>,
  other: OrderWithMoney,
): boolean {
  const areUpgrades = one.upgradeOf !== null && other.upgradeOf !== null;
  if (areUpgrades) return one.upgradeOf !== other.upgradeOf;
  const [older, newer] = one.id < other.id ? [one, other] : [other, one];
  return newer.anotherOf !== null && newer.anotherOf >= older.id;
}
