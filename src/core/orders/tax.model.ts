/**
 * Which tax a sale is charged with, by the rules for services that are supplied electronically.
 * Pure.
 */
import { formatMoney, type Cents } from '#core/kernel/money.model.ts';
import { euCountries } from '#core/store/eu-vat-rates.model.ts';
import { findVatTerritory } from '#core/store/vat-territories.model.ts';
import type { TaxSettings, VatSettings } from '#core/store/tax.model.ts';

/**
 * - none: the store charges no tax at all
 * - domestic: the rate of the seller's country
 * - destination: the rate of a consumer's own EU country (One Stop Shop)
 * - reverse-charge: a business in another EU country accounts for the tax
 * - outside: the place of supply is in a country where the seller owes no tax
 */
export const taxKinds = ['none', 'domestic', 'destination', 'reverse-charge', 'outside'] as const;
export type TaxKind = (typeof taxKinds)[number];

export type Sale = {
  /** The price as the catalogue has it: net or gross, as the store's settings say. */
  readonly listCents: Cents;
  /** The buyer's country by ISO 3166; undefined if it is unknown, which counts as the seller's. */
  readonly countryCode: string | undefined;
  /** As the buyer typed them: parts of some countries are outside their VAT. */
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  /** The buyer is a business with a VAT number. */
  readonly hasVatNumber: boolean;
  /** The day of the sale, ISO. */
  readonly day: string;
};

/** A buyer's price: `netCents + taxCents = totalCents`. */
export type TaxedPrice = {
  readonly netCents: Cents;
  readonly taxCents: Cents;
  readonly totalCents: Cents;
  readonly kind: TaxKind;
  /** "VAT"; empty if the store charges no tax. */
  readonly name: string;
  /** 1900 is 19 %. */
  readonly basisPoints: number;
  /** Where the tax is owed; null if none is. */
  readonly country: string | null;
};

/** The price of a sale with its tax. */
export function computeTax(settings: TaxSettings, sale: Sale): TaxedPrice {
  const { listCents } = sale;
  if (settings.kind === 'none')
    return {
      netCents: listCents,
      taxCents: 0,
      totalCents: listCents,
      kind: 'none',
      name: '',
      basisPoints: 0,
      country: null,
    };
  const { kind, country, region } = findPlaceOfSupply(settings, sale);
  const basisPoints = country === null ? 0 : findRate(settings, { country, region }, sale.day);
  const { netCents, taxCents } = splitPrice(settings, sale, basisPoints);
  const totalCents = netCents + taxCents;
  return { netCents, taxCents, totalCents, kind, name: settings.name, basisPoints, country };
}

/**
 * Net prices have the tax added. A gross price is what consumers pay wherever they are; a buyer who
 * owes us no tax pays it without the tax of the seller's country.
 */
function splitPrice(
  settings: VatSettings,
  { listCents, day }: Sale,
  basisPoints: number,
): { netCents: Cents; taxCents: Cents } {
  if (settings.prices === 'net')
    return { netCents: listCents, taxCents: Math.round((listCents * basisPoints) / 10_000) };
  const home = { country: settings.country };
  const included = basisPoints === 0 ? findRate(settings, home, day) : basisPoints;
  const netCents = Math.round((listCents * 10_000) / (10_000 + included));
  return { netCents, taxCents: basisPoints === 0 ? 0 : listCents - netCents };
}

/** Articles 6, 7, 44, 45, 58, 59c and 196 of Directive 2006/112/EC. */
function findPlaceOfSupply(
  settings: VatSettings,
  { countryCode = settings.country, postalCode, city, hasVatNumber, day }: Sale,
): { kind: TaxKind; country: string | null; region?: string | undefined } {
  const { country: seller, oneStopShop } = settings;
  const home = findVatTerritory({ countryCode: seller }).country;
  const { country: buyer, region } = findVatTerritory({ countryCode, postalCode, city });
  if (buyer !== null && buyer === home) return { kind: 'domestic', country: seller, region };
  if (!isInEu(home) || !isInEu(buyer)) return { kind: 'outside', country: null };
  if (hasVatNumber) return { kind: 'reverse-charge', country: null };
  const hasRate = settings.rates.some((rate) => rate.country === buyer && rate.from <= day);
  return oneStopShop && hasRate
    ? { kind: 'destination', country: buyer, region }
    : { kind: 'domestic', country: seller };
}

