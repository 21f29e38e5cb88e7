import type { ReportForSale } from '#core/catalogue/index.ts';
import { getLicencePrice, licences, type Licence } from '#core/catalogue/licence.model.ts';
import {
  failWithFieldErrors,
  groupErrorsByField,
  readTextField,
} from '#core/kernel/form-fields.ts';
import { formatDollars, parseCents } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret, type Buyer } from '../order-access.ts';
import { BankTransfers } from './bank-transfer.ts';
import { billingForm, orderItemForm, type Billing, type OrderItem } from './billing.model.ts';
import { EarlierOrders, type EarlierOrderRefusal } from './earlier-order.ts';
import { Offers, refuseLicence } from './offer.ts';
import { PaymentAttempts, type PlacedOrder } from './payment-attempt.ts';
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
  readonly country: string;
};

type PricedItem = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  readonly priceCents: number;
};

/** Places orders. */
export class OrderPlacement {
  readonly #deps: OrderDeps;
  readonly #bankTransfers: BankTransfers;
  readonly #earlierOrders: EarlierOrders;
  readonly #offers: Offers;
  readonly #paymentAttempts: PaymentAttempts;
  readonly #transferLimits: TransferLimits;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#bankTransfers = new BankTransfers(deps);
    this.#earlierOrders = new EarlierOrders(deps);
    this.#offers = new Offers(deps);
    this.#paymentAttempts = new PaymentAttempts(deps);
    this.#transferLimits = new TransferLimits(deps);
  }

  /**
   * Saves the order and answers where the buyer pays. `invalid` with a message for each field at
   * fault (also for a price that is not ours: the provider is not called then), `not-found` for an
   * unknown report, `rate-limited` for many orders of one visitor, `conflict` with the earlier order
   * where the buyer has one for this licence that is paid or may be paid at any moment, unless the
   * field `another` names it; a visitor's transfer order needs a captcha in `turnstile_token`. Else as
   * requestApproval.
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
    const refusal = await this.#checkAbuse(form, billing, { visitor, browser });
    if (refusal) return refusal;
    const buyer = { browser, customer };
    const { report, licence } = priced.value;
    await this.#earlierOrders.captureApproved(report.id, licence, buyer);
    const saved = await this.#saveOrder({ ...read.value, ...priced.value }, buyer);
    if (!saved.ok) return saved;
    const { purchaseId, attempt } = saved.value;
    if (!attempt) return this.#bankTransfers.requestTransfer(purchaseId);
    const { attemptNumber, openOrder } = attempt;
    return openOrder
      ? ok(openOrder)
      : this.#paymentAttempts.requestApproval(purchaseId, attemptNumber);
  }

  async #saveOrder(
    { report, licence, priceCents, billing, country, item }: ReadForm & PricedItem,
    { browser, customer }: Buyer & { readonly browser: string },
  ): Promise<Outcome<SavedOrder> | EarlierOrderRefusal> {
    const terms = await this.#deps.getTermsInForce();
    const { teamSeats } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute((tx) =>
      saveOrder(tx, {
        report,
        licence,
        priceCents,
        billing,
        country,
        browserHash: hashBrowserSecret(browser),
        customer,
        knownOrderNumber: item.another,
        terms,
        teamSeats,
        now: this.#deps.clock(),
      }),
    );
  }

  async #readForm(
    form: Form,
    fieldErrors: NonNullable<PlacedBy['fieldErrors']>,
  ): Promise<Outcome<ReadForm>> {
    const item = orderItemForm.safeParse(form);
    const billing = billingForm.safeParse(form);
    const errors = groupErrorsByField(item.error?.issues, billing.error?.issues);
    const country = billing.success
      ? await this.#deps.getCountryName(billing.data.country)
      : undefined;
    if (billing.success && country === undefined)
      errors['country'] = ['Please choose your country.'];
    for (const [field, messages] of Object.entries(fieldErrors)) errors[field] ??= [...messages];
    if (!item.success || !billing.success || country === undefined)
      return failWithFieldErrors(errors);
    if (Object.keys(fieldErrors).length > 0) return failWithFieldErrors(errors);
    return ok({ item: item.data, billing: billing.data, country });
  }

  /** Report, licence and price. A report's code without a licence: the shown price decides it. */
  async #priceItem(item: OrderItem): Promise<Outcome<PricedItem>> {
    const offer = await this.#offers.getOffer(item.report_id, item.type);
    if (!offer.ok) return offer;
    const { report } = offer.value;
    const shownCents = item.amount === undefined ? undefined : parseCents(item.amount);
    const isCode = /\D/.test(item.report_id);
    const licenceByPrice =
      item.type === undefined && isCode && shownCents !== undefined
        ? licences.find((licence) => getLicencePrice(report.prices, licence) === shownCents)
        : undefined;
    const licence = licenceByPrice ?? offer.value.licence;
    const priceCents = getLicencePrice(report.prices, licence);
    if (priceCents === undefined) return refuseLicence(report, licence);
    if (shownCents === undefined || shownCents === priceCents)
      return ok({ report, licence, priceCents });
    const news = `The price changed: this licence now costs ${formatDollars(priceCents)}.`;
    const message = `${news} Please look at the order again.`;
    return fail('invalid', message, { amount: [message] });
  }

  /** `rate-limited` for many orders of one visitor; see TransferLimits for those by transfer. */
  async #checkAbuse(
    form: Form,
    { method }: Billing,
    { visitor, browser }: { visitor: string | undefined; browser: string },
  ): Promise<Refusal | undefined> {
    if (visitor === undefined) return undefined;
    const wait = await this.#deps.consumeRateLimit('place-order-ip', visitor, 120, 600);
    if (wait !== undefined) return failTooManyOrders(wait);
    if (method !== 'bank') return undefined;
    return this.#transferLimits.check(readTextField(form, 'turnstile_token'), visitor, browser);
  }
}
