import type { Series } from '#core/catalogue/figures.model.ts';
import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';
import { calculateGrowth, forecastSeries } from '#core/catalogue/statistics.ts';
import { capitalize, chooseVariant, formatAmount } from '../format-numbers.ts';
import {
  describeChange,
  formatSignedPercent,
  keepTexts,
  lowercaseLabel,
  type SectionContext,
} from './wording.ts';

/** The last five years, and our own forecast of the next five or why there is none. */
export const writeOutlookSection = (context: SectionContext, main: Series): AnalysisSection => ({
  heading: 'The last five years and the outlook',
  paragraphs: keepTexts([
    describeRecentYears(context, main),
    describeForecast(context.mainSeriesName ?? context.noun, main),
  ]),
  charts: [],
});

function describeRecentYears(context: SectionContext, main: Series): string | undefined {
  const growth = calculateGrowth(main.points, 5);
  if (!growth) return undefined;
  const noun = context.mainSeriesName ?? context.noun;
  const series = context.mainSeriesName ?? `${lowercaseLabel(main.label)} of ${noun}`;
  const change = describeChange(growth.totalChange);
  return chooseVariant(context.key, 'recent', [
    `In the five years to ${growth.toYear} the ${series} ${change}, from ` +
      `${formatAmount(growth.firstValue, main.unit)} to ` +
      `${formatAmount(growth.lastValue, main.unit)}.`,
    `${capitalize(noun)} ${change} between ${growth.fromYear} and ${growth.toYear}, which is ` +
      `${formatSignedPercent(growth.annualRate)} a year.`,
  ]);
}

function describeForecast(noun: string, { points, unit }: Series): string {
  const forecast = forecastSeries(points);
  if (!forecast) {
    const reason =
      points.length < 12
        ? `${points.length} yearly values are fewer than the twelve that our method asks for`
        : 'its yearly changes are too wide for a trend to say anything useful';
    return (
      `We give no forecast for ${noun}: ${reason}. The record to ${points.at(-1)?.[0]} is given ` +
      'whole instead.'
    );
  }
  const [fitFrom, fitTo] = forecast.fittedYears;
  return (
    `Our own calculation, not the source's: continued from ${fitFrom}–${fitTo} with a trend ` +
    `that fades, ${noun} would reach ${formatAmount(forecast.value, unit)} in ` +
    `${forecast.year}, ${formatSignedPercent(forecast.annualRate)} a year. The band that follows ` +
    'from past scatter (1.28 standard deviations) reaches from ' +
    `${formatAmount(forecast.low, unit)} to ${formatAmount(forecast.high, unit)}.`
  );
}
