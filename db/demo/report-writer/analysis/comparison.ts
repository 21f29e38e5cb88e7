import type { Figures, Series } from '#core/catalogue/figures.model.ts';
import { calculateCorrelation, calculateGrowth, findExtremes } from '#core/catalogue/statistics.ts';
import { chooseVariant, formatAmount } from '../format-numbers.ts';
import { writePricesAndVolumesSection } from './prices-and-volumes.ts';
import {
  describeChange,
  formatSignedPercent,
  joinSentences,
  lowercaseLabel,
  removeComputedMark,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** Value against price and volume where the report has all three, else up to three other series. */
export function writeComparisonSections(
  { key, noun }: SectionContext,
  { series }: Figures,
): OptionalSection[] {
  const [main, ...others] = series;
  if (!main) return [];
  const price = others.find(({ measure }) => measure === 'index');
  const volume = others.find(({ id }) => id === 'real');
  if (main.measure === 'value' && price && volume)
    return [writePricesAndVolumesSection({ key, noun }, { value: main, price, volume })];
  return others
    .slice(0, 3)
    .map((other, i) => writeRelatedSeriesSection({ key: `${key}-${i}`, noun }, main, other));
}

function writeRelatedSeriesSection(
  context: SectionContext,
  main: Series,
  other: Series,
): OptionalSection {
  const latest = other.points.at(-1);
  if (!latest) return undefined;
  return {
    heading: removeComputedMark(other.label),
    paragraphs: [
      joinSentences(
        describeOtherSeries(context, other, latest),
        describeCorrelation(context, main, other),
        describeRange(other),
      ),
    ],
    charts: [other.id],
  };
}

function describeOtherSeries(
  { key, noun }: SectionContext,
  { label, unit, points }: Series,
  [latestYear, latestValue]: readonly [year: number, value: number],
): string {
  const name = lowercaseLabel(label);
  const growth = calculateGrowth(points);
  if (!growth)
    return (
      `The ${name} that goes with ${noun} was ${formatAmount(latestValue, unit)} in ` +
      `${latestYear}.`
    );
  const { fromYear, toYear } = growth;
  const first = formatAmount(growth.firstValue, unit);
  const last = formatAmount(growth.lastValue, unit);
  return chooseVariant(key, 'pair', [
    `Beside ${noun} stands the ${name}: ${first} in ${fromYear} and ${last} in ${toYear}, ` +
      `a change of ${formatSignedPercent(growth.annualRate)} a year.`,
    `The ${name}, which belongs beside ${noun}, ${describeChange(growth.totalChange)} between ` +
      `${fromYear} and ${toYear}, to ${last}.`,
    `For ${noun}, the ${name} moved from ${first} in ${fromYear} to ${last} in ${toYear}.`,
  ]);
}

function describeCorrelation(
  { noun }: SectionContext,
  main: Series,
  other: Series,
): string | undefined {
  const correlation = calculateCorrelation(main.points, other.points);
  if (correlation === undefined) return undefined;
  return (
    `Its yearly changes and those of the ${lowercaseLabel(main.label)} of ${noun} have a ` +
    `correlation of ${correlation.toFixed(2)}: ${nameCorrelation(correlation)}.`
  );
}

function nameCorrelation(correlation: number): string {
  if (Math.abs(correlation) < 0.3) return 'the two hardly move together';
  if (correlation > 0.7) return 'the two move closely together';
  return correlation > 0
    ? 'the two often move the same way'
    : 'the two tend to move against each other';
}

function describeRange({ points, unit }: Series): string | undefined {
  const { high, low } = findExtremes(points);
  if (!high || !low || high[0] === low[0]) return undefined;
  return (
    `Its range reaches from ${formatAmount(low[1], unit)} in ${low[0]} to ` +
    `${formatAmount(high[1], unit)} in ${high[0]}.`
  );
}
