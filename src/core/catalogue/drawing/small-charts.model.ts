/** Small charts for rows and tiles: a trend line, and the shares of the leaders. Pure. */
import { scaleLinear } from 'd3-scale';
import {
  buildAreaPath,
  buildCirclePath,
  buildLinePath,
  roundToTenth,
  type Drawing,
  type Shape,
} from './drawing.model.ts';
import type { Ranking, Series } from '../figures/figures.model.ts';

/** The part of a series that a trend line needs, so that a list can load no more than this. */
export type Trend = Pick<Series, 'label' | 'place' | 'points' | 'estimatedFrom'>;

export type SparklineOptions = {
  /** In the units of the page's CSS pixels: 128 × 40 if nothing else is said. */
  readonly width?: number;
  readonly height?: number;
  /** Fills the area under the line with the light hue. */
  readonly hasArea?: boolean;
};

const strokeWidth = 1.5;
const dotRadius = 2.5;

/**
 * A trend line from zero with a dot at its newest value; the source's own estimates are dashed.
 * Undefined if there are fewer than two values: a line is never invented.
 */
export function drawSparkline(
  trend: Trend,
  { width = 128, height = 40, hasArea = true }: SparklineOptions = {},
): Drawing | undefined {
  const [first, last] = [trend.points[0], trend.points.at(-1)];
  if (!first || !last || first === last) return undefined;
  const values = trend.points.map(([, value]) => value);
  const x = scaleLinear([first[0], last[0]], [strokeWidth, width - dotRadius]);
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values) || 1],
    [height - 1, dotRadius],
  );
  const area: Shape = { kind: 'path', d: buildAreaPath(trend.points, x, y), fill: 'hue-soft' };
  return {
    width,
    height,
    title: `${trend.label}, ${trend.place}, ${first[0]} to ${last[0]}`,
    shapes: [
      ...(hasArea ? [area] : []),
      { kind: 'path', d: `M0 ${height - 0.5}H${width}`, stroke: 'rule', width: 1 },
      ...splitAtEstimate(trend).map(({ points, isEstimate }): Shape => ({
        kind: 'path',
        d: buildLinePath(points, x, y),
        stroke: 'hue',
        width: strokeWidth,
        dash: isEstimate,
      })),
      {
        kind: 'path',
        d: buildCirclePath(roundToTenth(x(last[0])), roundToTenth(y(last[1])), dotRadius),
        fill: 'hue',
      },
    ],
  };
}

export type LinePart = { readonly points: Series['points']; readonly isEstimate: boolean };

/** The measured part of a line, then its estimates from the last measured value on. */
export function splitAtEstimate({
  points,
  estimatedFrom,
}: Pick<Series, 'points' | 'estimatedFrom'>): LinePart[] {
  const index = points.findIndex(([year]) => estimatedFrom !== undefined && year >= estimatedFrom);
  const parts = [
    { points: index === -1 ? points : points.slice(0, index), isEstimate: false },
    { points: index === -1 ? [] : points.slice(Math.max(0, index - 1)), isEstimate: true },
  ];
  return parts.filter((part) => part.points.length > 0);
}

export type Leader = {
  readonly name: string;
  /** Of the whole, from 0 to 1, if the whole is known. */
  readonly share?: number;
  readonly value: number;
  /** The bar's length, from 0 to 1: the share, or if there is none, the part of the largest. */
  readonly barShare: number;
};

/** The part of a ranking that the leaders need. */
export type LeadersSource = Pick<Ranking, 'rows' | 'total'>;

/** The first rows of a ranking, with their shares of the whole if it is known. */
export function listLeaders({ rows, total }: LeadersSource, count = 3): Leader[] {
  const largest = Math.max(...rows.map(({ value }) => value), 0);
  const whole = total && total >= largest ? total : undefined;
  return rows.slice(0, count).map(({ name, value }) => ({
    name,
    value,
    barShare: largest > 0 ? Math.max(0, value) / (whole ?? largest) : 0,
    ...(whole ? { share: value / whole } : {}),
  }));
}
