/** One or more series as lines from zero, drawn for a given width. Pure. */
import { scaleLinear } from 'd3-scale';
import { createValueFormat } from './chart-units.model.ts';
import {
  buildAreaPath,
  buildCirclePath,
  buildLinePath,
  roundToTenth,
  type Colour,
  type Drawing,
  type Shape,
} from './drawing.model.ts';
import type { Series } from '../figures/figures.model.ts';
import {
  drawFan,
  drawNewest,
  drawPeak,
  hasPeakLabel,
  type ForecastPoint,
  type LineLayout,
} from './line-marks.model.ts';
import { splitAtEstimate } from './small-charts.model.ts';
import { measureText, wrapText } from './text-width.model.ts';
import { chooseYearTicks } from './year-ticks.model.ts';
import { nameLineHeight, placeEndLabels, type EndLabel } from './end-labels.model.ts';

export type LineChartOptions = {
  readonly width?: number;
  readonly height?: number;
  /** Yearly values behind the last actual year of the first series: a dashed line in a fan. */
  readonly forecast?: readonly ForecastPoint[];
  /** Fills the area under a single line with the light hue. */
  readonly hasArea?: boolean;
};

/** A line chart, and where its years stand, for showing values on demand. */
export type LineDrawing = Drawing & {
  readonly firstYear: number;
  readonly lastYear: number;
  /** Horizontal positions of the first and the last year. */
  readonly plot: readonly [left: number, right: number];
};

const tickSize = 12;
const endLabelSize = 15;
type PlacedLabel = ReturnType<typeof placeEndLabels>[number];
const lineColours = ['hue', 'hue-2', 'ink', 'muted'] as const satisfies readonly Colour[];

/**
 * Lines over an axis from zero, each named at its end with its newest value. The source's own
 * estimates are dashed. All series have one unit; the first one has the hue.
 */
export function drawLineChart(
  series: readonly [Series, ...Series[]],
  { width = 720, height = 320, forecast = [], hasArea = false }: LineChartOptions = {},
): LineDrawing {
  const [main] = series;
  const layout = buildLayout(series, { width, height, forecast });
  const [from, to] = findYears(series, forecast);
  return {
    width,
    height,
    title: `${series.map(({ label }) => label).join(', ')}, ${main.place}, ${from} to ${to}`,
    firstYear: from,
    lastYear: to,
    plot: [roundToTenth(layout.x(from)), roundToTenth(layout.x(to))],
    shapes: [
      ...(hasArea && series.length === 1 ? [drawArea(main, layout)] : []),
      ...layout.ticks.flatMap((tick) => drawValueTick(tick, layout)),
      ...chooseYearTicks(from, to, layout.x).map((year) => drawYearTick(year, layout)),
      ...drawFan(main, forecast, layout),
      ...series.flatMap((one, i) => drawSeries(one, lineColours[i] ?? 'muted', layout)),
      ...drawPeak(series, layout),
      ...drawNewest(series, forecast, layout),
      ...placeEndLabels(listEndLabels(series, forecast, layout), height - 19).flatMap(drawEndLabel),
    ],
  };
}

function findYears(
  series: readonly Series[],
  forecast: readonly ForecastPoint[],
): readonly [from: number, to: number] {
  const years = [
    ...series.flatMap(({ points }) => points),
    ...forecast.map(({ year }) => [year]),
  ].map(([year]) => year ?? 0);
  return [Math.min(...years), Math.max(...years)];
}

