/** What is drawn upon the lines of a chart: a forecast's fan and the highest value. */
import type { ValueFormat } from './chart-units.model.ts';
import { buildCirclePath, roundToTenth, type Scale, type Shape } from './drawing.model.ts';
import type { Series } from './figures.model.ts';
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

/** The band as an area that opens at the last actual value, and the projection in it, dashed. */
export function drawFan(
  main: Series,
  forecast: readonly ForecastPoint[],
  { x, y }: LineLayout,
): Shape[] {
  const start = main.points.at(-1);
  if (!start || forecast.length === 0) return [];
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

/** The highest value of a single line, where the newest one is well below it. */
function findPeak(series: readonly Series[]): Peak | undefined {
  const [main] = series;
  const last = main?.points.at(-1);
  if (!main || !last || series.length > 1) return undefined;
  const [year, value] = main.points.reduce((high, point) => (point[1] > high[1] ? point : high));
  return value > last[1] * 1.1 && value > 0 && year < last[0] ? { year, value } : undefined;
}

export const hasPeakLabel = (series: readonly Series[]): boolean => findPeak(series) !== undefined;

/** The peak's value and year above it; nothing is ever drawn higher than there. */
export function drawPeak(series: readonly Series[], { x, y, format }: LineLayout): Shape[] {
  const peak = findPeak(series);
  if (!peak) return [];
  const text = `${format.formatValue(peak.value)} in ${peak.year}`;
  const [left = 0, right = 0] = x.range();
  const half = measureText(text, labelSize) / 2;
  const [at, level] = [roundToTenth(x(peak.year)), roundToTenth(y(peak.value))];
  return [
    { kind: 'path', d: buildCirclePath(at, level, 2.5), fill: 'hue' },
    {
      kind: 'text',
      x: roundToTenth(Math.max(left + half, Math.min(right - half, at))),
      y: roundToTenth(level - 8),
      text,
      size: labelSize,
      anchor: 'middle',
    },
  ];
}
