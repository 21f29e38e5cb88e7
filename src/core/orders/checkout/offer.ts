import { findLicenceGoods, type ReportForSale } from '#core/catalogue/index.ts';
import type { Delivery } from '#core/catalogue/goods/delivery.model.ts';
import {
  defaultLicence,
  findDefaultLicence,
  findLicenceTerms,
  getLicencePrice,
  hasLicencePrice,
  listOffers,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import type { Database } from '#core/deps.ts';
import { spellNumber } from '#core/kernel/number-words.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import { getDeliveryDay } from '../delivery/promise.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { PaymentMethod } from '../model.ts';
import type { PaymentProvider } from '../payment/provider.ts';
import { describeUnknownNumber, type TaxedPrice } from '../tax.model.ts';
import { ensureBuyLinkId, findBuyLink } from './buy-link.store.ts';
import { SalesTax, type TaxedBuyer } from './sales-tax.ts';

/** One licence of a report, for sale. */
export type Offer = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  /** The licence's name and terms. */
  readonly licenceTerms: LicenceTerms;
  /** Names the report and the licence in `/buy-now?id=…`. */
  readonly buyLinkId: number;
  /** How the licence reaches its buyer; never `none`. */
  readonly delivery: Delivery;
  /** As the catalogue has it: net or gross, as `tax` says. */
  readonly priceCents: number;
  readonly currency: string;
  /** The tax that is added to the price, or is in it. */
  readonly tax: TaxSettings;
  /** The store's, in which a tax rate has its days. */
  readonly timeZone: string;
  /** Within how many days after the payment we deliver it; null where its files are there. */
  readonly deliveryDays: number | null;
  /** The last of these days, ISO, for who pays today. */
  readonly deliverBy: string | null;
  /** How it can be paid. */
  readonly methods: readonly PaymentMethod[];
};

/** The price of an offer for one buyer. */
export type Quote = TaxedPrice & {
  readonly currency: string;
  /** Said of a tax number that does not count; undefined for any other. */
  readonly note: string | undefined;
};

/** A buyer as far as they have said who they are. */
export type QuotedBuyer = Omit<TaxedBuyer, 'countryCode'> & {
  readonly countryId: number | undefined;
  /** Their IP address: so many quotes of one visitor ask VIES, and no more. */
  readonly visitor: string;
};

/** How many numbers of one visitor VIES is asked about in ten minutes, before they order. */
const quotedNumbers = 30;

/** Finds what a report's code or a buy link offers. */
export class Offers {
  readonly #deps: OrderDeps;
  readonly #salesTax: SalesTax;

  constructor(deps: OrderDeps, parts: { readonly salesTax: SalesTax }) {
    this.#deps = deps;
    this.#salesTax = parts.salesTax;
  }

