import {
  colours,
  findRanking,
  findSeries,
  lineTo,
  readDemoFigures,
  rect,
  svgFile,
  text,
} from './svg-file.ts';

type Points = readonly (readonly [year: number, value: number])[];
type Line = { readonly label: string; readonly points: Points; readonly colour: string };
type Chart = {
  /** The finding, as the picture's title. */
  readonly title: string;
  readonly unit: string;
  readonly source: string;
  readonly lines: readonly Line[];
};

const { ink, muted, rule, accent, blue } = colours;
const size = { width: 760, height: 400, left: 20, right: 590, top: 60, bottom: 330 };
const bea = 'Source: U.S. Bureau of Economic Analysis, gross output by detailed industry';

/** The charts of blog posts, by file name. */
export function drawPostCharts(): Record<string, string> {
  return { ...drawIndustryCharts(), ...drawCommodityCharts() };
}

function drawIndustryCharts(): Record<string, string> {
  const coal = readDemoFigures('oil-gas-and-coal', 'bea:212100');
  const cars = readDemoFigures('automotive-and-electric-vehicles', 'bea:336111');
  const trucks = readDemoFigures('automotive-and-electric-vehicles', 'bea:336112');
  return {
    'posts/coal-dollars-and-volume.svg': drawLines({
      title: 'U.S. coal mining: more dollars, less coal',
      unit: 'Billion dollars of each year, and billion dollars of 2017',
      source: `${bea}; real output computed by us`,
      lines: [
        {
          label: 'in dollars',
          points: scale(findSeries(coal, 'output').points, 1000),
          colour: ink,
        },
        {
          label: 'prices taken out',
          points: scale(findSeries(coal, 'real').points, 1000),
          colour: accent,
        },
      ],
    }),
    'posts/cars-and-light-trucks.svg': drawLines({
      title: 'U.S. makers moved from cars to light trucks',
      unit: 'Gross output, billion dollars',
      source: bea,
      lines: [
        {
          label: 'light trucks',
          points: scale(findSeries(trucks, 'output').points, 1000),
          colour: accent,
        },
        { label: 'cars', points: scale(findSeries(cars, 'output').points, 1000), colour: ink },
      ],
    }),
  };
}

function drawCommodityCharts(): Record<string, string> {
  const wheat = readDemoFigures('crops-and-grains', 'psd:wheat');
  const usGas = findSeries(readDemoFigures('oil-gas-and-coal', 'pink:Natural gas, US'), 'price');
  const euGas = findSeries(
    readDemoFigures('oil-gas-and-coal', 'pink:Natural gas, Europe'),
    'price',
  );
  return {
    'posts/wheat-from-the-same-land.svg': drawLines({
      title: 'World wheat since 1960: the harvest grew, the land did not',
      unit: '1960 = 100',
      source:
        'Source: USDA Foreign Agricultural Service, PSD; to 2024, the last year that is not a projection',
      lines: [
        {
          label: 'harvest',
          points: toIndex(findSeries(wheat, 'production').points),
          colour: accent,
        },
        { label: 'area', points: toIndex(findSeries(wheat, 'area').points), colour: ink },
      ],
    }),
    'posts/gas-has-no-world-price.svg': drawLines({
      title: 'Natural gas: Europe and the United States part',
      unit: 'USD per million Btu, yearly mean',
      source: 'Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0',
      lines: [
        { label: 'Europe', points: since(1990, euGas.points), colour: accent },
        { label: 'United States', points: since(1990, usGas.points), colour: blue },
      ],
    }),
    'posts/lithium-reserves-in-years.svg': drawReserveYears(),
  };
}

const scale = (points: Points, by: number): Points =>
  points.map(([year, value]) => [year, value / by]);
const since = (first: number, points: Points): Points => points.filter(([year]) => year >= first);
const toIndex = (points: Points): Points =>
  points
    .filter(([year]) => year <= 2024)
    .map(([year, value]) => [year, (value / (points[0]?.[1] ?? 1)) * 100]);

function drawLines({ title, unit, source, lines }: Chart): string {
  const all = lines.flatMap(({ points }) => points);
  const years = all.map(([year]) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const step = chooseStep(Math.max(...all.map(([, value]) => value)));
  const most = Math.ceil(Math.max(...all.map(([, value]) => value)) / step) * step;
  const x = (year: number): number =>
    Math.round(size.left + ((year - first) / (last - first)) * (size.right - size.left));
  const y = (value: number): number =>
    Math.round(size.bottom - (value / most) * (size.bottom - size.top));
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, i) => i * step);
  const yearTicks = [first, Math.round((first + last) / 2), last];
  return svgFile(
    size.width,
    size.height,
    title,
    text(size.left, 26, unit, { size: 18, fill: muted }) +
      ticks
        .map(
          (tick) =>
            lineTo(`M${size.left} ${y(tick)}H${size.right}`, tick === 0 ? ink : rule) +
            text(size.left, y(tick) - 5, tick.toLocaleString('en-US'), { size: 16, fill: muted }),
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

function drawReserveYears(): string {
  const lithium = readDemoFigures('battery-and-critical-minerals', 'usgs:lithi');
  const reserves = findRanking(lithium, 'reserves-lithium-content').rows;
  const rows = findRanking(lithium, 'production-lithium-content')
    .rows.slice(0, 7)
    .map(({ name, value }) => ({
      name,
      years: Math.round((reserves.find((row) => row.name === name)?.value ?? 0) / value),
    }));
  const most = Math.max(...rows.map(({ years }) => years));
  return svgFile(
    size.width,
    size.height,
    'Lithium reserves divided by the production of 2023',
    text(20, 26, 'Years that reserves last at the production of 2023', { size: 18, fill: muted }) +
      rows
        .map(({ name, years }, i) => {
          const width = (years / most) * 500;
          const y = 52 + i * 43;
          return (
            text(140, y + 21, name, { size: 17, anchor: 'end' }) +
            rect([150, y, width, 30], name === 'Australia' ? accent : muted) +
            text(160 + width, y + 21, String(years), { size: 18, bold: true })
          );
        })
        .join('') +
      text(
        20,
        size.height - 8,
        'Source: U.S. Geological Survey, Mineral Commodity Summaries 2024; quotient computed by us',
        { size: 14, fill: muted },
      ),
  );
}
