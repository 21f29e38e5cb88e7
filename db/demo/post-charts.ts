import { colours, lineTo, rect, svgFile, text } from './svg-file.ts';

/** Charts of blog posts and press notes: 760 by 400, with unit and source. */
type Points = readonly (readonly [year: number, value: number])[];
type Line = { readonly label: string; readonly points: Points; readonly colour: string };
type ChartFrame = {
  /** The finding, as the picture's title. */
  readonly title: string;
  readonly unit: string;
  readonly source: string;
};
type LineChart = ChartFrame & { readonly lines: readonly Line[] };
export type Bar = {
  readonly label: string;
  readonly value: number;
  /** The value as it is printed. */
  readonly shown: string;
  readonly isMain?: boolean;
};

const { ink, muted, rule, accent } = colours;
const size = { width: 760, height: 400, left: 20, right: 590, top: 50, bottom: 330 };

export const scale = (points: Points, by: number): Points =>
  points.map(([year, value]) => [year, value / by]);
export const since = (first: number, points: Points): Points =>
  points.filter(([year]) => year >= first);
export const toIndex = (points: Points): Points =>
  points
    .filter(([year]) => year <= 2024)
    .map(([year, value]) => [year, (value / (points[0]?.[1] ?? 1)) * 100]);

export function drawLines({ title, unit, source, lines }: LineChart): string {
  const all = lines.flatMap(({ points }) => points);
  const years = all.map(([year]) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const step = chooseStep(Math.max(...all.map(([, value]) => value)));
  const most = Math.ceil(Math.max(...all.map(([, value]) => value)) / step) * step;
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, i) => i * step);
  // The values stand left of the lines, which cross none of them.
  const left =
    size.left + Math.max(...ticks.map((tick) => tick.toLocaleString('en-US').length)) * 9;
  const plot = left + 10;
  const x = (year: number): number =>
    Math.round(plot + ((year - first) / (last - first)) * (size.right - plot));
  const y = (value: number): number =>
    Math.round(size.bottom - (value / most) * (size.bottom - size.top));
  const yearTicks = [first, Math.round((first + last) / 2), last];
  return svgFile(
    size.width,
    size.height,
    title,
    text(size.left, 26, unit, { size: 18, fill: muted }) +
      ticks
        .map(
          (tick) =>
            lineTo(`M${plot} ${y(tick)}H${size.right}`, tick === 0 ? ink : rule) +
            text(left, y(tick) + 5, tick.toLocaleString('en-US'), {
              size: 16,
              fill: muted,
              anchor: 'end',
            }),
        )
        .join('') +
      yearTicks
        .map((year, i) =>
          text(x(year), size.bottom + 24, String(year), {
            size: 16,
            fill: muted,
            anchor: (['start', 'middle', 'end'] as const)[i] ?? 'end',
          }),
        )
        .join('') +
      lines.map((line) => drawLine(line, x, y)).join('') +
      text(size.left, size.height - 8, source, { size: 14, fill: muted }),
  );
}

function drawLine(
  { label, points, colour }: Line,
  x: (year: number) => number,
  y: (value: number) => number,
): string {
  const [year, value] = points.at(-1) ?? [0, 0];
  const shown = value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
  return (
    lineTo(`M${points.map(([at, v]) => `${x(at)} ${y(v)}`).join('L')}`, colour, 3) +
    text(x(year) + 10, y(value) - 2, shown, { size: 19, bold: true, fill: colour }) +
    text(x(year) + 10, y(value) + 18, label, { size: 16, fill: colour })
  );
}

/** A round step that gives four to eight lines. */
function chooseStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return (
    [0.1, 0.2, 0.25, 0.5, 1].map((part) => part * power).find((step) => most / step <= 6) ?? power
  );
}

/** Up to eight bars below one another, the main ones in the accent. */
export function drawBars({
  title,
  unit,
  source,
  bars,
}: ChartFrame & { readonly bars: readonly Bar[] }): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const labelWidth = Math.max(...bars.map(({ label }) => label.length)) * 8.6 + 20;
  const pitch = Math.min(60, 310 / bars.length);
  const drawn = bars.map(({ label, value, shown, isMain }, i) => {
    const width = (value / most) * (size.width - labelWidth - 110);
    const y = 50 + i * pitch;
    const middle = y + pitch * 0.35 + 6;
    return (
      text(labelWidth - 10, middle, label, { size: 17, anchor: 'end' }) +
      rect([labelWidth, y, width, pitch * 0.7], isMain ? accent : muted) +
      text(labelWidth + width + 10, middle, shown, { size: 18, bold: true })
    );
  });
  return svgFile(
    size.width,
    size.height,
    title,
    text(20, 26, unit, { size: 18, fill: muted }) +
      drawn.join('') +
      text(20, size.height - 8, source, { size: 14, fill: muted }),
  );
}
