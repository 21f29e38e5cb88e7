/** The cover of a report, drawn from its main series. Pure. */
import { scaleLinear } from 'd3-scale';
import { buildLinePath, roundToTenth, type Drawing, type Shape } from './drawing.model.ts';
import type { Figures, Series } from './figures.model.ts';

export type CoverContent = {
  readonly title: string;
  readonly industry: string;
  readonly code: string;
  readonly edition: string;
  readonly figures: Figures;
};

/** The text in lines; the last one ends with an ellipsis where the text is too long. */
function wrapText(text: string, maxLineLength: number, maxLines: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > maxLineLength) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.length <= maxLines
    ? lines
    : [
        ...lines.slice(0, maxLines - 1),
        `${(lines[maxLines - 1] ?? '').slice(0, maxLineLength - 1)}…`,
      ];
}

/** A series as a line over a filled area. */
function drawAreaChart(
  { points }: Series,
  [x0, x1]: [number, number],
  [floor, top]: [number, number],
  fill: 'hue-soft' | 'hue',
): Shape[] {
  const years = points.map(([year]) => year);
  const values = points.map(([, value]) => value);
  const x = scaleLinear([Math.min(...years), Math.max(...years)], [x0, x1]);
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
      d: `${line}L${roundToTenth(x(last?.[0] ?? 0))} ${floor}L${x0} ${floor}Z`,
      fill,
    },
    { kind: 'path', d: line, stroke: 'hue', width: 2.5 },
  ];
}

/** A cover, three wide by four high: industry, title, and the report's main series. */
export function drawCover({ title, industry, code, edition, figures }: CoverContent): Drawing {
  const [width, height] = [300, 400];
  const [name = title] = title.split(': ');
  const shapes: Shape[] = [
    { kind: 'rect', x: 0, y: 0, w: width, h: height, fill: 'paper' },
    { kind: 'rect', x: 0, y: 0, w: width, h: 10, fill: 'hue' },
    { kind: 'text', x: 22, y: 44, text: industry, size: 13, fill: 'hue', bold: true },
    ...wrapText(name, 22, 5).map((text, i): Shape => ({
      kind: 'text',
      x: 22,
      y: 80 + i * 28,
      text,
      size: 23,
      bold: true,
      serif: true,
    })),
  ];
  const [main] = figures.series;
  if (main && main.points.length > 1)
    shapes.push(...drawAreaChart(main, [0, width], [height - 46, 232], 'hue-soft'));
  shapes.push(
    { kind: 'rect', x: 0, y: height - 46, w: width, h: 46, fill: 'hue' },
    { kind: 'text', x: 22, y: height - 18, text: code, size: 13, fill: 'paper' },
    {
      kind: 'text',
      x: width - 22,
      y: height - 18,
      text: `Edition ${edition}${nameDataYear(main)}`,
      size: 13,
      fill: 'paper',
      anchor: 'end',
    },
  );
  return { width, height, title: `Cover of ${title}`, shapes };
}

/** " · data to 2023": the last year that the source has counted, not projected. */
function nameDataYear(main: Series | undefined): string {
  const { points = [], projectedFrom = Infinity } = main ?? {};
  const [latest] = points.filter(([year]) => year < projectedFrom).slice(-1);
  return latest ? ` · data to ${latest[0]}` : '';
}
