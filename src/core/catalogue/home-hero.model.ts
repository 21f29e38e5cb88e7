import { scaleLinear } from 'd3-scale';
import {
  buildLinePath,
  formatShortNumber,
  roundToTenth,
  type Drawing,
  type Shape,
} from './drawing.model.ts';
import type { Figures } from './figures.model.ts';

type ReportWithCover = { readonly title: string; readonly cover: Figures };
const columns = 2;
const [chartWidth, chartHeight] = [330, 150];

/** A small chart for each report, on its own scale, with its name, unit and last value. */
export const drawHero = (reports: readonly ReportWithCover[]): Drawing => ({
  width: columns * chartWidth + 20,
  height: Math.ceil(reports.length / columns) * (chartHeight + 16),
  title: 'The main series of our newest reports',
  shapes: reports.flatMap(drawReport),
});

function drawReport({ title, cover }: ReportWithCover, index: number): Shape[] {
  const [main] = cover.series;
  const [first, last] = [main?.points[0], main?.points.at(-1)];
  if (!main || !first || !last) return [];
  const left = (index % columns) * (chartWidth + 20);
  const top = Math.floor(index / columns) * (chartHeight + 16);
  const bottom = top + chartHeight - 22;
  const values = main.points.map(([, value]) => value);
  const x = scaleLinear([first[0], last[0]], [left, left + chartWidth - 60]);
  const y = scaleLinear([Math.min(0, ...values), Math.max(...values)], [bottom, top + 36]);
  const name = title.split(/ (Market|Prices|Worldwide):|:/)[0] ?? title;
  const text = name.length > 38 ? `${name.slice(0, 37)}…` : name;
  const colour = index === 0 ? 'accent' : 'ink';
  const years = `${main.unit}, ${first[0]}–${last[0]}`;
  return [
    { kind: 'path', d: `M${left} ${bottom}H${left + chartWidth}`, stroke: 'rule', width: 1 },
    { kind: 'path', d: buildLinePath(main.points, x, y), stroke: colour, width: 2 },
    { kind: 'text', x: left, y: top + 16, text, size: 15, bold: true, serif: true },
    {
      kind: 'text',
      x: roundToTenth(x(last[0])) + 8,
      y: roundToTenth(y(last[1])) + 5,
      text: formatShortNumber(last[1]),
      size: 14,
      bold: true,
      fill: colour,
    },
    { kind: 'text', x: left, y: top + chartHeight - 6, text: years, size: 12, fill: 'muted' },
  ];
}
