/** A ranking as horizontal bars, drawn for a given width. Pure. */
import { scaleLinear } from 'd3-scale';
import { createValueFormat, type ValueFormat } from './chart-units.model.ts';
import { roundToTenth, type Drawing, type Scale, type Shape } from './drawing.model.ts';
import type { Ranking } from '../figures/figures.model.ts';
import { measureText, wrapText } from './text-width.model.ts';

/** Bars know where each row ends, so that the first of them can stand for a long ranking. */
export type BarDrawing = Drawing & { readonly rowEnds: readonly number[] };

type Row = Ranking['rows'][number];
type Bars = {
  readonly x: Scale;
  readonly format: ValueFormat;
  readonly nameWidth: number;
  /** True if a name stands above its bar, because it has no room beside it. */
  readonly isStacked: boolean;
};

const nameSize = 13;
const barHeight = 18;
const lineHeight = 17;
const rowGap = 10;

/** In narrower charts names that need more than a third of the width stand above their bars. */
const maxStackedWidth = 480;
const maxNameShare = 0.34;

/**
 * Horizontal bars with their values, largest first; a thin mark is the value `spanYears` earlier.
 * Long names are broken into lines, never cut.
 */
export function drawBarChart(ranking: Ranking, width = 720): BarDrawing {
  const { rows, label, year } = ranking;
  const bars = buildBars(ranking, width);
  const shapes: Shape[] = [];
  const rowEnds: number[] = [];
  let top = 4;
  for (const row of rows) {
    const drawn = drawRow(row, top, bars);
    shapes.push(...drawn.shapes);
    rowEnds.push(top + drawn.height);
    top += drawn.height + rowGap;
  }
  return {
    width,
    height: Math.ceil(Math.max(top - rowGap + 6, 24)),
    title: `${label}, ${year}`,
    shapes,
    rowEnds,
  };
}

function buildBars({ rows, unit }: Ranking, width: number): Bars {
  const largest = Math.max(...rows.flatMap(({ value, before }) => [value, before ?? 0]), 1e-9);
  const format = createValueFormat(unit, largest);
  const longest = Math.max(0, ...rows.map(({ name }) => measureText(name, nameSize)));
  const isStacked = width < maxStackedWidth && longest > width * maxNameShare;
  const nameWidth = isStacked ? width : Math.min(longest, width * maxNameShare);
  const valueWidth = Math.max(
    0,
    ...rows.map(({ value }) => measureText(format.formatValue(value), nameSize)),
  );
  const left = isStacked ? 0 : Math.ceil(nameWidth) + 12;
  return {
    x: scaleLinear([0, largest], [left, width - Math.ceil(valueWidth) - 12]),
    format,
    nameWidth,
    isStacked,
  };
}

function drawRow(row: Row, top: number, bars: Bars): { shapes: Shape[]; height: number } {
  const lines = wrapText(row.name, nameSize, bars.nameWidth);
  const namesHeight = lines.length * lineHeight;
  const height = bars.isStacked ? namesHeight + barHeight : Math.max(namesHeight, barHeight);
  const barTop = bars.isStacked ? top + namesHeight : top + (height - barHeight) / 2;
  const nameTop = bars.isStacked ? top : top + (height - namesHeight) / 2;
  const names = lines.map((text, i): Shape => ({
    kind: 'text',
    x: 0,
    y: roundToTenth(nameTop + i * lineHeight + 12.5),
    text,
    size: nameSize,
  }));
  return { shapes: [...names, ...drawBar(row, barTop, bars)], height };
}

function drawBar({ value, before }: Row, top: number, { x, format }: Bars): Shape[] {
  const [left = 0] = x.range();
  const end = Math.max(x(value), before === undefined ? 0 : x(before));
  const shapes: Shape[] = [
    {
      kind: 'rect',
      x: left,
      y: roundToTenth(top + 2),
      w: Math.max(1, roundToTenth(x(value) - left)),
      h: barHeight - 4,
      fill: 'hue',
    },
  ];
  if (before !== undefined)
    shapes.push({
      kind: 'rect',
      x: roundToTenth(Math.max(left, x(before) - 1)),
      y: roundToTenth(top - 1),
      w: 2,
      h: barHeight + 2,
      fill: 'ink',
    });
  shapes.push({
    kind: 'text',
    x: roundToTenth(end) + 8,
    y: roundToTenth(top + 13.5),
    text: format.formatValue(value),
    size: nameSize,
    bold: true,
  });
  return shapes;
}
