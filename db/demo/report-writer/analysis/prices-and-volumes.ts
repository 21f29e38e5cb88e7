import type { Series } from '#core/catalogue/figures.model.ts';
import { calculateGrowth, type Growth } from '#core/catalogue/statistics.ts';
import { chooseVariant, formatAmount } from '../format-numbers.ts';
import {
  describeChange,
  formatSignedPercent,
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

/** Undefined where one of the three has no growth to calculate. */
function calculateGrowths(series: PricedSeries, years?: number): PricedGrowth | undefined {
  const value = calculateGrowth(series.value.points, years);
  const price = calculateGrowth(series.price.points, years);
  const volume = calculateGrowth(series.volume.points, years);
  return value && price && volume && { value, price, volume };
}

const describeDollars = ({ key, noun }: SectionContext, { value, price }: PricedGrowth): string =>
  chooseVariant(key, 'nominal', [
    `In dollars ${noun} ${describeChange(value.totalChange)} between ${value.fromYear} and ` +
      `${value.toYear}, while its prices ${describeChange(price.totalChange)}.`,
    `From ${value.fromYear} to ${value.toYear} the dollar value of ${noun} ` +
      `${describeChange(value.totalChange)}; the price index ` +
      `${describeChange(price.totalChange)}.`,
  ]);

function describeVolume({ key }: SectionContext, growth: PricedGrowth): string {
  const change = describeChange(growth.volume.totalChange);
  const rate = formatSignedPercent(growth.volume.annualRate);
  const cause = nameCause(growth);
  return chooseVariant(key, 'real', [
    `Divided by that index, real output ${change}, or ${rate} a year, so that ${cause}.`,
    `What remains after prices are taken out, real output, ${change} (${rate} a year): ${cause}.`,
  ]);
}

function nameCause({ price, volume }: PricedGrowth): string {
  if (volume.annualRate <= 0.002)
    return 'volume did not grow at all, and prices account for the whole of any gain';
  return price.annualRate > volume.annualRate
    ? 'prices did more of the work than volume'
    : 'volume did more of the work than prices';
}

function describeFiveYears(
  { noun }: SectionContext,
  series: PricedSeries,
  wholeVolume: Growth,
): string | undefined {
  const growth = calculateGrowths(series, 5);
  if (!growth) return undefined;
  return (
    `In the five years to ${growth.value.toYear}, ${noun} ` +
    `${describeChange(growth.value.totalChange)} in dollars and ` +
    `${describeChange(growth.volume.totalChange)} in volume, with prices that ` +
    `${describeChange(growth.price.totalChange)}. The quotient of value and price is our own ` +
    'calculation; its level is in dollars of 2017 and stood at ' +
    `${formatAmount(wholeVolume.lastValue, series.volume.unit)} in ${wholeVolume.toYear}.`
  );
}
