import { getStoreId } from '#core/kernel/store-identity.store.ts';
import { formatNumber } from '#core/store/numbering.model.ts';
import {
  findPurchase,
  findPurchaseByNumber,
  type DatabaseOrTx,
  type Purchase,
} from '../purchase.store.ts';
import { findRefundByRequestId } from '../refunds/refund.store.ts';
import { buildInvoiceId, readCustomId } from './custom-id.model.ts';
import { findAttemptOfEvent, findPaidAttempt } from './payment-attempt.store.ts';

/** The provider's data of a payment, with its time. */
type ToldPayment = {
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly at: Date | undefined;
};

/** Whose a payment is. */
export type PaymentOwner =
  | { readonly kind: 'order'; readonly order: Purchase }
  /** Of this store, for an order that its database does not know: an older one was restored. */
  | { readonly kind: 'lost'; readonly id: number }
  /** Of another program or another store; `order` is ours with the same number. */
  | { readonly kind: 'foreign'; readonly order: Purchase | undefined };

/**
 * Whose a payment is, by its ids alone: ours are told exactly as we tell them. Orders from before
 * there were random keys are told by their id, and by their number in the store's format: any other
 * program may count in the same way, so that this is ours only while it can be (see `soldPlainAt`).
 */
export async function findPaymentOwner(
  db: DatabaseOrTx,
  told: ToldPayment,
  numberFormat: string,
): Promise<PaymentOwner> {
  const { customId, invoiceId, at } = told;
  const read = readCustomId(customId);
  if (read.kind === 'store' && read.storeId === (await getStoreId(db))) {
    const ours = await findPurchaseByKey(db, read.key);
    return ours ? { kind: 'order', order: ours } : { kind: 'lost', id: read.id };
  }
  const order = read.kind === 'plain' ? await findPurchase(db, read.id) : undefined;
  if (read.kind === 'plain') {
    const isSameNumber = invoiceId === undefined || (order && invoiceId === buildInvoiceId(order));
    if (order?.paymentKey === null && isSameNumber) return { kind: 'order', order };
    const isFree = !order || (at !== undefined && order.placedAt > at);
    const isOurNumber = invoiceId === formatNumber(numberFormat, read.id);
    if (isFree && isOurNumber && (await soldPlainAt(db, at))) return { kind: 'lost', id: read.id };
  }
  const namesake = invoiceId ? await findPurchaseByNumber(db, invoiceId) : undefined;
  return { kind: 'foreign', order: namesake };
}

/**
 * True if the store told the provider plain numbers at this time: it has orders from before there
 * were keys, and none with a key was placed by then. A store that began with keys never did.
 */
async function soldPlainAt(db: DatabaseOrTx, at: Date | undefined): Promise<boolean> {
  const placed = (isPlain: boolean) =>
    db
      .selectFrom('purchase')
      .select('id')
      .where('paymentKey', isPlain ? 'is' : 'is not', null)
      .limit(1);
  if (!(await placed(true).executeTakeFirst())) return false;
  const keyed = at === undefined ? placed(false) : placed(false).where('placedAt', '<=', at);
  return (await keyed.executeTakeFirst()) === undefined;
}

/** The order that our own id names exactly; undefined for every other one. */
async function findOrderByCustomId(
  db: DatabaseOrTx,
  customId: string | undefined,
): Promise<Purchase | undefined> {
  const read = readCustomId(customId);
  if (read.kind === 'foreign') return undefined;
  if (read.kind === 'store')
    return read.storeId === (await getStoreId(db)) ? findPurchaseByKey(db, read.key) : undefined;
  const order = await findPurchase(db, read.id);
  return order?.paymentKey === null ? order : undefined;
}

/** The order with this key, whatever its number: one that was recreated may have another. */
const findPurchaseByKey = (db: DatabaseOrTx, paymentKey: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('paymentKey', '=', paymentKey).executeTakeFirst();

/**
 * The attempt that a payment was made by: by the provider's id of it, else by ours of the order or
 * of a refund.
 */
export async function findAttemptOfPayment(
  db: DatabaseOrTx,
  { captureId, customId }: { readonly captureId: string | null; readonly customId: string | null },
) {
  if (captureId !== null) return findAttemptOfEvent(db, { captureId });
  const order = await findOrderByCustomId(db, customId ?? undefined);
  const ofRefund = order ? undefined : await findRefundByRequestId(db, customId ?? '');
  const purchaseId = order?.id ?? ofRefund?.purchaseId;
  return purchaseId === undefined ? undefined : findPaidAttempt(db, purchaseId);
}
