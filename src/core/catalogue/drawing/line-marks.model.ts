/** Drawn upon the lines of a chart: a forecast's fan and the highest value. */
import type { ValueFormat } from './chart-units.model.ts';
import { buildCirclePath, roundToTenth, type Scale, type Shape } from './drawing.model.ts';
import type { Series } from '../figures/figures.model.ts';
import { measureText } from './text-width.model.ts';

/** One year of our own projection, with the band around it. */
export type ForecastPoint = {
  readonly year: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

export type LineLayout = {
  readonly x: Scale;
  readonly y: Scale;
  readonly format: ValueFormat;
  readonly ticks: readonly number[];
  readonly width: number;
  readonly height: number;
};

const labelSize = 13;

/** The value from which the forecast starts; the source's own projections come after it. */
const findLastActual = (main: Series, [next]: readonly ForecastPoint[]) =>
  next && main.points.findLast(([year]) => year < next.year);

/** The band as an area that opens at the last actual value, and the projection in it, dashed. */
export function drawFan(
  main: Series,
  forecast: readonly ForecastPoint[],
  { x, y }: LineLayout,
): Shape[] {
  const start = findLastActual(main, forecast);
  if (!start) return [];
  const at = (year: number, value: number): string =>
    `${roundToTenth(x(year))} ${roundToTenth(y(value))}`;
  const origin = at(start[0], start[1]);
  const upper = forecast.map(({ year, high }) => at(year, high));
  const lower = forecast.map(({ year, low }) => at(year, low)).toReversed();
  const middle = forecast.map(({ year, value }) => at(year, value));
  return [
    { kind: 'path', d: `M${[origin, ...upper, ...lower].join('L')}Z`, fill: 'hue-soft' },
    {
      kind: 'path',
      d: `M${[origin, ...middle].join('L')}`,
      stroke: 'hue',
      width: 2.25,
      dash: true,
    },
    ...forecast.map(({ year, value }): Shape => ({
      kind: 'path',
      d: buildCirclePath(roundToTenth(x(year)), roundToTenth(y(value)), 2),
      fill: 'hue',
    })),
  ];
}

type Peak = { readonly year: number; readonly value: number };

/** The highest value of a single line, if the newest one is well below it. */
function findPeak(series: readonly Series[]): Peak | undefined {
  const [main] = series;
  const last = main?.points.at(-1);
  if (!main || !last || series.length > 1) return undefined;
  const [year, value] = main.points.reduce((high, point) => (point[1] > high[1] ? point : high));
  return value > last[1] * 1.1 && value > 0 && year < last[0] ? { year, value } : undefined;
}

export const hasPeakLabel = (series: readonly Series[]): boolean => findPeak(series) !== undefined;

type ValueLabel = { readonly x: number; readonly y: number; readonly text: string };

/** A value's dot, and the label whose middle is at `x`. */
const drawValueLabel = (at: readonly [number, number], { x, y, text }: ValueLabel): Shape[] => [
  { kind: 'path', d: buildCirclePath(roundToTenth(at[0]), roundToTenth(at[1]), 2.5), fill: 'hue' },
  {
    kind: 'text',
    x: roundToTenth(x),
    y: roundToTenth(y),
    text,
    size: labelSize,
    anchor: 'middle',
  },
];

/** The peak's label stands above it: nothing is ever drawn higher than there. */
function placePeakLabel(peak: Peak, { x, y, format }: LineLayout): ValueLabel {
  const text = `${format.formatValue(peak.value)} in ${peak.year}`;
  const [left = 0, right = 0] = x.range();
  const half = measureText(text, labelSize) / 2;
  return {
    x: Math.max(left + half, Math.min(right - half, x(peak.year))),
    y: y(peak.value) - 8,
    text,
  };
}

/** The peak's value and year above it. */
export function drawPeak(series: readonly Series[], layout: LineLayout): Shape[] {
  const peak = findPeak(series);
  if (!peak) return [];
  return drawValueLabel([layout.x(peak.year), layout.y(peak.value)], placePeakLabel(peak, layout));
}

/** The newest actual value if a forecast follows it: left of its point, if there is room. */
export function drawNewest(
  series: readonly [Series, ...Series[]],
  forecast: readonly ForecastPoint[],
  layout: LineLayout,
): Shape[] {
  const newest = findLastActual(series[0], forecast);
  if (!newest) return [];
  const { x, y, format, height } = layout;
  const [year, value] = newest;
  const text = `${format.formatValue(value)} in ${year}`;
  const width = measureText(text, labelSize);
  const peak = findPeak(series);
  const taken = peak && placePeakLabel(peak, layout);
  const levels = series[0].points
    .filter(([at]) => at <= year && x(at) >= x(year) - width)
    .map(([, one]) => y(one));
  const [above, below] = [Math.min(...levels) - 10, Math.max(...levels) + 20];
  const isFree = (level: number): boolean =>
    level < height - 36 &&
    level > labelSize &&
    !(taken && Math.abs(taken.y - level) < 2 * labelSize && taken.x > x(year) - 2 * width);
  const level = [above, below].find(isFree) ?? below;
  return drawValueLabel([x(year), y(value)], { x: x(year) - width / 2, y: level, text });
}
