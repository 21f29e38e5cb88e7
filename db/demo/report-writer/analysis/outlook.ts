import type { Series } from '#core/catalogue/figures.model.ts';
import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';
import { calculateGrowth, forecastSeries } from '#core/catalogue/statistics.ts';
import { capitalize, chooseVariant, formatAmount } from '../format-numbers.ts';
import { nameSeries } from './series-names.ts';
import {
  describeChange,
  describeYearlyRate,
  formatYear,
  keepTexts,
  removeProjections,
  type SectionContext,
} from './wording.ts';

/**
 * The last five years, the source's own projection where it has one, and our own forecast of the
 * next five years or why there is none. `main` holds the projected years as well.
 */
export function writeOutlookSection(context: SectionContext, main: Series): AnalysisSection {
  const actual = removeProjections(main);
  return {
    heading: 'The last five years and the outlook',
    paragraphs: keepTexts([
      describeRecentYears(context, actual),
      describeProjection(context, main, actual),
      describeForecast(context, actual),
    ]),
    charts: [],
  };
}

function describeRecentYears(context: SectionContext, main: Series): string | undefined {
  const growth = calculateGrowth(main.points, 5);
  if (!growth) return undefined;
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const [from, to] = [growth.fromYear, growth.toYear].map((year) => formatYear(context.key, year));
  const change = describeChange(growth.totalChange);
  return chooseVariant(context.key, 'recent', [
    `In the five years to ${to}, ${name} ${change}, from ` +
      `${formatAmount(growth.firstValue, main.unit)} to ` +
      `${formatAmount(growth.lastValue, main.unit)}.`,
    `${capitalize(name)} ${change} between ${from} and ${to}: ` +
      `${describeYearlyRate(growth.annualRate)}.`,
  ]);
}

/** Undefined where the source projects nothing. */
function describeProjection(
  context: SectionContext,
  main: Series,
  actual: Series,
): string | undefined {
  const [latest, projected] = [actual.points.at(-1), main.points.at(-1)];
  if (!latest || !projected || projected[0] <= latest[0]) return undefined;
  return (
    `For ${formatYear(context.key, projected[0])} the source projects ` +
    `${nameSeries(main, context.noun)} of ${formatAmount(projected[1], main.unit)}, after ` +
    `${formatAmount(latest[1], main.unit)} in ${formatYear(context.key, latest[0])} ` +
    '(provisional). Records, growth rates and rankings in this report leave the projection out.'
  );
}

function describeForecast(context: SectionContext, main: Series): string {
  const { points, unit } = main;
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const year = (value: number): string => formatYear(context.key, value);
  const forecast = forecastSeries(points);
  if (!forecast) {
    const reason =
      points.length < 12
        ? `${points.length} yearly values are fewer than the twelve that our method asks for`
        : 'the yearly changes are too wide for a trend to say anything useful';
    return (
      `We give no forecast for ${name}: ${reason}. The record to ${year(points.at(-1)?.[0] ?? 0)} ` +
      'is given whole instead.'
    );
  }
  const [fitFrom, fitTo] = forecast.fittedYears;
  return (
    `Our own calculation, not the source's: continued from the years ${year(fitFrom)} to ` +
    `${year(fitTo)} with a trend that fades, ${name} would reach ` +
    `${formatAmount(forecast.value, unit)} in ${year(forecast.year)}, ` +
    `${describeYearlyRate(forecast.annualRate)}. The band that follows from past scatter (1.28 ` +
    `standard deviations) reaches from ${formatAmount(forecast.low, unit)} to ` +
    `${formatAmount(forecast.high, unit)}.`
  );
}
