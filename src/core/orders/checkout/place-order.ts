import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  getLicencePrice,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import {
  failWithFieldErrors,
  groupErrorsByField,
  readTextField,
} from '#core/kernel/form-fields.ts';
import { formatMoney, parseAmount } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { Country } from '#core/content/model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import { hasRightOfWithdrawal, waiverNeeded } from '../consumer-law.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { PaymentMethod } from '../model.ts';
import { hashBrowserSecret, type Buyer } from '../order-access.ts';
import { describeUnknownNumber } from '../tax.model.ts';
import type { BankTransfers } from './bank-transfer.ts';
import {
  orderItemForm,
  parseBilling,
  readCountryId,
  readWaiver,
  type Billing,
  type OrderItem,
} from './billing.model.ts';
import { EarlierOrders, type EarlierOrderRefusal } from './earlier-order.ts';
import type { Offers } from './offer.ts';
import { PaymentAttempts, type PlacedOrder } from './payment-attempt.ts';
import { SalesTax, type TaxedBuyer, type TaxedSale } from './sales-tax.ts';
import { saveOrder, type SavedOrder } from './save-order.ts';
import { failTooManyOrders, TransferLimits } from './transfer-limits.ts';

type Form = Readonly<Record<string, unknown>>;

/**
 * Who orders, beside the browser: their account, and their IP address where orders are limited.
 * `fieldErrors` are what the caller's own form found: they are refused together with ours.
 */
export type PlacedBy = Pick<Buyer, 'customer'> & {
  readonly visitor?: string;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
};

type ReadForm = {
  readonly item: OrderItem;
  readonly billing: Billing;
  readonly country: Country;
};

type PricedItem = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  readonly priceCents: number;
  readonly licenceTerms: LicenceTerms;
  readonly currency: string;
  readonly methods: readonly PaymentMethod[];
  readonly tax: TaxSettings;
  readonly timeZone: string;
  readonly deliveryDays: number | null;
};