const isInEu = (country: string | null): country is string =>
  country !== null && euCountries.has(country);

type RatePlace = { readonly country: string; readonly region?: string | undefined };

/** The rate in force on the day, else the first that there is; in basis points. */
function findRate({ rates }: VatSettings, { country, region }: RatePlace, day: string): number {
  const place = rates.some((rate) => rate.country === region) ? region : country;
  const ofCountry = rates
    .filter((rate) => rate.country === place)
    .toSorted((a, b) => a.from.localeCompare(b.from));
  const inForce = ofCountry.findLast(({ from }) => from <= day) ?? ofCountry[0];
  return Math.round((inForce?.percent ?? 0) * 100);
}

/** True if a VAT number of the buyer's would change the tax. */
export function asksForVatNumber(
  settings: TaxSettings,
  countryCode: string | undefined,
  place: { readonly postalCode?: string | undefined; readonly city?: string | undefined } = {},
): boolean {
  if (settings.kind !== 'vat' || countryCode === undefined) return false;
  const home = findVatTerritory({ countryCode: settings.country }).country;
  const buyer = findVatTerritory({ ...place, countryCode }).country;
  return isInEu(home) && isInEu(buyer) && buyer !== home;
}

/** The tax in a part of the price; the whole price has the whole tax. */
export function shareOfTax(
  { priceCents, taxCents }: { readonly priceCents: Cents; readonly taxCents: Cents },
  partCents: Cents,
): Cents {
  return Math.round((partCents * taxCents) / priceCents);
}

/** The sentence for a buyer whose number does not count. */
export const describeUnknownNumber = (taxName: string): string =>
  `This is no VAT number of your country that VIES, the EU’s register, knows, so ${taxName} is ` +
  'charged. The number is printed on your invoice.';

/** "19 %" of 1900, "25.5 %" of 2550. */
const formatRate = (basisPoints: number): string => `${basisPoints / 100} %`;

/** "VAT 19 %", "VAT, reverse charge", … as summaries and invoices name the tax. */
export function describeTax(
  tax: Pick<TaxedPrice, 'kind' | 'name' | 'basisPoints' | 'country'>,
): string {
  const { kind, name, basisPoints, country } = tax;
  if (kind === 'reverse-charge') return `${name}, reverse charge`;
  if (kind === 'outside') return `${name}, not charged outside its territory`;
  return `${name} ${formatRate(basisPoints)}${kind === 'destination' ? ` (${country})` : ''}`;
}

/** The sentence that an invoice has to have; undefined if it needs none. */
export function describeTaxNote({
  kind,
  name,
}: Pick<TaxedPrice, 'kind' | 'name'>): string | undefined {
  if (kind === 'reverse-charge')
    return `Reverse charge: the recipient accounts for the ${name} (Article 196 of Directive 2006/112/EC).`;
  if (kind === 'outside')
    return `Not subject to ${name}: the place of supply is the buyer's country.`;
  return undefined;
}

/** The tax of an order, as it was frozen. */
export const readTax = (order: {
  readonly taxKind: TaxKind;
  readonly taxName: string;
  readonly taxBasisPoints: number;
  readonly taxCountry: string | null;
  readonly taxCents: Cents;
  readonly priceCents: Cents;
}): TaxedPrice => ({
  netCents: order.priceCents - order.taxCents,
  taxCents: order.taxCents,
  totalCents: order.priceCents,
  kind: order.taxKind,
  name: order.taxName,
  basisPoints: order.taxBasisPoints,
  country: order.taxCountry,
});

export type TaxLine = { readonly label: string; readonly amount: string };

/** Returns the parts of a price for people; no lines if the store charges no tax. */
export function listTaxLines(price: TaxedPrice, currency: string): TaxLine[] {
  if (price.kind === 'none') return [];
  return [
    { label: 'Net', amount: formatMoney(price.netCents, currency) },
    { label: describeTax(price), amount: formatMoney(price.taxCents, currency) },
  ];
}
