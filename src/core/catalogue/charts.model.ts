/** A series as a line chart, a ranking as a bar chart. Pure. */
import { scaleLinear } from 'd3-scale';
import {
  buildCirclePath,
  buildLinePath,
  formatShortNumber,
  roundToTenth,
  type Drawing,
  type Scale,
  type Shape,
} from './drawing.model.ts';
import type { Ranking, Series } from './figures.model.ts';

type Axes = { readonly x: Scale; readonly y: Scale };
type Size = { readonly width: number; readonly height: number };
const margin = { left: 56, right: 64, top: 28, bottom: 28 };

/**
 * A series as a line over an axis from zero. The source's own estimates are dashed, and the last
 * value has a label.
 */
export function drawLineChart(series: Series, width = 720, height = 320): Drawing {
  const years = series.points.map(([year]) => year);
  const axes = buildAxes(series, { width, height });
  return {
    width,
    height,
    title: `${series.label}, ${series.place}, ${years[0]} to ${years.at(-1)}`,
    shapes: [
      {
        kind: 'text',
        x: 0,
        y: 12,
        text: `${series.label}, ${series.unit}`,
        size: 12,
        fill: 'muted',
      },
      ...axes.y.ticks(5).flatMap((tick) => drawValueTick(tick, axes, width)),
      ...axes.x
        .ticks(Math.min(8, series.points.length))
        .filter(Number.isInteger)
        .map((tick) => drawYearTick(tick, axes, height)),
      ...drawLine(series, axes),
      ...drawLastValue(series, axes),
    ],
  };
}

function buildAxes({ points }: Series, { width, height }: Size): Axes {
  const years = points.map(([year]) => year);
  const values = points.map(([, value]) => value);
  return {
    x: scaleLinear(
      [Math.min(...years), Math.max(...years, Math.min(...years) + 1)],
      [margin.left, width - margin.right],
    ),
    y: scaleLinear(
      [Math.min(0, ...values), Math.max(...values, 1e-9)],
      [height - margin.bottom, margin.top],
    ).nice(5),
  };
}

function drawValueTick(tick: number, { y }: Axes, width: number): Shape[] {
  const height = roundToTenth(y(tick));
  return [
    {
      kind: 'path',
      d: `M${margin.left} ${height}H${width - margin.right}`,
      stroke: 'rule',
      width: tick === 0 ? 1.5 : 0.75,
    },
    {
      kind: 'text',
      x: margin.left - 8,
      y: height + 4,
      text: formatShortNumber(tick),
      size: 12,
      anchor: 'end',
      fill: 'muted',
    },
  ];
}

const drawYearTick = (tick: number, { x }: Axes, height: number): Shape => ({
  kind: 'text',
  x: roundToTenth(x(tick)),
  y: height - 8,
  text: String(tick),
  size: 12,
  anchor: 'middle',
  fill: 'muted',
});

/** Measured values, then estimates as a dashed line from the last measured value on. */
function drawLine({ points, estimatedFrom }: Series, { x, y }: Axes): Shape[] {
  const firstEstimate = points.findIndex(
    ([year]) => estimatedFrom !== undefined && year >= estimatedFrom,
  );
  const measured = firstEstimate === -1 ? points : points.slice(0, firstEstimate);
  const shapes: Shape[] = [];
  if (measured.length > 0)
    shapes.push({ kind: 'path', d: buildLinePath(measured, x, y), stroke: 'hue', width: 2.25 });
  if (firstEstimate > 0)
    shapes.push({
      kind: 'path',
      d: buildLinePath(points.slice(firstEstimate - 1), x, y),
      stroke: 'hue',
      width: 2.25,
      dash: true,
    });
  return shapes;
}

function drawLastValue({ points }: Series, axes: Axes): Shape[] {
  const last = points.at(-1);
  if (!last) return [];
  const [x, y] = [roundToTenth(axes.x(last[0])), roundToTenth(axes.y(last[1]))];
  return [
    { kind: 'path', d: buildCirclePath(x, y, 3.5), fill: 'hue' },
    {
      kind: 'text',
      x: x + 8,
      y: y + 4,
      text: formatShortNumber(last[1]),
      size: 13,
      bold: true,
    },
  ];
}

const barMargin = { left: 230, right: 70 };
const rowHeight = 26;

/** A ranking as horizontal bars with their values, largest first; thin marks are earlier values. */
export function drawBarChart(
  { rows, unit, label, year, spanYears }: Ranking,
  width = 720,
): Drawing {
  const x = scaleLinear(
    [0, Math.max(...rows.flatMap(({ value, before }) => [value, before ?? 0]))],
    [barMargin.left, width - barMargin.right],
  );
  const mark = spanYears ? `; mark: ${year - spanYears}` : '';
  return {
    width,
    height: 28 + rows.length * rowHeight,
    title: `${label}, ${year}`,
    shapes: [
      { kind: 'text', x: 0, y: 12, text: `${unit}, ${year}${mark}`, size: 12, fill: 'muted' },
      ...rows.flatMap((row, i) => drawBar(row, 24 + i * rowHeight, x)),
    ],
  };
}

function drawBar({ name, value, before }: Ranking['rows'][number], y: number, x: Scale): Shape[] {
  const { left } = barMargin;
  const text = name.length > 34 ? `${name.slice(0, 33)}…` : name;
  const shapes: Shape[] = [
    { kind: 'text', x: left - 10, y: y + 15, text, size: 12.5, anchor: 'end' },
    {
      kind: 'rect',
      x: left,
      y: y + 3,
      w: Math.max(1, roundToTenth(x(value) - left)),
      h: rowHeight - 9,
      fill: 'hue',
    },
  ];
  if (before)
    shapes.push({
      kind: 'rect',
      x: roundToTenth(x(before)) - 1,
      y,
      w: 2,
      h: rowHeight - 3,
      fill: 'ink',
    });
  shapes.push({
    kind: 'text',
    x: roundToTenth(Math.max(x(value), before ? x(before) : 0)) + 8,
    y: y + 15,
    text: formatShortNumber(value),
    size: 12.5,
    fill: 'muted',
  });
  return shapes;
}
