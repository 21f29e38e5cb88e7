import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { calculateGrowth, type Growth } from '#core/catalogue/figures/statistics.ts';
import { chooseVariant, formatAmount, formatYearlyRate } from '../format-numbers.ts';
import {
  describeChange,
  joinSentences,
  keepTexts,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** A value in dollars, its price index, and the volume that is their quotient. */
export type PricedSeries = {
  readonly value: Series;
  readonly price: Series;
  readonly volume: Series;
};
type PricedGrowth = Readonly<Record<keyof PricedSeries, Growth>>;

/** How much of a growth in dollars is due to prices, and how much to volume. */
export function writePricesAndVolumesSection(
  context: SectionContext,
  series: PricedSeries,
): OptionalSection {
  const growth = calculateGrowths(series);
  if (!growth) return undefined;
  return {
    heading: 'Prices against volumes',
    paragraphs: keepTexts([
      joinSentences(describeDollars(context, growth), describeVolume(context, growth)),
      describeFiveYears(context, series, growth.volume),
    ]),
    charts: [series.price.id, series.volume.id],
  };
}

/** Undefined if one of the three has no growth to calculate. */
function calculateGrowths(series: PricedSeries, years?: number): PricedGrowth | undefined {
  const value = calculateGrowth(series.value.points, years);
  const price = calculateGrowth(series.price.points, years);
  const volume = calculateGrowth(series.volume.points, years);
  return value && price && volume && { value, price, volume };
}

const describeDollars = ({ key, noun }: SectionContext, { value, price }: PricedGrowth): string =>
  chooseVariant(key, 'nominal', [
    `In dollars, the output of ${noun} ${describeChange(value.totalChange)} between ` +
      `${value.fromYear} and ${value.toYear}, while its price index ` +
      `${describeChange(price.totalChange)}.`,
    `From ${value.fromYear} to ${value.toYear} the dollar value of ${noun} ` +
      `${describeChange(value.totalChange)}; the price index ` +
      `${describeChange(price.totalChange)}.`,
  ]);

function describeVolume({ key }: SectionContext, growth: PricedGrowth): string {
  const change = describeChange(growth.volume.totalChange);
  const rate = formatYearlyRate(growth.volume.annualRate);
  const cause = nameCause(growth);
  return chooseVariant(key, 'real', [
    `Divided by that index, real output ${change} (${rate}): ${cause}.`,
    `What remains once prices are taken out, real output, ${change} (${rate}): ${cause}.`,
  ]);
}

/** A change over the whole period below half a percent counts as none. */
const directionOf = ({ totalChange }: Growth): number =>
  Math.abs(totalChange) < 0.005 ? 0 : Math.sign(totalChange);

/**
 * Names the cause of a changed value: value = price × volume, so that their logarithms add up.
 * Every pair of directions has its own words.
 */
export function nameCause({ value, price, volume }: PricedGrowth): string {
  const [valueMove, priceMove, volumeMove] = [value, price, volume].map(directionOf);
  if (volumeMove === 0 && priceMove === 0) return 'neither prices nor volume moved';
  if (volumeMove === 0) return 'volume was flat, and prices account for the change';
  if (priceMove === 0) return 'prices were flat, and volume accounts for the change';
  if (priceMove === volumeMove) return nameLarger(price, volume, volumeMove === 1);
  if (valueMove === 0) return 'prices and volume offset each other';
  if (volumeMove === -1)
    return valueMove === 1
      ? 'higher prices more than made up for a lower volume'
      : 'higher prices did not make up for the lower volume';
  return valueMove === 1
    ? 'a higher volume more than made up for lower prices'
    : 'a higher volume did not make up for the lower prices';
}

function nameLarger(price: Growth, volume: Growth, isRise: boolean): string {
  const [priceShare, volumeShare] = [price, volume].map(({ totalChange }) =>
    Math.abs(Math.log(1 + totalChange)),
  ) as [number, number];
  const kind = isRise ? 'rise' : 'fall';
  return priceShare > volumeShare
    ? `prices explain more of the ${kind} than volume`
    : `volume explains more of the ${kind} than prices`;
}

function describeFiveYears(
  { noun }: SectionContext,
  series: PricedSeries,
  wholeVolume: Growth,
): string | undefined {
  const growth = calculateGrowths(series, 5);
  if (!growth) return undefined;
  return (
    `In the five years to ${growth.value.toYear}, the output of ${noun} ` +
    `${describeChange(growth.value.totalChange)} in dollars and ` +
    `${describeChange(growth.volume.totalChange)} in volume, while prices ` +
    `${describeChange(growth.price.totalChange)}. Real output, the value divided by the price ` +
    `index, is our own calculation; it came to ` +
    `${formatAmount(wholeVolume.lastValue, series.volume.unit)} in ${wholeVolume.toYear}.`
  );
}
