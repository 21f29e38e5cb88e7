import type { Cents } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import type { Publisher } from '#core/store/model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import { findVatTerritory } from '#core/store/vat-territories.model.ts';
import type { BuyerKind } from '../buyer.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Purchase } from '../purchase.store.ts';
import { asksForVatNumber, computeTax, type Sale, type TaxedPrice } from '../tax.model.ts';
import { formatTaxNumber, parseVatNumber } from '../vat-number.model.ts';

/** The seller's data that decide on the tax. */
export type TaxedSeller = Pick<Publisher, 'tax' | 'timeZone'>;

/** The buyer's data that decide on the tax, as they typed them. */
export type TaxedBuyer = {
  readonly buyerKind: BuyerKind;
  /** By ISO 3166; undefined if it is unknown. */
  readonly countryCode: string | undefined;
  readonly postalCode: string | undefined;
  readonly city: string | undefined;
  /** Counts for companies alone. */
  readonly taxId: string | undefined;
};

/**
 * The answer of VIES about a number: `unchecked` if it gave no answer, `unknown` if it does not
 * know it or the number has not the form of one; null if the number does not matter for the tax.
 */
export type VatNumberStatus = 'valid' | 'unchecked' | 'unknown' | null;

/** The worth of a buyer's tax number. */
export type CheckedNumber = {
  readonly vatNumberStatus: VatNumberStatus;
  /** The id that VIES gives the check. */
  readonly vatConsultation: string | null;
};

/** A price with its tax, and what VIES said of the buyer's number. */
export type TaxedSale = TaxedPrice & CheckedNumber;

/** The columns of an order that hold its price and its tax. */
export const toTaxColumns = (sale: TaxedSale) => ({
  priceCents: sale.totalCents,
  taxKind: sale.kind,
  taxName: sale.name,
  taxCents: sale.taxCents,
  taxBasisPoints: sale.basisPoints,
  taxCountry: sale.country,
  vatNumberStatus: sale.vatNumberStatus,
  vatConsultation: sale.vatConsultation,
});

/** The buyer's tax number as the order has it; undefined for a person, who needs none. */
const readTaxId = ({ buyerKind, taxId, countryCode }: TaxedBuyer): string | undefined =>
  buyerKind === 'person' || taxId === undefined ? undefined : formatTaxNumber(taxId, countryCode);

/** The buyer of an order that was placed. */
export const toTaxedBuyer = (order: Purchase): TaxedBuyer => ({
  buyerKind: order.buyerKind,
  countryCode: order.countryCode ?? undefined,
  postalCode: order.zip,
  city: order.city,
  taxId: order.taxId ?? undefined,
});

const unasked: CheckedNumber = { vatNumberStatus: null, vatConsultation: null };
const unknown: CheckedNumber = { vatNumberStatus: 'unknown', vatConsultation: null };

/** Finds the tax of sales. */
export class SalesTax {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * The price of a sale. A company's VAT number is checked where it changes the tax: with one that
   * VIES does not know, or that is a number of another kind, the buyer pays what a consumer pays.
   * Where VIES gives no answer the form decides.
   */
  async taxSale(seller: TaxedSeller, listCents: Cents, buyer: TaxedBuyer): Promise<TaxedSale> {
    return this.price(seller, listCents, buyer, await this.checkNumber(seller.tax, buyer));
  }

  /** The price of a sale to a buyer whose number was checked before. */
  price(
    seller: TaxedSeller,
    listCents: Cents,
    buyer: TaxedBuyer,
    checked: CheckedNumber,
  ): TaxedSale {
    const sale = { ...this.describeSale(seller, buyer, checked), listCents };
    return { ...computeTax(seller.tax, sale), ...checked };
  }

  /** Loads what decides on the tax of a sale on the store's present day, but its price. */
  describeSale(
    { timeZone }: TaxedSeller,
    buyer: TaxedBuyer,
    checked: CheckedNumber,
  ): Omit<Sale, 'listCents'> {
    const { countryCode, postalCode, city } = buyer;
    const { vatNumberStatus } = checked;
    const hasVatNumber = vatNumberStatus === 'valid' || vatNumberStatus === 'unchecked';
    const day = toDay(this.#deps.clock(), timeZone);
    return { countryCode, postalCode, city, hasVatNumber, day };
  }

  /** Returns the number's worth by its form alone, before anybody asked VIES. */
  readNumber(settings: TaxSettings, buyer: TaxedBuyer): CheckedNumber {
    if (readTaxId(buyer) === undefined || !asksForVatNumber(settings, buyer.countryCode, buyer))
      return unasked;
    return parseNumberOf(buyer) ? { ...unasked, vatNumberStatus: 'unchecked' } : unknown;
  }

  /** The same, and VIES is asked about a number that has the form of one. */
  async checkNumber(settings: TaxSettings, buyer: TaxedBuyer): Promise<CheckedNumber> {
    const read = this.readNumber(settings, buyer);
    const number = parseNumberOf(buyer);
    if (read.vatNumberStatus !== 'unchecked' || !number || settings.kind === 'none') return read;
    const requester = parseVatNumber(settings.number, settings.country);
    const checked = await this.#deps.vatNumbers.check(number, requester);
    if (checked.kind === 'invalid') return unknown;
    if (checked.kind === 'unavailable') return read;
    return { vatNumberStatus: 'valid', vatConsultation: checked.consultation ?? null };
  }
}

/** The number of the country whose VAT the buyer is in: a business in Monaco has a French one. */
function parseNumberOf({ countryCode, postalCode, city, taxId }: TaxedBuyer) {
  if (countryCode === undefined || taxId === undefined) return undefined;
  const { country } = findVatTerritory({ countryCode, postalCode, city });
  return country === null ? undefined : parseVatNumber(taxId, country);
}
