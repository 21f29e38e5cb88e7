import type { Customer } from '#core/accounts/model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  buildRightsText,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import type { Country } from '#core/content/model.ts';
import type { Tx } from '#core/deps.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { buildWaiver, hasRightOfWithdrawal } from '../consumer-law.model.ts';
import { holdCurrency } from '#core/store/index.ts';
import type { Terms } from '../deps.ts';
import { closeForPayment } from '../payment/claim.store.ts';
import { lockLicenceOfBuyer } from '../payment/same-licence.store.ts';
import { insertPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import type { Billing } from './billing.model.ts';
import {
  buyerColumns,
  listReplacedOrders,
  lockOpenOrder,
  updateBuyer,
  type BuyerDetails,
} from './checkout.store.ts';
import {
  findUnresolvedOrder,
  refuseSecondOrder,
  type EarlierOrderRefusal,
} from './earlier-order.ts';
import { toTaxColumns, type TaxedSale } from './sales-tax.ts';
import { openPaymentAttempt, type OpenAttempt } from './payment-attempt.ts';
import { saveAcceptedTerms } from './terms.ts';
import { formatTaxNumber } from '../vat-number.model.ts';

/** An order as its form describes it, checked and priced. */
export type OrderDraft = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  readonly listCents: number;
  readonly price: TaxedSale;
  readonly billing: Billing;
  readonly country: Country;
  readonly browserHash: string;
  /** The account that the buyer is logged in with. */
  readonly customer: Customer | undefined;
  /** The order of theirs for the same licence that the buyer knows of. */
  readonly knownOrderNumber: string | undefined;
  readonly terms: Terms;
  /** The licence's name and rights. */
  readonly licenceTerms: LicenceTerms;
  readonly currency: string;
  /** Within how many days after the payment we deliver it; null if its files are there. */
  readonly deliveryDays: number | null;
  /** How orders are numbered. */
  readonly numberFormat: string;
  /** The store's. */
  readonly timeZone: string;
  readonly now: Date;
};

/** `attempt` is undefined for an order that is paid by bank transfer. */
export type SavedOrder = {
  readonly purchaseId: number;
  readonly attempt: OpenAttempt | undefined;
};

/**
 * In `tx`: the order is stored before the provider is called. The same browser, report, licence,
 * price and method continue their open order, with what was filled in last. `conflict` if the
 * buyer has another order for the licence, paid or under way, that they don't know of, and where the
 * store has another currency by now.
 */
export async function saveOrder(
  tx: Tx,
  draft: OrderDraft,
): Promise<Outcome<SavedOrder> | EarlierOrderRefusal> {
  const { report, licence, price, browserHash, customer, billing, now } = draft;
  const { method } = billing;
  const reportId = report.id;
  if ((await holdCurrency(tx)) !== draft.currency) return otherCurrency;
  await lockLicenceOfBuyer(tx, {
    browserHash,
    customerId: customer?.id ?? null,
    emails: [billing.email, ...(customer ? [customer.email] : [])],
    reportId,
    licence,
  });
  const wantedOrder = { browserHash, reportId, licence, price, currency: draft.currency, method };
  const openOrder = await lockOpenOrder(tx, wantedOrder);
  const owner = { browserHash, customer };
  const wanted = { reportId, licence, owner, exceptId: openOrder?.id };
  const earlier = await findUnresolvedOrder(tx, wanted);
  if (earlier && earlier.order.number !== draft.knownOrderNumber)
    return refuseSecondOrder(earlier.order, draft.timeZone);
  const buyer = {
    ...toBuyerDetails(draft),
    ...(await saveAcceptedTerms(tx, draft.terms)),
    anotherOf: earlier?.confirmedUpTo ?? null,
  };
  const purchase =
    openOrder && !(await closeIfChanged(tx, openOrder, buyer, now))
      ? await updateBuyer(tx, openOrder.id, buyer)
      : await insertDraft(tx, draft, buyer);
  await closeReplaced(tx, { ...wanted, exceptId: purchase.id }, purchase, now);
  const attempt = method === 'bank' ? undefined : await openPaymentAttempt(tx, purchase, now);
  return ok({ purchaseId: purchase.id, attempt });
}

const otherCurrency = fail(
  'conflict',
  'This store’s prices have changed their currency just now. Please check the order again.',
);

/**
 * In `tx`: what the buyer ordered before and orders anew is paid no more, however it was approved.
 */
async function closeReplaced(
  tx: Tx,
  wanted: Parameters<typeof listReplacedOrders>[1],
  { id, number }: Pick<Purchase, 'id' | 'number'>,
  now: Date,
): Promise<void> {
  for (const replaced of await listReplacedOrders(tx, wanted)) {
    await closeForPayment(tx, replaced.id, { reason: 'replaced', supersededBy: id });
    const detail = { replacedByOrder: number };
    await recordEvent(tx, replaced.id, now, { kind: 'replaced', detail });
  }
}

const insertDraft = (tx: Tx, draft: OrderDraft, buyer: BuyerDetails) =>
  insertPurchase(
    tx,
    {
      ...buyer,
      buyerSecretHash: draft.browserHash,
      licence: draft.licence,
      listCents: draft.listCents,
      placedAt: draft.now,
      reportId: draft.report.id,
      reportCode: draft.report.code,
      reportTitle: draft.report.title,
      editionNumber: draft.report.edition,
      licenceName: draft.licenceTerms.name,
      rights: buildRightsText(draft.licenceTerms),
      seatLimit: draft.licenceTerms.seats,
      includesNewEditions: draft.licenceTerms.includesNewEditions,
      currency: draft.currency,
      consent: 'I accept the Terms & Conditions.',
      paymentMethod: draft.billing.method,
    },
    draft.numberFormat,
  );

const toBuyerDetails = ({ billing, country, customer, price, deliveryDays }: OrderDraft) => ({
  ...toTaxColumns(price),
  deliveryDays,
  buyerKind: billing.buyer_type,
  name: billing.name,
  email: billing.email,
  mobileNo: billing.mobile_no,
  companyName: billing.company_name,
  jobTitle: billing.title,
  country: country.name,
  countryCode: country.iso2,
  address: billing.address,
  city: billing.city,
  region: billing.state,
  zip: billing.zip,
  taxId: billing.tax_id === undefined ? null : formatTaxNumber(billing.tax_id, country.iso2),
  withdrawalWaiver: hasRightOfWithdrawal(billing.buyer_type, country.iso2)
    ? buildWaiver(deliveryDays)
    : '',
  customerId: customer?.id ?? null,
});

/**
 * In `tx`: an order whose pro-forma invoice was sent keeps what the invoice says. Where the buyer
 * changed something it is cancelled, for another one to be placed; true then.
 */
async function closeIfChanged(
  tx: Tx,
  openOrder: Purchase,
  buyer: BuyerDetails,
  now: Date,
): Promise<boolean> {
  if (openOrder.state !== 'awaiting-transfer') return false;
  if (buyerColumns.every((column) => openOrder[column] === buyer[column])) return false;
  await transitionOrder(tx, openOrder.id, 'awaiting-transfer', 'cancelled');
  const detail = { reason: 'placed again with other billing details' };
  await recordEvent(tx, openOrder.id, now, { kind: 'cancelled', detail });
  return true;
}
