import type { Figures, Series } from '#core/catalogue/figures/figures.model.ts';
import {
  calculateCorrelation,
  calculateGrowth,
  findExtremes,
  type Growth,
} from '#core/catalogue/figures/statistics.ts';
import { capitalize, chooseVariant, formatAmount } from '../format-numbers.ts';
import { writePricesAndVolumesSection } from './prices-and-volumes.ts';
import { nameSeries } from './series-names.ts';
import {
  describeChange,
  describeYearlyRate,
  formatYear,
  hasSmallBase,
  joinSentences,
  nameYearsOf,
  removeComputedMark,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** Value against price and volume if the report has all three, else up to three other series. */
export function writeComparisonSections(
  context: SectionContext,
  { series }: Figures,
): OptionalSection[] {
  const [main, ...others] = series;
  if (!main) return [];
  const price = others.find(({ measure }) => measure === 'index');
  const volume = others.find(({ id }) => id === 'real');
  if (main.measure === 'value' && price && volume)
    return [writePricesAndVolumesSection(context, { value: main, price, volume })];
  return others
    .slice(0, 3)
    .map((other, i) =>
      writeRelatedSeriesSection({ ...context, key: `${context.key}-${i}` }, main, other),
    );
}

function writeRelatedSeriesSection(
  context: SectionContext,
  main: Series,
  other: Series,
): OptionalSection {
  const latest = other.points.at(-1);
  if (!latest) return undefined;
  const growth = calculateGrowth(other.points);
  return {
    heading: nameHeading(other, context.noun),
    paragraphs: [
      joinSentences(
        growth ? describeGrowth(context, other, growth) : describeLatest(context, other, latest),
        describeCorrelation(context, main, other),
        describeRange(context, other, growth),
      ),
    ],
    charts: [other.id],
  };
}

/** The label; for a price of the Pink Sheet the good's name in full. */
const nameHeading = (series: Series, noun: string): string =>
  series.source === 'pink'
    ? capitalize(nameSeries(series, noun).replace(/^the /, ''))
    : removeComputedMark(series.label);

const describeLatest = (
  { key, noun }: SectionContext,
  series: Series,
  [year, value]: readonly [year: number, value: number],
): string =>
  `${capitalize(nameSeries(series, noun))} came to ${formatAmount(value, series.unit)} in ` +
  `${formatYear(key, year)}.`;

function describeGrowth({ key, noun }: SectionContext, series: Series, growth: Growth): string {
  const name = nameSeries(series, noun);
  const [from, to] = [growth.fromYear, growth.toYear].map((year) => formatYear(key, year));
  const first = formatAmount(growth.firstValue, series.unit);
  const last = formatAmount(growth.lastValue, series.unit);
  if (first === last) return `${capitalize(name)} came to ${first} in ${from} and again in ${to}.`;
  if (hasSmallBase(growth))
    return `${capitalize(name)} went from ${first} in ${from} to ${last} in ${to}.`;
  return chooseVariant(key, 'pair', [
    `${capitalize(name)} came to ${first} in ${from} and ${last} in ${to}, ` +
      `${describeYearlyRate(growth.annualRate)}.`,
    `${capitalize(name)} ${describeChange(growth.totalChange)} between ${from} and ${to}, from ` +
      `${first} to ${last}.`,
    `From ${from} to ${to}, ${name} moved from ${first} to ${last}.`,
  ]);
}

function describeCorrelation(
  { noun, mainSeriesName }: SectionContext,
  main: Series,
  other: Series,
): string | undefined {
  const correlation = calculateCorrelation(main.points, other.points);
  if (correlation === undefined) return undefined;
  const printed = correlation.toFixed(2).replace('-', '−').replace('−0.00', '0.00');
  return (
    `The yearly changes correlate at ${printed} with those of ` +
    `${mainSeriesName ?? nameSeries(main, noun)}: ${nameCorrelation(correlation)}.`
  );
}

function nameCorrelation(correlation: number): string {
  if (Math.abs(correlation) < 0.3) return 'the two hardly move together';
  if (correlation > 0.7) return 'the two move closely together';
  return correlation > 0
    ? 'the two often move the same way'
    : 'the two tend to move against each other';
}

/** The lowest and the highest value; undefined if they are the first and the last. */
function describeRange(
  { key }: SectionContext,
  { points, unit }: Series,
  growth?: Growth,
): string | undefined {
  const { high, low } = findExtremes(points);
  if (!high || !low || high[1] === low[1]) return undefined;
  const ends = new Set([growth?.fromYear, growth?.toYear]);
  if (ends.has(high[0]) && ends.has(low[0])) return undefined;
  return (
    `Values ranged from ${formatAmount(low[1], unit)} in ${nameYearsOf(key, points, low[1])} to ` +
    `${formatAmount(high[1], unit)} in ${nameYearsOf(key, points, high[1])}.`
  );
}