/** Places orders. */
export class OrderPlacement {
  readonly #deps: OrderDeps;
  readonly #bankTransfers: BankTransfers;
  readonly #earlierOrders: EarlierOrders;
  readonly #offers: Offers;
  readonly #paymentAttempts: PaymentAttempts;
  readonly #salesTax: SalesTax;
  readonly #transferLimits: TransferLimits;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly bankTransfers: BankTransfers;
      readonly earlierOrders: EarlierOrders;
      readonly offers: Offers;
      readonly paymentAttempts: PaymentAttempts;
      readonly salesTax: SalesTax;
    },
  ) {
    this.#deps = deps;
    this.#bankTransfers = parts.bankTransfers;
    this.#earlierOrders = parts.earlierOrders;
    this.#offers = parts.offers;
    this.#paymentAttempts = parts.paymentAttempts;
    this.#salesTax = parts.salesTax;
    this.#transferLimits = new TransferLimits(deps);
  }

  /**
   * Saves the order and answers where the buyer pays. `invalid` with a message for each field at
   * fault (also for a price that is not ours: the provider is not called then), `not-found` for an
   * unknown report, `rate-limited` for many orders of one visitor, `conflict` with the earlier
   * order where the buyer has one for this licence that is paid or may be paid at any moment,
   * unless the field `another` names it; a visitor's transfer order needs a captcha in
   * `turnstile_token`. Else as requestApproval.
   */
  async placeOrder(
    form: Form,
    browser: string,
    { customer, visitor, fieldErrors = {} }: PlacedBy = {},
  ): Promise<Outcome<PlacedOrder> | EarlierOrderRefusal> {
    const read = await this.#readForm(form, fieldErrors);
    if (!read.ok) return read;
    const { item, billing } = read.value;
    const priced = await this.#priceItem(item);
    if (!priced.ok) return priced;
    const cannotPay = checkMethod(billing, priced.value);
    if (cannotPay) return cannotPay;
    const limited = await this.#checkOrderLimit(visitor);
    if (limited) return limited;
    const taxed = await this.#taxSale(read.value, priced.value);
    if (!taxed.ok) return taxed;
    const refusal = await this.#checkTransferLimits(form, billing, { visitor, browser });
    if (refusal) return refusal;
    const buyer = { browser, customer };
    const { report, licence } = priced.value;
    await this.#earlierOrders.captureApproved(report.id, licence, buyer);
    const draft = { ...read.value, ...priced.value, price: taxed.value };
    const saved = await this.#saveOrder(draft, buyer);
    if (!saved.ok) return saved;
    const { purchaseId, attempt } = saved.value;
    if (!attempt) return this.#bankTransfers.requestTransfer(purchaseId);
    const { attemptNumber, openOrder } = attempt;
    return openOrder
      ? ok(openOrder)
      : this.#paymentAttempts.requestApproval(purchaseId, attemptNumber);
  }

  async #saveOrder(
    sale: ReadForm & PricedItem & { readonly price: TaxedSale },
    { browser, customer }: Buyer & { readonly browser: string },
  ): Promise<Outcome<SavedOrder> | EarlierOrderRefusal> {
    const { report, licence, licenceTerms, priceCents, currency, billing, country, item, price } =
      sale;
    const { deliveryDays } = sale;
    const terms = await this.#deps.getTermsInForce();
    const { numbering, timeZone } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute((tx) =>
      saveOrder(tx, {
        report,
        licence,
        listCents: priceCents,
        price,
        billing,
        country,
        browserHash: hashBrowserSecret(browser),
        customer,
        knownOrderNumber: item.another,
        terms,
        licenceTerms,
        currency,
        deliveryDays,
        numberFormat: numbering.order,
        timeZone,
        now: this.#deps.clock(),
      }),
    );
  }

  async #readForm(
    form: Form,
    fieldErrors: NonNullable<PlacedBy['fieldErrors']>,
  ): Promise<Outcome<ReadForm>> {
    const item = orderItemForm.safeParse(form);
    const billing = parseBilling(form);
    const errors = groupErrorsByField(item.error?.issues, billing.error?.issues);
    const countryId = readCountryId(form);
    const country = countryId === undefined ? undefined : await this.#deps.findCountry(countryId);
    if (billing.success && country === undefined)
      errors['country'] = ['Please choose your country.'];
    if (needsWaiver(form, country) && !readWaiver(form)) errors['waiver'] = [waiverNeeded];
    for (const [field, messages] of Object.entries(fieldErrors)) errors[field] ??= [...messages];
    if (!item.success || !billing.success || country === undefined)
      return failWithFieldErrors(errors);
    if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
    return ok({ item: item.data, billing: billing.data, country });
  }

  /** Report, licence and price. A report's code without a licence: the shown price decides it. */
  async #priceItem(item: OrderItem): Promise<Outcome<PricedItem>> {
    const offer = await this.#offers.getOffer(item.report_id, item.type);
    if (!offer.ok) return offer;
    const { report, currency } = offer.value;
    const shownCents = item.amount === undefined ? undefined : parseAmount(item.amount, currency);
    const isCode = /\D/.test(item.report_id);
    const { licences } = await this.#deps.getPublisher();
    const licenceByPrice =
      item.type === undefined && isCode && shownCents !== undefined
        ? licences.find(({ id }) => getLicencePrice(report.prices, id) === shownCents)
        : undefined;
    const licence = licenceByPrice?.id ?? offer.value.licence;
    const chosen =
      licence === offer.value.licence
        ? offer
        : await this.#offers.getOffer(item.report_id, licence);
    if (!chosen.ok) return chosen;
    const { priceCents, licenceTerms, methods } = chosen.value;
    const isSameCurrency = item.currency === undefined || item.currency === currency;
    if (isSameCurrency && (shownCents === undefined || shownCents === priceCents))
      return ok({
        report,
        licence,
        priceCents,
        licenceTerms,
        currency,
        methods,
        tax: chosen.value.tax,
        timeZone: chosen.value.timeZone,
        deliveryDays: chosen.value.deliveryDays,
      });
    const price = formatMoney(priceCents, currency);
    const news = `The price changed: this licence now costs ${price}.`;
    const message = `${news} Please check the order again.`;
    return fail('invalid', message, { amount: [message] });
  }

  /** The price with its tax. `invalid` with the total for another one than the buyer was shown. */
  async #taxSale(
    { billing, country, item }: ReadForm,
    { priceCents, currency, tax, timeZone }: PricedItem,
  ): Promise<Outcome<TaxedSale>> {
    const buyer = toBillingBuyer(billing, country);
    const taxed = await this.#salesTax.taxSale({ tax, timeZone }, priceCents, buyer);
    const { totalCents, vatNumberStatus } = taxed;
    if (!item.total || parseAmount(item.total, currency) === totalCents) return ok(taxed);
    const total = formatMoney(totalCents, currency);
    const message =
      vatNumberStatus === 'unknown'
        ? `${describeUnknownNumber(taxed.name)} The total is ${total}. Please check it and order again.`
        : `With the tax of your country the total is ${total}. Please check it and order again.`;
    return fail('invalid', message, { total: [message] });
  }

  /** `rate-limited` for many orders of one visitor. */
  async #checkOrderLimit(visitor: string | undefined): Promise<Refusal | undefined> {
    if (visitor === undefined) return undefined;
    const wait = await this.#deps.consumeRateLimit('place-order-ip', visitor, 120, 600);
    return wait === undefined ? undefined : failTooManyOrders(wait);
  }

  /** Last, since a captcha token is good once; see TransferLimits. */
  async #checkTransferLimits(
    form: Form,
    { method }: Billing,
    { visitor, browser }: { visitor: string | undefined; browser: string },
  ): Promise<Refusal | undefined> {
    if (visitor === undefined || method !== 'bank') return undefined;
    return this.#transferLimits.check(readTextField(form, 'turnstile_token'), visitor, browser);
  }
}

const needsWaiver = (form: Form, country: Country | undefined): boolean =>
  hasRightOfWithdrawal(form['buyer_type'] === 'person' ? 'person' : 'company', country?.iso2);

const toBillingBuyer = (billing: Billing, country: Country): TaxedBuyer => ({
  buyerKind: billing.buyer_type,
  countryCode: country.iso2,
  postalCode: billing.zip,
  city: billing.city,
  taxId: billing.tax_id,
});

/** `invalid` for a way of paying that this store does not have. */
function checkMethod({ method }: Billing, { methods, currency }: PricedItem): Refusal | undefined {
  if (methods.includes(method)) return undefined;
  const message =
    method === 'card'
      ? `PayPal takes no payments in ${currency}. Please choose bank transfer.`
      : 'This store takes no bank transfers. Please pay by card or PayPal.';
  return fail('invalid', message, { method: [message] });
}
