import type { OrderState } from './order-states.model.ts';
import { sql, type ExpressionBuilder, type Insertable } from 'kysely';
import type { Customer } from '#core/accounts/model.ts';
import type { Database, Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import { holdCurrency } from '#core/store/index.ts';
import { formatNumber } from '#core/store/numbering.model.ts';
import type { EventDetail } from './model.ts';

export type DatabaseOrTx = Database | Tx;

export const getPurchase = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type Purchase = Awaited<ReturnType<typeof getPurchase>>;

export const findPurchase = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst();

/** The order with this number. */
export const findPurchaseByNumber = (db: DatabaseOrTx, number: string) =>
  db.selectFrom('purchase').selectAll().where('number', '=', number).executeTakeFirst();

export type NewPurchase = Omit<Insertable<DB['purchase']>, 'id' | 'number'>;

/**
 * In `tx`: a new order, numbered as the store's settings say. Throws if the store has another
 * currency by now.
 */
export async function insertPurchase(
  tx: Tx,
  order: NewPurchase,
  numberFormat: string,
): Promise<{ id: number; number: string }> {
  if ((await holdCurrency(tx)) !== order.currency)
    throw new Error(`the currency of the store is no longer ${order.currency}`);
  const { rows } = await sql<{ id: number }>`select nextval('purchase_id_seq')::int as id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  const number = formatNumber(numberFormat, id);
  await tx
    .insertInto('purchase')
    .values({ ...order, id, number })
    .execute();
  return { id, number };
}

type RecreatedIdentity = {
  /** The id that the order had; undefined if nobody knows. */
  readonly id: number | undefined;
  readonly paymentKey: string | null;
  readonly numberFormat: string;
};

/**
 * In `tx`: an order that a restored database lost, with the id and the number that it had; if
 * another order has got one of them meanwhile, with the next.
 */
export async function insertRecreatedPurchase(
  tx: Tx,
  order: NewPurchase,
  { id, paymentKey, numberFormat }: RecreatedIdentity,
): Promise<{ id: number; number: string }> {
  const number = id === undefined ? '' : formatNumber(numberFormat, id);
  const isTaken =
    id === undefined ||
    (await findPurchase(tx, id)) !== undefined ||
    (await findPurchaseByNumber(tx, number)) !== undefined;
  const recreated = { ...order, paymentKey };
  if (isTaken) return insertPurchase(tx, recreated, numberFormat);
  await tx
    .insertInto('purchase')
    .values({ ...recreated, id, number })
    .execute();
  return { id, number };
}

/** The order as it is now, locked until the transaction ends. */
export const lockPurchase = (tx: Tx, id: number) =>
  tx.selectFrom('purchase').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** The orders are locked until the transaction ends, oldest first as everywhere. */
export const lockPurchases = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * Moves an order to another state; false if it is no longer in `from`. Throws for a transition
 * that the table of transitions does not have.
 */
export async function transitionOrder(
  db: DatabaseOrTx,
  id: number,
  from: OrderState,
  to: OrderState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds a line to the order's history. */
export const recordEvent = (
  db: DatabaseOrTx,
  purchaseId: number,
  occurredAt: Date,
  { kind, detail = {} }: { readonly kind: string; readonly detail?: EventDetail },
): Promise<unknown> =>
  db.insertInto('orderEvent').values({ purchaseId, occurredAt, kind, detail }).execute();

/** The newest line of the order's history. */
export const findLastEvent = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderEvent')
    .select('kind')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** A condition on `purchase`: placed with the account, or with its address once it is confirmed. */
export const whereOwner = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  customer: Pick<Customer, 'id' | 'email' | 'confirmed'>,
) =>
  eb.or([
    eb('customerId', '=', customer.id),
    ...(customer.confirmed
      ? [eb(eb.fn('lower', ['email']), '=', customer.email.toLowerCase())]
      : []),
  ]);

/** Orders placed with this address and without an account belong to the customer, oldest first. */
export async function assignOrdersByEmail(
  db: DatabaseOrTx,
  customerId: number,
  email: string,
): Promise<void> {
  const orders = await db
    .selectFrom('purchase')
    .select('id')
    .where('customerId', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .execute();
  for (const { id } of orders)
    await db
      .updateTable('purchase')
      .set({ customerId })
      .where('id', '=', id)
      .where('customerId', 'is', null)
      .execute();
}
