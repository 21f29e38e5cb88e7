/** The cover of a report, drawn from its main series. Pure. */
import { scaleLinear } from 'd3-scale';
import { buildLinePath, roundToTenth, type Drawing, type Shape } from './drawing.model.ts';
import type { Figures, Series } from '../figures/figures.model.ts';
import { isRightToLeft } from './line-breaks.model.ts';
import { measureText, wrapText } from './text-width.model.ts';

export type CoverContent = {
  readonly title: string;
  readonly industry: string;
  readonly code: string;
  readonly edition: string;
  readonly figures: Figures;
};

const [width, height] = [300, 400];
const margin = 22;
const columnWidth = width - 2 * margin;
const industrySize = 13.5;
const titleSize = 36;
const titleLineHeight = 40;
const maxTitleLines = 4;
/** Where the drawing begins and ends. */
const [top, floor] = [236, height - 46];
/** Up to this many values are drawn as columns. */
const maxColumns = 12;

/** The title in lines that fit; the last one ends with an ellipsis if there is more. */
function wrapTitle(title: string): string[] {
  const lines = wrapText(title, titleSize, columnWidth);
  const isCut = lines.length > maxTitleLines;
  return lines
    .slice(0, maxTitleLines)
    .map((line, index) => cutLine(line, titleSize, isCut && index === maxTitleLines - 1));
}

/** The line as it is, or its beginning with an ellipsis if it is too long or `isCut`. */
function cutLine(line: string, size: number, isCut = false): string {
  const fits = (text: string): boolean => measureText(text, size) <= columnWidth;
  if (fits(line) && !isCut) return line;
  let kept = line;
  while (kept !== '' && !fits(`${kept}…`)) kept = Array.from(kept).slice(0, -1).join('');
  return `${kept}…`;
}

/** A short series as columns from zero, the newest in the full hue. */
function drawColumns({ points }: Series): Shape[] {
  const values = points.map(([, value]) => Math.max(0, value));
  const y = scaleLinear([0, Math.max(...values) || 1], [floor, top]);
  const step = (width - 2 * margin) / values.length;
  return values.map((value, index) => ({
    kind: 'rect',
    x: roundToTenth(margin + index * step),
    y: roundToTenth(y(value)),
    w: roundToTenth(step * 0.82),
    h: roundToTenth(floor - y(value)),
    fill: index === values.length - 1 ? 'hue' : 'hue-2',
  }));
}

/** A series as a line over a filled area. */
function drawArea({ points }: Series): Shape[] {
  const years = points.map(([year]) => year);
  const values = points.map(([, value]) => value);
  const x = scaleLinear([Math.min(...years), Math.max(...years)], [0, width]);
  const y = scaleLinear([Math.min(0, ...values), Math.max(...values)], [floor, top]);
  const line = buildLinePath(
    points.filter(([year], i) => i === 0 || year === (points[i - 1]?.[0] ?? 0) + 1),
    x,
    y,
  );
  const last = points.at(-1);
  return [
    {
      kind: 'path',
      d: `${line}L${roundToTenth(x(last?.[0] ?? 0))} ${floor}L0 ${floor}Z`,
      fill: 'hue-soft',
    },
    { kind: 'path', d: line, stroke: 'hue', width: 2.5 },
  ];
}

/** A text at the side from which it, or what it is a line of, is read. */
const alignText = (text: string, whole = text) =>
  isRightToLeft(whole)
    ? ({ text, x: width - margin, anchor: 'end' } as const)
    : ({ text, x: margin } as const);

/** A cover, three wide by four high: industry, title, and the report's main series. */
export function drawCover({ title, industry, code, edition, figures }: CoverContent): Drawing {
  const [name = title] = title.split(': ');
  const titleLines = wrapTitle(name);
  const shapes: Shape[] = [
    { kind: 'rect', x: 0, y: 0, w: width, h: height, fill: 'paper' },
    { kind: 'rect', x: 0, y: 0, w: width, h: 10, fill: 'hue' },
    {
      kind: 'text',
      ...alignText(cutLine(industry, industrySize)),
      y: 42,
      size: industrySize,
      fill: 'hue',
      bold: true,
    },
    ...titleLines.map((text, i): Shape => ({
      kind: 'text',
      ...alignText(text, name),
      y: 84 + i * titleLineHeight,
      size: titleSize,
      bold: true,
      serif: true,
    })),
  ];
  const [main] = figures.series;
  if (main && main.points.length > 1) {
    const isShort = main.points.length <= maxColumns;
    shapes.push(...(isShort ? drawColumns(main) : drawArea(main)));
  }
  shapes.push(
    { kind: 'rect', x: 0, y: floor, w: width, h: height - floor, fill: 'hue' },
    { kind: 'text', x: margin, y: height - 18, text: code, size: 14, fill: 'paper', bold: true },
    {
      kind: 'text',
      x: width - margin,
      y: height - 18,
      text: `Edition ${edition}`,
      size: 14,
      fill: 'paper',
      anchor: 'end',
    },
  );
  return { width, height, title: `Cover of ${title}`, shapes };
}
