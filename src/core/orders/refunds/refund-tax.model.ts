/** How much tax is in a refund. Pure. */
import type { Cents } from '#core/kernel/money.model.ts';
import { shareOfTax } from '../tax.model.ts';

/** A refund that was made, or that is asked for and may still be made. */
export type RefundedPart = {
  readonly amountCents: Cents;
  /** The tax in the amount. */
  readonly taxCents: Cents;
  /** Nothing of the net price was given back. */
  readonly isTaxAlone: boolean;
};

type Price = { readonly priceCents: Cents; readonly taxCents: Cents };

/** Returns the part of a price that was not refunded; with more refunded than was paid, zeros. */
export function subtractRefunds(price: Price, parts: readonly RefundedPart[]): Price {
  const priceCents = parts.reduce((sum, { amountCents }) => sum - amountCents, price.priceCents);
  const taxCents = parts.reduce((sum, part) => sum - part.taxCents, price.taxCents);
  return { priceCents: Math.max(0, priceCents), taxCents: Math.max(0, taxCents) };
}

/**
 * The tax in a refund of a part of the price, after `earlier` ones, oldest first: its share of the
 * tax that was not given back alone. Together the parts of the whole price have exactly the whole
 * tax, whatever they are, and never more of it than is left.
 */
export function taxOfRefund(
  price: Price,
  earlier: readonly RefundedPart[],
  amountCents: Cents,
): Cents {
  const lastAlone = earlier.findLastIndex(({ isTaxAlone }) => isTaxAlone);
  const base = subtractRefunds(price, earlier.slice(0, lastAlone + 1));
  const since = earlier.slice(lastAlone + 1);
  if (base.priceCents === 0) return 0;
  const sinceCents = since.reduce((sum, part) => sum + part.amountCents, 0);
  const sinceTaxCents = since.reduce((sum, part) => sum + part.taxCents, 0);
  const dueCents = shareOfTax(base, sinceCents + amountCents) - sinceTaxCents;
  const left = subtractRefunds(price, earlier);
  const leastCents = Math.max(0, amountCents - (left.priceCents - left.taxCents));
  return Math.min(Math.max(dueCents, leastCents), left.taxCents, amountCents);
}
