/** Drawings as neutral shapes, which pages render as SVG and the PDF renderer draws. */
import type { ScaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Series } from '../figures/figures.model.ts';

/** Names of colours: pages and PDFs have their own values. */
export type Colour = 'ink' | 'muted' | 'rule' | 'accent' | 'hue' | 'hue-2' | 'hue-soft' | 'paper';

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

/** Coordinates start at the top left; every shape is inside the box. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
};

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

export type Scale = ScaleLinear<number, number>;

/** A path through the points, with a gap where a year is missing. */
export function buildLinePath(points: Series['points'], x: Scale, y: Scale): string {
  const draw = line<readonly [number, number]>()
    .x((point) => roundToTenth(x(point[0])))
    .y((point) => roundToTenth(y(point[1])));
  return splitAtGaps(points)
    .map((part) => draw(part) ?? '')
    .join('');
}

/** The area between the points and zero, with a gap where a year is missing. */
export function buildAreaPath(points: Series['points'], x: Scale, y: Scale): string {
  const draw = area<readonly [number, number]>()
    .x((point) => roundToTenth(x(point[0])))
    .y0(roundToTenth(y(0)))
    .y1((point) => roundToTenth(y(point[1])));
  return splitAtGaps(points)
    .map((part) => draw(part) ?? '')
    .join('');
}

function splitAtGaps(points: Series['points']): (readonly [number, number])[][] {
  let before: number | undefined;
  const parts: (readonly [number, number])[][] = [];
  for (const point of points) {
    if (before === undefined || point[0] !== before + 1) parts.push([]);
    parts.at(-1)?.push(point);
    before = point[0];
  }
  return parts;
}

export const buildCirclePath = (x: number, y: number, r: number): string =>
  `M${roundToTenth(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