function buildLayout(
  series: readonly [Series, ...Series[]],
  { width, height, forecast }: Required<Omit<LineChartOptions, 'hasArea'>>,
): LineLayout {
  const values = [
    ...series.flatMap(({ points }) => points.map(([, value]) => value)),
    ...forecast.flatMap(({ low, high }) => [low, high]),
  ];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = scaleLinear([low, high || 1], [height - 30, hasPeakLabel(series) ? 26 : 14]).nice(4);
  const format = createValueFormat(series[0].unit, Math.max(...y.domain().map(Math.abs)));
  const ticks = y.ticks(4);
  const tickWidth = Math.max(
    ...ticks.map((tick) => measureText(format.formatTick(tick), tickSize)),
  );
  const endTexts = series.flatMap(({ points, label }) => [
    measureText(format.formatValue(points.at(-1)?.[1] ?? 0), endLabelSize),
    ...wrapName(label, series.length, width).map((line) => measureText(line, tickSize)),
  ]);
  const forecastTexts = forecast
    .slice(-1)
    .map(({ value }) => measureText(format.formatValue(value), endLabelSize));
  const [from, to] = findYears(series, forecast);
  const x = scaleLinear(
    [from, Math.max(to, from + 1)],
    [
      Math.ceil(tickWidth) + 14,
      width - Math.ceil(Math.max(22, ...endTexts, ...forecastTexts)) - 14,
    ],
  );
  return { x, y, format, ticks, width, height };
}

/** Names stand beside the ends of several lines, in less than a third of the width. */
const wrapName = (label: string, lines: number, width: number): string[] =>
  lines > 1 ? wrapText(label, tickSize, Math.min(180, width * 0.3)) : [];

function drawValueTick(tick: number, { x, y, format }: LineLayout): Shape[] {
  const level = roundToTenth(y(tick));
  const [left = 0, right = 0] = x.range();
  return [
    {
      kind: 'path',
      d: `M${left - 6} ${level}H${right + 4}`,
      stroke: tick === 0 ? 'muted' : 'rule',
      width: 1,
    },
    {
      kind: 'text',
      x: 0,
      y: level + 4,
      text: format.formatTick(tick),
      size: tickSize,
      fill: 'muted',
    },
  ];
}

const drawYearTick = (year: number, { x, height }: LineLayout): Shape => ({
  kind: 'text',
  x: roundToTenth(x(year)),
  y: height - 8,
  text: String(year),
  size: tickSize,
  anchor: 'middle',
  fill: 'muted',
});

const drawArea = ({ points }: Series, { x, y }: LineLayout): Shape => ({
  kind: 'path',
  d: buildAreaPath(points, x, y),
  fill: 'hue-soft',
});

const drawSeries = (series: Series, stroke: Colour, { x, y }: LineLayout): Shape[] =>
  splitAtEstimate(series).map(({ points, isEstimate }) => ({
    kind: 'path',
    d: buildLinePath(points, x, y),
    stroke,
    width: 2.25,
    dash: isEstimate,
  }));

function listEndLabels(
  series: readonly Series[],
  forecast: readonly ForecastPoint[],
  { x, y, format, width }: LineLayout,
): EndLabel[] {
  const label = (year: number, value: number, colour: Colour, name: string[] = []): EndLabel => ({
    x: roundToTenth(x(year)),
    y: roundToTenth(y(value)),
    text: format.formatValue(value),
    colour,
    name,
  });
  const end = forecast.at(-1);
  if (end) return [label(end.year, end.value, 'hue')];
  return series.flatMap(({ points, label: name }, i) => {
    const last = points.at(-1);
    const colour = lineColours[i] ?? 'muted';
    return last ? [label(last[0], last[1], colour, wrapName(name, series.length, width))] : [];
  });
}

const drawEndLabel = ({ x, y, textY, text, colour, name }: PlacedLabel): Shape[] => [
  { kind: 'path', d: buildCirclePath(x, y, 4), fill: colour },
  { kind: 'text', x: x + 10, y: textY, text, size: endLabelSize, fill: colour, bold: true },
  ...name.map((line, i): Shape => ({
    kind: 'text',
    x: x + 10,
    y: roundToTenth(textY + (i + 1) * nameLineHeight),
    text: line,
    size: tickSize,
    fill: 'muted',
  })),
];
