import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { calculateGrowth, findExtremes, type Growth } from '#core/catalogue/figures/statistics.ts';
import { capitalize, chooseVariant, formatAmount } from '../format-numbers.ts';
import { nameSeries } from './series-names.ts';
import {
  describeYearlyRate,
  formatYear,
  hasSmallBase,
  isLevel,
  joinSentences,
  keepTexts,
  nameYearsOf,
  removeComputedMark,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** The main series from its first year to its last, its last decade and its records. */
export function writeLongRunSection(context: SectionContext, main: Series): OptionalSection {
  const growth = calculateGrowth(main.points);
  if (!growth) return undefined;
  const [from, to] = [growth.fromYear, growth.toYear].map((year) => formatYear(context.key, year));
  return {
    heading: `${removeComputedMark(main.label)}, ${from} to ${to}`,
    paragraphs: keepTexts([
      joinSentences(describeSpan(context, main, growth), describeRate(context, growth)),
      joinSentences(describeDecade(context, main, growth), describeRecords(context, main, growth)),
    ]),
    charts: [main.id],
  };
}

function describeSpan(context: SectionContext, main: Series, growth: Growth): string {
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const from = formatYear(context.key, growth.fromYear);
  const to = formatYear(context.key, growth.toYear) + markEstimate(main, growth.toYear);
  const first = formatAmount(growth.firstValue, main.unit);
  const last = formatAmount(growth.lastValue, main.unit);
  return chooseVariant(context.key, 'long', [
    `In ${from}, ${name} stood at ${first}; in ${to} the figure was ${last}.`,
    `The record of ${name} begins in ${from} with ${first} and ends in ${to} with ${last}.`,
    `Between ${from} and ${to}, ${name} went from ${first} to ${last}.`,
    `${capitalize(name)} came to ${last} in ${to}, against ${first} in ${from}.`,
    `${capitalize(name)} started at ${first} in ${from} and reached ${last} in ${to}.`,
  ]);
}

/** " (provisional)" for a year that the source has not counted to the end. */
function markEstimate({ source, estimatedFrom }: Series, year: number): string {
  if (estimatedFrom === undefined || year < estimatedFrom) return '';
  return source === 'psd' ? ' (provisional)' : " (the source's estimate)";
}

function describeRate({ key }: SectionContext, growth: Growth): string {
  const years = growth.toYear - growth.fromYear;
  const span = `${years} ${years === 1 ? 'year' : 'years'}`;
  if (hasSmallBase(growth)) {
    const factor = Math.round(growth.lastValue / growth.firstValue).toLocaleString('en-US');
    return `After ${span}, that is ${factor} times the first value.`;
  }
  const rate = describeYearlyRate(growth.annualRate);
  if (isLevel(growth.annualRate)) return `Over ${span}, that is ${rate}.`;
  return chooseVariant(key, 'rate', [
    `That is ${rate} over ${span}.`,
    `Spread evenly over ${span}, that is ${rate}.`,
    `At a compound rate, that is ${rate}.`,
  ]);
}

/** The last ten years beside the whole period; undefined if the series is no longer than that. */
function describeDecade(context: SectionContext, main: Series, whole: Growth): string | undefined {
  const decade = calculateGrowth(main.points, 10);
  if (!decade || decade.fromYear === whole.fromYear || hasSmallBase(decade)) return undefined;
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const [from, to] = [decade.fromYear, decade.toYear].map((year) => formatYear(context.key, year));
  const rate = describeYearlyRate(decade.annualRate);
  return joinSentences(
    chooseVariant(context.key, 'decade', [
      `Over the last ten years, from ${from} to ${to}, ${name} showed ${rate}.`,
      `The last decade alone (${from} to ${to}) brought ${rate} in ${name}.`,
      `For ${name}, the ten years to ${to} meant ${rate}.`,
    ]),
    !hasSmallBase(whole) &&
      compareRates(decade.annualRate, whole.annualRate, formatYear(context.key, whole.fromYear)),
  );
}

/** The last decade's yearly rate beside that of the whole period; a rise and a fall never mix. */
export function compareRates(decade: number, whole: number, since: string): string {
  if (Math.abs(decade - whole) < 0.004 && decade * whole >= 0)
    return `This is close to the rate of the whole period since ${since}.`;
  const comparison = nameComparison(decade, whole);
  return `The whole period since ${since} shows ${describeYearlyRate(whole)}${comparison}.`;
}

function nameComparison(decade: number, whole: number): string {
  if (isLevel(decade) || isLevel(whole)) return '';
  if (decade < 0 && whole > 0) return ', so the direction has turned down';
  if (decade > 0 && whole < 0) return ', so the direction has turned up';
  return Math.abs(decade) > Math.abs(whole)
    ? ', so the pace has quickened'
    : ', so the pace has slowed';
}

function describeRecords(
  { key }: SectionContext,
  main: Series,
  { toYear }: Growth,
): string | undefined {
  const { high, low } = findExtremes(main.points);
  if (!high || !low || high[1] === low[1]) return undefined;
  const [highest, lowest] = [high, low].map(([, value]) => formatAmount(value, main.unit));
  const [highYear, lowYear] = [high, low].map(([, value]) => nameYearsOf(key, main.points, value));
  const record =
    high[0] === toYear
      ? `The latest year, ${highYear}, is also the record`
      : `The record dates from ${highYear}`;
  return chooseVariant(key, 'records', [
    `The highest value is that of ${highYear}, ${highest}, and the lowest that of ${lowYear}, ` +
      `${lowest}.`,
    `${record}, at ${highest}; the lowest point is ${lowYear}, at ${lowest}.`,
  ]);
}
