/**
 * The id of an order for the payment provider, so that its lists say which store and which order a
 * payment is for: other programs and other stores may share the account, and a database that was
 * restored gives numbers a second time.
 */

/** The parts of an order's ids at the provider; `paymentKey` is random, and null for old orders. */
export type PaymentIdentity = {
  readonly id: number;
  readonly number: string;
  readonly paymentKey: string | null;
};

/**
 * Store, order and the order's random key; of an order from before there were any, its id alone.
 */
export const buildCustomId = (storeId: string, { id, paymentKey }: PaymentIdentity): string =>
  paymentKey === null ? String(id) : `${storeId}-${id}-${paymentKey}`;

/**
 * The order's number and a part of its key: no other order on the account has the same, and the
 * provider takes one payment for each.
 */
export const buildInvoiceId = ({ number, paymentKey }: PaymentIdentity): string =>
  paymentKey === null ? number : `${number}-${paymentKey.slice(0, 6)}`;

/** Whose payment it may be; `store` has a store's id, `plain` is how old orders were told. */
export type ReadCustomId =
  | { readonly kind: 'store'; readonly storeId: string; readonly id: number; readonly key: string }
  | { readonly kind: 'plain'; readonly id: number }
  | { readonly kind: 'foreign' };

/** The largest id that the database can give. */
const maxId = 2 ** 31 - 1;

export function readCustomId(customId: string | undefined): ReadCustomId {
  const [, storeId, storeOrder, key, plain] =
    /^(?:([0-9a-f]{32})-(\d{1,10})-([0-9a-f]{16})|(\d{1,10}))$/.exec(customId ?? '') ?? [];
  const id = Number(storeOrder ?? plain ?? Number.NaN);
  if (!(id >= 1 && id <= maxId)) return { kind: 'foreign' };
  return storeId !== undefined && key !== undefined
    ? { kind: 'store', storeId, id, key }
    : { kind: 'plain', id };
}

/**
 * True if the provider was told exactly of this order. One that was recreated may have got
 * another number; its key is the same.
 */
export function isToldOfOrder(
  storeId: string,
  order: PaymentIdentity,
  told: { readonly customId: string | undefined; readonly invoiceId: string | undefined },
): boolean {
  const read = readCustomId(told.customId);
  const isRecreated = read.kind === 'store' && read.id !== order.id;
  const named = isRecreated ? { ...order, id: read.id } : order;
  return (
    told.customId === buildCustomId(storeId, named) &&
    (isRecreated || told.invoiceId === buildInvoiceId(order))
  );
}

/** Returns an order's item in the provider's list. */
export const buildSku = (item: { readonly reportCode: string; readonly licence: string }): string =>
  `${item.reportCode}/${item.licence}`;

/** Reads a sku that we wrote; undefined for every other text. */
export function readSku(sku: string): { reportCode: string; licence: string } | undefined {
  const [, reportCode, licence] = /^(.+)\/([a-z0-9-]+)$/.exec(sku) ?? [];
  return reportCode !== undefined && licence !== undefined ? { reportCode, licence } : undefined;
}
