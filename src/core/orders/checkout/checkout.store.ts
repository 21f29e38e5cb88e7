import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import type { Tx } from '#core/deps.ts';
import { unpaidStates } from '../order-states.model.ts';
import { type PaymentMethod } from '../model.ts';
import type { TaxedPrice } from '../tax.model.ts';
import type { DatabaseOrTx, NewPurchase } from '../purchase.store.ts';
import { whereOrderOwner, type OrderOwner } from './earlier-order.store.ts';

/** The order has an approval page at the provider: it waits for the buyer, whatever was before. */
export async function markAwaitingApproval(tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: 'awaiting-approval' })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['pending', 'cancelled', 'expired'])
    .where('closedReason', 'is', null)
    .execute();
}

type SameOrder = {
  readonly browserHash: string;
  readonly reportId: number;
  readonly licence: Licence;
  readonly price: TaxedPrice;
  readonly currency: string;
  readonly method: PaymentMethod;
};

/** The newest unpaid order of a browser for the same licence, price and method, locked. */
export const lockOpenOrder = (tx: Tx, order: SameOrder) =>
  tx
    .selectFrom('purchase')
    .selectAll()
    .where('buyerSecretHash', '=', order.browserHash)
    .where('reportId', '=', order.reportId)
    .where('licence', '=', order.licence)
    .where('priceCents', '=', order.price.totalCents)
    .where('currency', '=', order.currency)
    .where('taxCents', '=', order.price.taxCents)
    .where('taxKind', '=', order.price.kind)
    .where('taxCountry', order.price.country === null ? 'is' : '=', order.price.country)
    .where('upgradeOf', 'is', null)
    .where('closedReason', 'is', null)
    .where('paymentMethod', '=', order.method)
    .where(
      'state',
      'in',
      order.method === 'bank'
        ? ['pending', 'awaiting-transfer']
        : ['pending', 'awaiting-approval', 'cancelled'],
    )
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst();

/** The columns of an order that hold what its buyer filled in, was promised and accepted. */
export const buyerColumns = [
  'buyerKind',
  'name',
  'email',
  'mobileNo',
  'companyName',
  'jobTitle',
  'country',
  'countryCode',
  'address',
  'city',
  'region',
  'zip',
  'taxId',
  'withdrawalWaiver',
  'priceCents',
  'taxKind',
  'taxName',
  'taxCents',
  'taxBasisPoints',
  'taxCountry',
  'vatNumberStatus',
  'vatConsultation',
  'deliveryDays',
  'customerId',
  'termsTitle',
  'termsHash',
] as const satisfies readonly (keyof NewPurchase)[];

export type BuyerDetails = Pick<NewPurchase, 'anotherOf' | (typeof buyerColumns)[number]>;

/** Replaces what the buyer filled in. */
export const updateBuyer = (tx: Tx, purchaseId: number, buyer: BuyerDetails) =>
  tx
    .updateTable('purchase')
    .set(buyer)
    .where('id', '=', purchaseId)
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();

/**
 * In `tx`: orders by card that nobody paid, of a browser or an account, for a licence that it orders
 * anew; the order `exceptId` is the one that it goes on with.
 */
export const listReplacedOrders = (
  tx: Tx,
  {
    reportId,
    licence,
    owner,
    exceptId,
  }: {
    readonly reportId: number;
    readonly licence: Licence;
    readonly owner: OrderOwner;
    readonly exceptId: number;
  },
) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('id', '!=', exceptId)
    .where('upgradeOf', 'is', null)
    .where('paymentMethod', '=', 'card')
    .where('state', 'in', [...unpaidStates])
    .where('closedReason', 'is', null)
    .where((eb) => whereOrderOwner(eb, owner))
    .orderBy('id')
    .forUpdate()
    .execute();

/** The newest order of a browser for a report that is not paid yet. */
export const findUnpaidOrder = (db: DatabaseOrTx, browserHash: string, reportId: number) =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('buyerSecretHash', '=', browserHash)
    .where('reportId', '=', reportId)
    .where('state', 'in', ['pending', 'awaiting-approval', 'awaiting-transfer', 'cancelled'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
