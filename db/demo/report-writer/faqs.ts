import type { Figures, Ranking, Series, Source } from '#core/catalogue/figures.model.ts';
import type { ReportText } from '#core/catalogue/report-text.model.ts';
import { calculateGrowth, findExtremes, forecastSeries } from '#core/catalogue/statistics.ts';
import { formatSignedPercent } from './analysis/wording.ts';
import { formatAmount } from './format-numbers.ts';
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
  const mainSeriesName = nameMainSeries(trendFigures, subject) ?? noun;
  const [ranking] = trendFigures.rankings;
  return [
    subject.faq,
    answerChange(mainSeriesName, main),
    answerRecordYear(mainSeriesName, main),
    ranking && answerLeader(noun, ranking),
    answerForecast(noun, main),
    answerSources(noun, figures, sources),
  ].filter((faq) => faq !== undefined);
}

function answerChange(name: string, { label, unit, points }: Series): Faq | undefined {
  const growth = calculateGrowth(points);
  if (!growth) return undefined;
  return {
    question: `By how much did ${name} change?`,
    answer:
      `${label} changed by ${formatSignedPercent(growth.annualRate)} a year between ` +
      `${growth.fromYear} and ${growth.toYear}, from ${formatAmount(growth.firstValue, unit)} ` +
      `to ${formatAmount(growth.lastValue, unit)}.`,
  };
}

function answerRecordYear(name: string, { unit, points }: Series): Faq | undefined {
  const { high } = findExtremes(points);
  if (!high) return undefined;
  return {
    question: `What was the record year of ${name}?`,
    answer: `${high[0]}, with ${formatAmount(high[1], unit)}.`,
  };
}

function answerLeader(noun: string, { id, unit, year, rows }: Ranking): Faq | undefined {
  const [first, second] = rows;
  if (!first || !second) return undefined;
  return {
    question:
      id === 'peers' ? `How large is ${noun} beside its neighbours?` : `Who leads in ${noun}?`,
    answer:
      `${first.name} comes first with ${formatAmount(first.value, unit)} in ${year}, ` +
      `${second.name} second with ${formatAmount(second.value, unit)}.`,
  };
}

function answerForecast(noun: string, { unit, points }: Series): Faq {
  const forecast = forecastSeries(points);
  return {
    question: `Does the report on ${noun} hold a forecast?`,
    answer: forecast
      ? `Yes, to ${forecast.year}. It is our own calculation from the years ` +
        `${forecast.fittedYears[0]} to ${forecast.fittedYears[1]}, and it comes to ` +
        `${formatAmount(forecast.value, unit)}, with a band from ` +
        `${formatAmount(forecast.low, unit)} to ${formatAmount(forecast.high, unit)}.`
      : `No. The record of ${noun} (${points.length} yearly values) does not carry one by our ` +
        'method, and we print the data instead of a guess.',
  };
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
      .map(({ publisher, vintage }) => `${publisher} (${vintage})`),
  );
  return {
    question: `Where do the figures on ${noun} come from?`,
    answer:
      `From ${names.join('; ')}. The report on ${noun} prints ${series.length} annual series` +
      `${countRankings(rankings.length)}, and the workbook holds the same values.`,
  };
}

function countRankings(count: number): string {
  if (count === 0) return '';
  return ` and ${count} ${count === 1 ? 'ranking' : 'rankings'}`;
}
