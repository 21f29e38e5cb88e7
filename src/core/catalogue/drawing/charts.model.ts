/** The charts of a report: which figures they show, their subject and how they are drawn. Pure. */
import { drawBarChart, type BarDrawing } from './bar-chart.model.ts';
import { createValueFormat } from './chart-units.model.ts';
import type {
  ChartFinding,
  DescribedFigures,
  Figures,
  FiguresFacts,
  Ranking,
  Series,
} from '../figures/figures.model.ts';
import { groupCharts, type RichText } from '../rich-text/rich-text.model.ts';
import { drawLineChart, type LineDrawing } from './line-chart.model.ts';
import type { ForecastPoint } from './line-marks.model.ts';

/** A chart's key is the id of its figure; ids of several series are joined by "~". */
export type ChartFigures =
  | {
      readonly kind: 'lines';
      readonly key: string;
      readonly series: readonly [Series, ...Series[]];
      /** Our own projection of the first series, drawn as a fan. */
      readonly forecast?: readonly ForecastPoint[];
    }
  | { readonly kind: 'bars'; readonly key: string; readonly ranking: Ranking };

/** The same with what it says. */
export type Chart = ChartFigures & ChartFinding;

const keySeparator = '~';
const maxLines = 4;

/**
 * The figures of the chart with a key, with our own forecast if it is of this series; undefined if a
 * figure is unknown or the lines have no common unit.
 */
export function findChartFigures(
  { series, rankings }: Figures,
  key: string,
  forecast?: FiguresFacts['forecast'],
): ChartFigures | undefined {
  const ranking = rankings.find(({ id }) => id === key);
  if (ranking) return { kind: 'bars', key, ranking };
  const ids = key.split(keySeparator);
  const [main, ...others] = ids.flatMap((id) => series.filter((one) => one.id === id));
  if (!main || others.length + 1 !== ids.length || ids.length > maxLines) return undefined;
  if (main.points.length === 0 || others.some((other) => !canShareAxis(main, other)))
    return undefined;
  const lines = { kind: 'lines', key, series: [main, ...others] } as const;
  const isForecast = others.length === 0 && forecast?.series === main.id;
  return isForecast ? { ...lines, forecast: forecast.yearly } : lines;
}

/** The chart with a key, and what it says; undefined as in `findChartFigures`. */
export function findChart(figures: DescribedFigures, key: string): Chart | undefined {
  const { forecast, findings } = figures.facts;
  const chart = findChartFigures(figures, key, forecast);
  // Only a draft's editor draws figures together that no text shows together.
  return chart && { ...chart, ...(findings[key] ?? { finding: describeSubject(chart) }) };
}

/** The keys of a section's charts: series that can be compared in one chart share it. */
export function joinKeys(figures: Figures, ids: readonly string[]): string[] {
  const keys: string[] = [];
  for (const id of ids) {
    const joined = [...(keys.at(-1)?.split(keySeparator) ?? []), id].join(keySeparator);
    if (keys.length > 0 && findChartFigures(figures, joined)) keys[keys.length - 1] = joined;
    else keys.push(id);
  }
  return keys.filter((key) => findChartFigures(figures, key) !== undefined);
}

/** The charts of a section. */
export const listCharts = (figures: DescribedFigures, ids: readonly string[]): Chart[] =>
  joinKeys(figures, ids).flatMap((key) => findChart(figures, key) ?? []);

type Shown<F extends Figures> = { readonly figures: F; readonly description: RichText };

/**
 * The chart with a key, if the report's page shows it: a single figure, or lines that the
 * description joins. Nobody can ask for endless combinations.
 */
export function findPublishedChart(
  report: Shown<DescribedFigures>,
  key: string,
): Chart | undefined {
  const isShown = !key.includes(keySeparator) || listDescriptionKeys(report).includes(key);
  return isShown ? findChart(report.figures, key) : undefined;
}

