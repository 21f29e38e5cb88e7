/** The price of an upgrade. Pure. */
import type { Cents } from '#core/kernel/money.model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import { computeTax, type Sale, type TaxedPrice } from '../tax.model.ts';

/** The sum paid for the licence so far: of the order and of all that it upgrades. */
export type PaidBefore = {
  /** With the tax in it, before any refund. */
  readonly totalCents: Cents;
  readonly taxCents: Cents;
  readonly refundedCents: Cents;
  /** The tax in what was refunded, as the credit notes have it. */
  readonly refundedTaxCents: Cents;
  /** The part that was given back without any of the price: the licence is worth what it was. */
  readonly refundedTaxAloneCents: Cents;
};

type UpgradedSale = Omit<Sale, 'listCents'> & {
  /** Today's prices of the larger licence and of the present one, as the catalogue has them. */
  readonly largerCents: Cents;
  readonly presentCents: Cents;
  readonly paid: PaidBefore;
};

/**
 * The price of an upgrade with its tax: the larger licence's, less what was paid, or less today's
 * price of the present licence if that is more; what was refunded counts as paid by nobody.
 *
 * Amounts are compared as the buyer sees prices today: with the tax if prices have it in them and
 * the buyer pays it, so that they have paid the larger licence's price in all; else without, since
 * the tax of an earlier sale was that sale's. Undefined if nothing is left to pay.
 */
export function priceUpgrade(
  settings: TaxSettings,
  { largerCents, presentCents, paid, ...sale }: UpgradedSale,
): TaxedPrice | undefined {
  const larger = computeTax(settings, { ...sale, listCents: largerCents });
  const present = computeTax(settings, { ...sale, listCents: presentCents });
  const hasTaxInPrices =
    settings.kind === 'vat' && settings.prices === 'gross' && larger.basisPoints > 0;
  const { totalCents, taxCents, refundedCents, refundedTaxCents, refundedTaxAloneCents } = paid;
  const paidCents = hasTaxInPrices ? totalCents : totalCents - taxCents;
  const returnedCents = refundedCents - (hasTaxInPrices ? refundedTaxAloneCents : refundedTaxCents);
  const amount = hasTaxInPrices ? ('totalCents' as const) : ('netCents' as const);
  const credit = Math.max(present[amount], paidCents) - returnedCents;
  const difference = larger[amount] - credit;
  if (difference <= 0) return undefined;
  const { basisPoints } = larger;
  const netCents = hasTaxInPrices
    ? Math.round((difference * 10_000) / (10_000 + basisPoints))
    : difference;
  const tax = hasTaxInPrices
    ? difference - netCents
    : Math.round((difference * basisPoints) / 10_000);
  return { ...larger, netCents, taxCents: tax, totalCents: netCents + tax };
}