  /** Returns the price for a buyer as they are ordering: the same that the order will say. */
  async quoteOffer(
    { priceCents, currency, tax, timeZone }: Offer,
    { countryId, visitor, ...rest }: QuotedBuyer,
  ): Promise<Quote> {
    const country = countryId === undefined ? undefined : await this.#deps.findCountry(countryId);
    const buyer = { ...rest, countryCode: country?.iso2 };
    const read = this.#salesTax.readNumber(tax, buyer);
    const mayAsk =
      read.vatNumberStatus === 'unchecked' &&
      (await this.#deps.consumeRateLimit('vat-quote-ip', visitor, quotedNumbers, 600)) ===
        undefined;
    const checked = mayAsk ? await this.#salesTax.checkNumber(tax, buyer) : read;
    const price = this.#salesTax.price({ tax, timeZone }, priceCents, buyer, checked);
    const isUnknown = checked.vatNumberStatus === 'unknown';
    return { ...price, currency, note: isUnknown ? describeUnknownNumber(price.name) : undefined };
  }

  /** The published report that such an id names, whether it is for sale or not. */
  async findReport(
    id: string,
  ): Promise<Pick<ReportForSale, 'code' | 'slug' | 'title'> | undefined> {
    return (await this.#findReport(id)).report;
  }

  async #findReport(id: string) {
    const { db, catalogue } = this.#deps;
    const link = /^\d{1,9}$/.test(id) ? await findBuyLink(db, Number(id)) : undefined;
    const key = link ? { id: link.reportId } : { code: id };
    return { link, report: await catalogue.reports.getForSale(key) };
  }

  /**
   * The offer behind a report's code or a buy link's id, in the link's licence where none is given,
   * else the smallest that can be ordered. `not-found` for an unknown id; `invalid` for a licence
   * that is not sold, not offered for the report, or on request only.
   */
  async getOffer(id: string, licence?: string): Promise<Outcome<Offer>> {
    const { db, catalogue } = this.#deps;
    const publisher = await this.#deps.getPublisher();
    const { licences: offered, currency } = publisher;
    const wanted = offered.find((one) => one.id === licence);
    if (licence !== undefined && !wanted) return failUnknownLicence(offered);
    const { report, link } = await this.#findReport(id);
    if (!report) return fail('not-found', 'This report is not for sale: there is no such report.');
    const chosen =
      wanted?.id ?? link?.licence ?? findDefaultLicence(report.prices, offered) ?? defaultLicence;
    const licenceTerms = findLicenceTerms(offered, chosen);
    if (!licenceTerms) return failUnknownLicence(offered);
    const priceCents = getLicencePrice(report.prices, chosen);
    if (priceCents === undefined) return refuseLicence(report, licenceTerms);
    await catalogue.storedGoods.lookForLicence(report.id, chosen);
    const goods = await findLicenceGoods(db, report.id, chosen);
    if (!goods || goods.delivery.kind === 'none') return failMissing(licenceTerms);
    const { delivery, formats, pages = report.pages } = goods;
    const deliveryDays = getDeliveryDays(delivery);
    return ok({
      report: { ...report, formats, pages },
      delivery,
      licence: chosen,
      licenceTerms,
      buyLinkId: await ensureBuyLinkId(db, report.id, chosen),
      priceCents,
      currency,
      tax: publisher.tax,
      timeZone: publisher.timeZone,
      deliveryDays,
      deliverBy:
        deliveryDays === null
          ? null
          : getDeliveryDay(this.#deps.clock(), deliveryDays, publisher.timeZone),
      methods: listPaymentMethods(publisher, this.#deps.payments),
    });
  }
}

/**
 * Returns within how many days after the payment we deliver what is sold so; null if its files are
 * there, or if nothing is sold.
 */
const getDeliveryDays = (delivery: Delivery | undefined): number | null =>
  delivery?.kind === 'by-us' ? delivery.days : null;

/** The same for a licence of a report as it is sold, or was before it was taken off sale. */
export async function findDeliveryDays(
  db: Database,
  reportId: number,
  licence: Licence,
): Promise<number | null> {
  const goods = await findLicenceGoods(db, reportId, licence);
  return getDeliveryDays(goods?.soldAs);
}

const notForSale =
  'This report is not for sale at the moment. Ask us for it, or for something like it.';

/** The licence can't be ordered here. */
function refuseLicence({ prices }: ReportForSale, terms: LicenceTerms): Refusal {
  if (!hasLicencePrice(prices)) return fail('invalid', notForSale, { type: [notForSale] });
  const isOnRequest = listOffers(prices, [terms]).length > 0;
  const message = isOnRequest
    ? `The price of the licence “${terms.name}” is on request: please ask us for it.`
    : `The licence “${terms.name}” is not offered for this report.`;
  return fail('invalid', message, { type: [message] });
}

/** The refusal if a file of the licence was not found in the store's place of files just now. */
function failMissing({ name }: LicenceTerms): Refusal {
  const message =
    `The licence “${name}” of this report can’t be delivered at the moment. ` +
    'Ask us for it, or for something like it.';
  return fail('invalid', message, { type: [message] });
}

/** Bank transfers need an account; the payment provider does not take every currency. */
function listPaymentMethods(
  { bank, currency }: Publisher,
  payments: PaymentProvider,
): PaymentMethod[] {
  return [
    ...(payments.supportsCurrency(currency) ? (['card'] as const) : []),
    ...(bank ? (['bank'] as const) : []),
  ];
}

function failUnknownLicence(offered: readonly LicenceTerms[]): Refusal {
  const names = offered.map(({ id }) => id).join(', ');
  const choice =
    offered.length === 1 ? 'the licence' : `one of the ${spellNumber(offered.length)} licences:`;
  const message = `Please choose ${choice} ${names}.`;
  return fail('invalid', message, { type: [message] });
}
