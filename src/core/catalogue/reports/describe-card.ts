/** What is made of a report's figures for lists when it is written. Pure. */
import { findChartFigures } from '../drawing/charts.model.ts';
import { listLeaders, type Leader } from '../drawing/small-charts.model.ts';
import { describeFinding } from '../figures/chart-finding.ts';
import type { Figures, Ranking } from '../figures/figures.model.ts';
import { forecastMainSeries } from '../figures/forecast.ts';
import { describeHeadline } from '../figures/headline-figure.ts';
import { drawIndustryLine } from '../figures/industry-line.ts';
import { removeProjectedYears, removeProjections } from '../figures/projections.model.ts';
import { calculateGrowth } from '../figures/statistics.ts';
import { isShortSeries, type CardFacts } from './report-row.model.ts';

const growthYears = 10;

/** The main series alone. */
export const toCover = (figures: Figures): Figures => ({
  key: figures.key,
  series: figures.series.slice(0, 1),
  rankings: [],
});

/** Returns what lists show of these figures: of actual years alone. */
export function describeCard(figures: Figures): CardFacts {
  const cover = removeProjectedYears(toCover(figures));
  const [main] = cover.series;
  const decade = main && calculateGrowth(main.points, growthYears);
  const headline = describeHeadline(cover);
  const growth = measureGrowth(cover);
  const leaders = findLeaders(cover, figures.rankings[0]);
  const chart = describeMainChart(cover);
  return {
    ...(headline && { headline }),
    ...(growth && { growth }),
    ...(decade && {
      decade: { fromYear: decade.fromYear, toYear: decade.toYear, annualRate: decade.annualRate },
    }),
    ...(leaders && { leaders }),
    line: drawIndustryLine(findLineSeries(figures)),
    ...(chart && { chart }),
  };
}

/** Compound growth over ten years, else the change on the year before. */
function measureGrowth({ series: [main] }: Figures): CardFacts['growth'] {
  if (!main || main.measure === 'share') return undefined;
  const growth = calculateGrowth(main.points, growthYears);
  if (growth) return { rate: growth.annualRate, period: `a year since ${growth.fromYear}` };
  const [before, last] = main.points.slice(-2);
  if (!before || !last || before[1] <= 0) return undefined;
  return { rate: last[1] / before[1] - 1, period: `on ${before[0]}` };
}

/** Only if the main series is short, and is of the same unit as the ranking. */
function findLeaders(cover: Figures, ranking: Ranking | undefined): CardFacts['leaders'] {
  if (!ranking || !isShortSeries(cover)) return undefined;
  const shares: Leader[] = cover.series[0]?.unit === ranking.unit ? listLeaders(ranking) : [];
  if (shares.length < 2 || shares.some(({ share }) => share === undefined)) return undefined;
  return { year: ranking.year, source: ranking.source, shares };
}

/** Two values are a step and no line. */
const minLineYears = 3;

/** The main series, or the longest one if the main series has one or two years. */
function findLineSeries({ series }: Figures) {
  const [main] = series;
  const isStep = (main?.points.length ?? 0) < minLineYears;
  const [longest] = series.toSorted((a, b) => b.points.length - a.points.length);
  const shown = isStep ? longest : main;
  return shown ? removeProjections(shown).points : [];
}

function describeMainChart(cover: Figures): CardFacts['chart'] {
  const [main] = cover.series;
  const chart = main && findChartFigures(cover, main.id);
  const forecast = forecastMainSeries(cover.series)?.forecast.yearly;
  return chart && { finding: describeFinding(chart), ...(forecast && { forecast }) };
}