/** The keys of the charts that the description shows, in its order. */
export const listDescriptionKeys = ({ figures, description }: Shown<Figures>): string[] =>
  groupCharts(description).flatMap((group) =>
    group.kind === 'charts' ? joinKeys(figures, group.keys) : [],
  );

/** The charts that the description shows, in its order. */
export const listDescriptionCharts = (report: Shown<DescribedFigures>): Chart[] =>
  listDescriptionKeys(report).flatMap((key) => findChart(report.figures, key) ?? []);

const canShareAxis = (a: Series, b: Series): boolean =>
  a.id !== b.id &&
  b.points.length > 0 &&
  a.unit === b.unit &&
  a.measure === b.measure &&
  a.source === b.source;

/** The figures of a chart have one source. */
export const getChartSource = (chart: ChartFigures): string =>
  chart.kind === 'bars' ? chart.ranking.source : chart.series[0].source;

/**
 * "World production, 1960–2026p", whose last year is projected; "Production by country, 2025; mark:
 * 2015".
 */
export function describeSubject(chart: ChartFigures): string {
  if (chart.kind === 'bars') {
    const { label, year, spanYears } = chart.ranking;
    return `${label}, ${year}${spanYears ? `; thin mark: ${year - spanYears}` : ''}`;
  }
  const years = chart.series.flatMap(({ points }) => points.map(([year]) => year));
  const [from, to] = [Math.min(...years), Math.max(...years)];
  const labels = chart.series.map(({ label }) => label).join(', ');
  const { place } = chart.series[0];
  const where = namesPlace(labels, place) ? '' : `, ${place}`;
  const isProjected = chart.series.some(({ projectedFrom = Infinity }) => to >= projectedFrom);
  return `${labels}${where}, ${from}${from === to ? '' : `–${to}`}${isProjected ? 'p' : ''}`;
}

const namesPlace = (labels: string, place: string): boolean =>
  labels.startsWith(place) || (place === 'United States' && labels.startsWith('U.S. '));

/** The unit in words, printed once above the chart: "U.S. dollars per tonne". */
export function describeUnit(chart: ChartFigures): string {
  const { unit } = chart.kind === 'bars' ? chart.ranking : chart.series[0];
  return createValueFormat(unit, 1).unitName;
}

/** Notes below the chart: how estimates look, and the figures' own notes. */
export function describeNote(chart: ChartFigures): string {
  const figures = chart.kind === 'bars' ? [chart.ranking] : chart.series;
  const notes = new Set(figures.flatMap(({ note }) => (note ? [note] : [])));
  const hasEstimates =
    chart.kind === 'lines' && chart.series.some(({ estimatedFrom }) => estimatedFrom !== undefined);
  const hasProjections =
    chart.kind === 'lines' && chart.series.some(({ projectedFrom }) => projectedFrom !== undefined);
  const estimates = hasEstimates
    ? [`Dashed, e: the source's own estimates${hasProjections ? '; p: its projections' : ''}.`]
    : [];
  const hasForecast = chart.kind === 'lines' && (chart.forecast ?? []).length > 0;
  const fan = hasForecast
    ? ['Shaded, f: our own forecast, with the band meant to hold in eight cases of ten.']
    : [];
  return [...estimates, ...fan, ...notes].join(' ');
}

/** Sizes for which a chart is drawn, so that its texts have their true size everywhere. */
export const chartSizes = {
  narrow: { width: 350, height: 210 },
  medium: { width: 700, height: 320 },
  wide: { width: 1160, height: 400 },
} as const;
export type ChartSize = keyof typeof chartSizes;

/** Several lines have their names beside them, which takes height. */
const comparisonHeight = { narrow: 300, medium: 340, wide: 400 } as const;

export function drawChart(chart: ChartFigures, size: ChartSize): BarDrawing | LineDrawing {
  const { width, height } = chartSizes[size];
  if (chart.kind === 'bars') return drawBarChart(chart.ranking, width);
  const isComparison = chart.series.length > 1;
  return drawLineChart(chart.series, {
    width,
    forecast: chart.forecast ?? [],
    height: isComparison ? comparisonHeight[size] : height,
  });
}
