import { scaleLinear } from 'd3-scale';
import {
  buildLinePath,
  formatShortNumber,
  roundToTenth,
  type Drawing,
  type Shape,
} from './charts.model.ts';
import type { Figures } from './figures.model.ts';

/** Six small charts in a wide sheet, one a report, each on its own scale, with its name, unit and last value. */
export function drawHero(
  reports: readonly { readonly title: string; readonly cover: Figures }[],
): Drawing {
  const [columns, w, h] = [2, 330, 150];
  const shapes: Shape[] = reports.flatMap(({ title, cover }, i): Shape[] => {
    const [main] = cover.series;
    if (!main) return [];
    const [left, top] = [(i % columns) * (w + 20), Math.floor(i / columns) * (h + 16)];
    const values = main.points.map(([, value]) => value);
    const [first, last] = [main.points[0], main.points.at(-1)];
    if (!first || !last) return [];
    const x = scaleLinear([first[0], last[0]], [left, left + w - 60]);
    const y = scaleLinear([Math.min(0, ...values), Math.max(...values)], [top + h - 22, top + 36]);
    const name = title.split(/ (Market|Prices|Worldwide):|:/)[0] ?? title;
    return [
      { kind: 'path', d: `M${left} ${top + h - 22}H${left + w}`, stroke: 'rule', width: 1 },
      {
        kind: 'path',
        d: buildLinePath(main.points, x, y),
        stroke: i === 0 ? 'accent' : 'ink',
        width: 2,
      },
      {
        kind: 'text',
        x: left,
        y: top + 16,
        text: name.length > 38 ? `${name.slice(0, 37)}…` : name,
        size: 15,
        bold: true,
        serif: true,
      },
      {
        kind: 'text',
        x: roundToTenth(x(last[0])) + 8,
        y: roundToTenth(y(last[1])) + 5,
        text: formatShortNumber(last[1]),
        size: 14,
        bold: true,
        fill: i === 0 ? 'accent' : 'ink',
      },
      {
        kind: 'text',
        x: left,
        y: top + h - 6,
        text: `${main.unit}, ${first[0]}–${last[0]}`,
        size: 12,
        fill: 'muted',
      },
    ];
  });
  return {
    width: columns * w + 20,
    height: Math.ceil(reports.length / columns) * (h + 16),
    title: 'The main series of our newest reports',
    shapes,
  };
}
