import type { Customer } from '#core/accounts/model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import { buildRightsText, type Licence, type LicenceTerms } from '#core/catalogue/licence.model.ts';
import type { Country } from '#core/content/model.ts';
import type { Tx } from '#core/deps.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { hasRightOfWithdrawal, withdrawalWaiver } from '../consumer-law.model.ts';
import type { Terms } from '../deps.ts';
import { insertPurchase, recordEvent, transitionOrder, type Purchase } from '../purchase.store.ts';
import type { Billing } from './billing.model.ts';
import {
  buyerColumns,
  lockCheckout,
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
  /** What the licence is called and allows. */
  readonly licenceTerms: LicenceTerms;
  readonly currency: string;
  /** How orders are numbered. */
  readonly numberFormat: string;
  readonly now: Date;
};

/** `attempt` is undefined for an order that is paid by bank transfer. */
export type SavedOrder = {
  readonly purchaseId: number;
  readonly attempt: OpenAttempt | undefined;
};

/**
 * In `tx`: the order is stored before the provider is called. The same browser, report, licence,
 * price and method continue their open order, with what was filled in last. `conflict` where the
 * buyer has another order for the licence, paid or under way, that they don't know of.
 */
export async function saveOrder(
  tx: Tx,
  draft: OrderDraft,
): Promise<Outcome<SavedOrder> | EarlierOrderRefusal> {
  const { report, licence, price, browserHash, customer, now } = draft;
  const { method } = draft.billing;
  await lockCheckout(tx, { browserHash, customerId: customer?.id, reportId: report.id, licence });
  const sameOrder = { browserHash, reportId: report.id, licence, price, method };
  const openOrder = await lockOpenOrder(tx, sameOrder);
  const earlierOrder = await findUnresolvedOrder(tx, {
    reportId: report.id,
    licence,
    owner: { browserHash, customer },
    exceptId: openOrder?.id,
  });
  if (earlierOrder && earlierOrder.number !== draft.knownOrderNumber)
    return refuseSecondOrder(earlierOrder);
  const buyer = { ...toBuyerDetails(draft), ...(await saveAcceptedTerms(tx, draft.terms)) };
  const purchase =
    openOrder && !(await closeIfChanged(tx, openOrder, buyer, now))
      ? await updateBuyer(tx, openOrder.id, buyer)
      : await insertDraft(tx, draft, buyer);
  const attempt = method === 'bank' ? undefined : await openPaymentAttempt(tx, purchase, now);
  return ok({ purchaseId: purchase.id, attempt });
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

const toBuyerDetails = ({ billing, country, customer, price }: OrderDraft) => ({
  ...toTaxColumns(price),
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
  withdrawalWaiver: hasRightOfWithdrawal(billing.buyer_type, country.iso2) ? withdrawalWaiver : '',
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
