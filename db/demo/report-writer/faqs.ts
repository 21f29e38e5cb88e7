import type { Figures, Ranking, Series, Source } from '#core/catalogue/figures/figures.model.ts';
import type { ReportText } from './demo-text.ts';
import { tryForecast, type NoForecast } from '#core/catalogue/figures/forecast.ts';
import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import { calculateGrowth, findExtremes } from '#core/catalogue/figures/statistics.ts';
import { namePlace } from './analysis/place-names.ts';
import { nameScope, selectComparable } from './analysis/ranking.ts';
import { nameSeries } from './analysis/series-names.ts';
import {
  describeChange,
  describeYearlyRate,
  formatYear,
  hasSmallBase,
  lowercaseLabel,
  nameYearsOf,
} from './analysis/wording.ts';
import { capitalize, formatAmount } from './format-numbers.ts';
import { nameMainSeries, pickTrendFigures } from './main-series.ts';
import type { SubjectText } from './subject-text.ts';

type Faq = ReportText['faqs'][number];

/** The subject's own question and up to five that its figures answer. */
export function writeFaqs(
  subject: SubjectText,
  figures: Figures,
  main: Series,
  sources: readonly Source[],
): Faq[] {
  const { noun } = subject;
  const trendFigures = pickTrendFigures(figures);
  const { key } = figures;
  const actual = removeProjections(main);
  const name = nameMainSeries(trendFigures, subject) ?? nameSeries(main, noun);
  const [ranking] = trendFigures.rankings;
  return [
    subject.faq,
    answerChange(key, name, actual),
    answerRecordYear(key, name, actual),
    ranking && answerLeader(key, noun, ranking),
    answerForecast(key, noun, name, actual),
    answerSources(noun, figures, sources),
  ].filter((faq) => faq !== undefined);
}

function answerChange(key: string, name: string, { unit, points }: Series): Faq | undefined {
  const growth = calculateGrowth(points);
  if (!growth) return undefined;
  const rate = hasSmallBase(growth) ? '' : `: ${describeYearlyRate(growth.annualRate)}`;
  return {
    question: `By how much did ${name} change?`,
    answer:
      `Between ${formatYear(key, growth.fromYear)} and ${formatYear(key, growth.toYear)} the ` +
      `figure ${describeChange(growth.totalChange)}, from ` +
      `${formatAmount(growth.firstValue, unit)} to ${formatAmount(growth.lastValue, unit)}${rate}.`,
  };
}

function answerRecordYear(key: string, name: string, { unit, points }: Series): Faq | undefined {
  const { high } = findExtremes(points);
  if (!high) return undefined;
  return {
    question: `What was the record year for ${name}?`,
    answer: `${nameYearsOf(key, points, high[1])}, with ${formatAmount(high[1], unit)}.`,
  };
}

function answerLeader(key: string, noun: string, ranking: Ranking): Faq | undefined {
  const { id, label, unit } = ranking;
  const [first, second] = selectComparable(ranking).compared.rows;
  if (!first || !second) return undefined;
  const isPeers = id === 'peers';
  const nameRow = (name: string): string => (isPeers ? lowercaseLabel(name) : namePlace(name));
  const answer =
    `${nameScope(ranking)}${nameRow(first.name)} came first with ${formatAmount(first.value, unit)} in ` +
    `${formatYear(key, ranking.year)}, ${nameRow(second.name)} second with ` +
    `${formatAmount(second.value, unit)}.`;
  return {
    question: isPeers
      ? `Which industries are largest in the group of ${noun}?`
      : `Who comes first in ${lowercaseLabel(label)}?`,
    answer: capitalize(answer),
  };
}

function answerForecast(key: string, noun: string, name: string, { unit, points }: Series): Faq {
  const forecast = tryForecast(points);
  const year = (value: number): string => formatYear(key, value);
  return {
    question: `Does the report on ${noun} hold a forecast?`,
    answer:
      'reason' in forecast
        ? `No. ${explainNoForecast(forecast, name, points.length)}, and we print the data instead ` +
          'of a guess.'
        : `Yes, to ${year(forecast.year)}. It is our own calculation from the years ` +
          `${year(forecast.fittedYears[0])} to ${year(forecast.fittedYears[1])}: ${name} would ` +
          `come to ${formatAmount(forecast.value, unit)}, with a band from ` +
          `${formatAmount(forecast.low, unit)} to ${formatAmount(forecast.high, unit)}.`,
  };
}

/** A sentence without its full stop. */
function explainNoForecast({ reason }: NoForecast, name: string, years: number): string {
  switch (reason) {
    case 'not-positive':
      return `The series of ${name} has a year of zero, and so no rates of growth to continue`;
    case 'too-short':
      return `With ${years} yearly values, a forecast of ${name} can't be tested on its past`;
    case 'too-wide':
      return `Tested on its past, a forecast of ${name} needs a band beyond twice the value`;
    default:
      return `Tested on its past, a forecast of ${name} was no better than assuming no change`;
  }
}

function answerSources(
  noun: string,
  { series, rankings }: Figures,
  sources: readonly Source[],
): Faq {
  const sourceIds = new Set([...series, ...rankings].map(({ source }) => source));
  const names = [...sourceIds].flatMap((id) =>
    sources
      .filter((source) => source.id === id)
      .map(({ publisher, vintage }) => `${publisher} (${nameVintage(vintage)})`),
  );
  return {
    question: `Where do the figures on ${noun} come from?`,
    answer:
      `From ${names.join('; ')}. The report on ${noun} prints ${series.length} annual series` +
      `${countRankings(rankings.length)}, and the workbook holds the same values.`,
  };
}

/**
 * "August 2026" of "August 2026 (compiled by …)": where the file came from stands with the source.
 */
const nameVintage = (vintage: string): string => vintage.replace(/ \(.*\)$/, '');

function countRankings(count: number): string {
  if (count === 0) return '';
  return ` and ${count} ${count === 1 ? 'ranking' : 'rankings'}`;
}
