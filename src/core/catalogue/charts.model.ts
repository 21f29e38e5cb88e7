/** A picture as neutral shapes: the page renders them as SVG, the press draws the same ones into the PDF. Pure. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Ranking, Series } from './figures.model.ts';

/** Names of tokens; the page and the press know their colours. */
export type Colour = 'ink' | 'muted' | 'rule' | 'accent' | 'hue' | 'hue-soft' | 'paper';

export type Shape =
  | {
      readonly kind: 'path';
      readonly d: string;
      readonly stroke?: Colour;
      readonly fill?: Colour;
      readonly width?: number;
      readonly dash?: boolean;
    }
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly fill: Colour;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly anchor?: 'start' | 'middle' | 'end';
      readonly fill?: Colour;
      readonly bold?: boolean;
      readonly serif?: boolean;
    };

/** Coordinates run from the top left; every shape stays inside the box. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
};

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** "1.2M", "843k", "0.35": short enough for an axis. */
export function formatShortNumber(value: number): string {
  const size = Math.abs(value);
  for (const [limit, letter] of [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    if (size >= limit)
      return `${Number((value / (letter === 'k' ? 1e3 : limit)).toPrecision(3))}${letter}`;
  }
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

type Scale = ScaleLinear<number, number>;

/** The path of points, broken where a year is missing. */
export function buildLinePath(points: Series['points'], x: Scale, y: Scale): string {
  let before: number | undefined;
  const parts: (readonly [number, number])[][] = [];
  for (const point of points) {
    if (before === undefined || point[0] !== before + 1) parts.push([]);
    parts.at(-1)?.push(point);
    before = point[0];
  }
  const draw = line<readonly [number, number]>()
    .x((point) => roundToTenth(x(point[0])))
    .y((point) => roundToTenth(y(point[1])));
  return parts.map((part) => draw(part) ?? '').join('');
}

/** One series as a line from zero (an index and a price too), the source's own estimates dashed, the last value labelled. */
export function drawLineChart(series: Series, width = 720, height = 320): Drawing {
  const { points } = series;
  const years = points.map(([year]) => year);
  const values = points.map(([, value]) => value);
  const [left, right, top, bottom] = [56, 64, 28, 28];
  const x = scaleLinear(
    [Math.min(...years), Math.max(...years, Math.min(...years) + 1)],
    [left, width - right],
  );
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(...values, 1e-9)],
    [height - bottom, top],
  ).nice(5);
  const shapes: Shape[] = [
    { kind: 'text', x: 0, y: 12, text: `${series.label}, ${series.unit}`, size: 12, fill: 'muted' },
  ];
  for (const tick of y.ticks(5)) {
    shapes.push({
      kind: 'path',
      d: `M${left} ${roundToTenth(y(tick))}H${width - right}`,
      stroke: 'rule',
      width: tick === 0 ? 1.5 : 0.75,
    });
    shapes.push({
      kind: 'text',
      x: left - 8,
      y: roundToTenth(y(tick)) + 4,
      text: formatShortNumber(tick),
      size: 12,
      anchor: 'end',
      fill: 'muted',
    });
  }
  for (const tick of x.ticks(Math.min(8, points.length)).filter(Number.isInteger)) {
    shapes.push({
      kind: 'text',
      x: roundToTenth(x(tick)),
      y: height - 8,
      text: String(tick),
      size: 12,
      anchor: 'middle',
      fill: 'muted',
    });
  }
  const firstEstimateIndex = points.findIndex(
    ([year]) => series.estimatedFrom !== undefined && year >= series.estimatedFrom,
  );
  const measuredPoints = firstEstimateIndex === -1 ? points : points.slice(0, firstEstimateIndex);
  if (measuredPoints.length > 0)
    shapes.push({
      kind: 'path',
      d: buildLinePath(measuredPoints, x, y),
      stroke: 'hue',
      width: 2.25,
    });
  if (firstEstimateIndex > 0)
    shapes.push({
      kind: 'path',
      d: buildLinePath(points.slice(firstEstimateIndex - 1), x, y),
      stroke: 'hue',
      width: 2.25,
      dash: true,
    });
  const last = points.at(-1);
  if (last) {
    shapes.push({
      kind: 'path',
      d: buildCirclePath(roundToTenth(x(last[0])), roundToTenth(y(last[1])), 3.5),
      fill: 'hue',
    });
    shapes.push({
      kind: 'text',
      x: roundToTenth(x(last[0])) + 8,
      y: roundToTenth(y(last[1])) + 4,
      text: formatShortNumber(last[1]),
      size: 13,
      bold: true,
    });
  }
  return {
    width,
    height,
    title: `${series.label}, ${series.place}, ${years[0]} to ${years.at(-1)}`,
    shapes,
  };
}

const buildCirclePath = (x: number, y: number, r: number): string =>
  `M${roundToTenth(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Horizontal bars, largest first, with their values; the earlier value is a thin mark. */
export function drawBarChart(ranking: Ranking, width = 720): Drawing {
  const rowHeight = 26;
  const height = 28 + ranking.rows.length * rowHeight;
  const [left, right] = [230, 70];
  const x = scaleLinear(
    [0, Math.max(...ranking.rows.flatMap(({ value, before }) => [value, before ?? 0]))],
    [left, width - right],
  );
  const shapes: Shape[] = [
    {
      kind: 'text',
      x: 0,
      y: 12,
      text: `${ranking.unit}, ${ranking.year}${ranking.spanYears ? `; mark: ${ranking.year - ranking.spanYears}` : ''}`,
      size: 12,
      fill: 'muted',
    },
  ];
  ranking.rows.forEach(({ name, value, before }, i) => {
    const y = 24 + i * rowHeight;
    shapes.push({
      kind: 'text',
      x: left - 10,
      y: y + 15,
      text: name.length > 34 ? `${name.slice(0, 33)}…` : name,
      size: 12.5,
      anchor: 'end',
    });
    shapes.push({
      kind: 'rect',
      x: left,
      y: y + 3,
      w: Math.max(1, roundToTenth(x(value) - left)),
      h: rowHeight - 9,
      fill: 'hue',
    });
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
  });
  return { width, height, title: `${ranking.label}, ${ranking.year}`, shapes };
}
