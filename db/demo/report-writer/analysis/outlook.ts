import type { Series } from '#core/catalogue/figures/figures.model.ts';
import type { AnalysisSection } from '../demo-text.ts';
import { tryForecast, type Forecast, type NoForecast } from '#core/catalogue/figures/forecast.ts';
import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import { calculateGrowth } from '#core/catalogue/figures/statistics.ts';
import {
  capitalize,
  chooseVariant,
  formatAmount,
  formatPercent,
  joinWithAnd,
} from '../format-numbers.ts';
import { nameSeries } from './series-names.ts';
import {
  describeChange,
  describeYearlyRate,
  formatYear,
  keepTexts,
  type SectionContext,
} from './wording.ts';

/**
 * The last five years, the source's own projection if it has one, and our own forecast of the
 * next five years or why there is none. `main` holds the projected years as well.
 */
export function writeOutlookSection(context: SectionContext, main: Series): AnalysisSection {
  const actual = removeProjections(main);
  return {
    heading: 'The last five years and the outlook',
    paragraphs: keepTexts([
      describeRecentYears(context, actual),
      describeProjection(context, main, actual),
      ...describeOutlook(context, actual),
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

/** Undefined if the source projects nothing. */
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

function describeOutlook(context: SectionContext, main: Series): string[] {
  const result = tryForecast(main.points);
  return 'reason' in result
    ? [describeNoForecast(context, main, result)]
    : [describeForecast(context, main, result), describeBacktest(context, main, result)];
}

function describeForecast(context: SectionContext, main: Series, forecast: Forecast): string {
  const year = (value: number): string => formatYear(context.key, value);
  const name = context.mainSeriesName ?? nameSeries(main, context.noun);
  const [fitFrom, fitTo] = forecast.fittedYears;
  const path = forecast.yearly
    .slice(0, -1)
    .map((one) => `${formatAmount(one.value, main.unit)} in ${year(one.year)}`);
  return (
    `Our own calculation, not the source's: continued from the years ${year(fitFrom)} to ` +
    `${year(fitTo)} with a trend that fades, ${name} would reach ` +
    `${formatAmount(forecast.value, main.unit)} in ${year(forecast.year)}, ` +
    `${describeYearlyRate(forecast.annualRate)}, by way of ${joinWithAnd(path)}. The band, meant ` +
    `to hold in eight cases out of ten, reaches from ${formatAmount(forecast.low, main.unit)} to ` +
    `${formatAmount(forecast.high, main.unit)} in ${year(forecast.year)}.`
  );
}

/** With one decimal, so that two errors can be told apart. */
const formatError = (error: number): string => `${(error * 100).toFixed(1)}\u00a0%`;

/** Tells how the same method would have done in the past of the series. */
function describeBacktest(
  { key, noun, mainSeriesName }: SectionContext,
  main: Series,
  { backtest }: Forecast,
): string {
  const [from, to] = backtest.originYears.map((year) => formatYear(key, year));
  return (
    `We tested the forecast of ${mainSeriesName ?? nameSeries(main, noun)} on its own past: made ` +
    `in each of ${backtest.origins} years from ${from} to ${to} for the five years that followed, ` +
    `it was off by ${formatError(backtest.meanError)} on average, against ` +
    `${formatError(backtest.noChangeError)} for the assumption of no change, and a band made in ` +
    `the same way covered ${formatPercent(backtest.covered)} of the actual values.`
  );
}

function describeNoForecast(
  { key, noun, mainSeriesName }: SectionContext,
  main: Series,
  { reason, backtest }: NoForecast,
): string {
  const name = mainSeriesName ?? nameSeries(main, noun);
  if (reason === 'not-positive')
    return (
      `We give no forecast for ${name}: the method continues rates of growth, which a series with ` +
      'a year of zero does not have. The record is given whole instead.'
    );
  if (!backtest)
    return (
      `We give no forecast for ${name}: with ${main.points.length} yearly values the method can't ` +
      'be tested on the past of the series, which takes at least 21 years in a row. The record is ' +
      'given whole instead.'
    );
  const [from, to] = backtest.originYears.map((year) => formatYear(key, year));
  const test = `tested in ${backtest.origins} years from ${from} to ${to}`;
  if (reason === 'too-wide')
    return (
      `We give no forecast for ${name}: ${test}, its errors ask for a band that reaches beyond ` +
      'twice the value after five years.'
    );
  return (
    `We give no forecast for ${name}: ${test}, the continued trend was off by ` +
    `${formatError(backtest.meanError)} on average and the assumption of no change by ` +
    `${formatError(backtest.noChangeError)}, so that a forecast would add nothing.`
  );
}
