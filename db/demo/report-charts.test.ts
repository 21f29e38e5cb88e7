import { beforeAll, expect, test } from 'vitest';
import {
  chartSizes,
  describeSubject,
  drawChart,
  listCharts,
  type Chart,
  type ChartSize,
} from '#core/catalogue/drawing/charts.model.ts';
import { addFacts } from '#core/catalogue/reports/describe-report.ts';
import { describeFinding } from '#core/catalogue/figures/chart-finding.ts';
import { createValueFormat } from '#core/catalogue/drawing/chart-units.model.ts';
import type { Drawing, Shape } from '#core/catalogue/drawing/drawing.model.ts';
import { measureText } from '#core/catalogue/drawing/text-width.model.ts';
import { writeDemoReports } from './report-writer/demo-reports.ts';
import { createDemoFileReader } from './report-writer/read-demo-file.ts';

type TextShape = Extract<Shape, { kind: 'text' }>;
type Box = { left: number; right: number; top: number; bottom: number; text: string };

const sizes = Object.keys(chartSizes) as ChartSize[];
let charts: { report: string; chart: Chart }[];

beforeAll(() => {
  charts = [];
  for (const { code, figures, text } of writeDemoReports(createDemoFileReader('db/demo'))) {
    const ids = [...figures.series, ...figures.rankings].map(({ id }) => id);
    const described = addFacts({ figures, description: [] });
    const sections = text.analysis.map((section) => section.charts);
    for (const list of [...ids.map((id) => [id]), ...sections, ids])
      for (const chart of listCharts(described, list)) charts.push({ report: code, chart });
  }
});

const listTexts = ({ shapes }: Drawing): TextShape[] =>
  shapes.filter((shape) => shape.kind === 'text');

function boxOf({ x, y, text, size, anchor = 'start' }: TextShape): Box {
  const width = measureText(text, size);
  const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
  return { left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.22, text };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the faults of any drawing of any report, as sentences. */
const findFaults = (find: (drawing: Drawing, chart: Chart) => readonly string[]): string[] =>
  charts.flatMap(({ report, chart }) =>
    sizes.flatMap((size) =>
      find(drawChart(chart, size), chart).map(
        (fault) => `${report} ${chart.key} ${size}: ${fault}`,
      ),
    ),
  );

test('in every chart of all reports every text is inside the drawing', () => {
  expect(
    findFaults((drawing) =>
      listTexts(drawing)
        .map(boxOf)
        .filter(
          ({ left, right, top, bottom }) =>
            left < -0.5 || right > drawing.width + 0.5 || top < 0 || bottom > drawing.height,
        )
        .map(({ text }) => text),
    ),
  ).toEqual([]);
});

test('in every chart of all reports no two texts overlap', () => {
  expect(
    findFaults((drawing) => {
      const boxes = listTexts(drawing).map(boxOf);
      return boxes.flatMap((a, i) =>
        boxes.slice(i + 1).flatMap((b) => (overlaps(a, b) ? [`${a.text} / ${b.text}`] : [])),
      );
    }),
  ).toEqual([]);
});

test('in every chart of all reports every text is from 12 to 17 px', () => {
  expect(
    findFaults((drawing) =>
      listTexts(drawing)
        .filter(({ size }) => size < 12 || size > 17)
        .map(({ text }) => text),
    ),
  ).toEqual([]);
});

test('in every chart of all reports the newest value of each line stands at its end, and the last year below', () => {
  expect(
    findFaults((drawing, chart) => {
      if (chart.kind === 'bars') return [];
      const texts = new Set(listTexts(drawing).map(({ text }) => text));
      const { formatValue } = createValueFormat(chart.series[0].unit, 1);
      const [next] = chart.forecast ?? [];
      if (next) {
        const newest = chart.series[0].points.findLast(([year]) => year < next.year);
        const label = newest ? `${formatValue(newest[1])} in ${newest[0]}` : 'no newest value';
        const end = chart.forecast?.at(-1);
        return [label, String(end?.year), formatValue(end?.value ?? NaN)].filter(
          (text) => !texts.has(text),
        );
      }
      const wanted = chart.series.flatMap(({ points }) =>
        points.slice(-1).map(([, value]) => formatValue(value)),
      );
      const last = Math.max(...chart.series.flatMap(({ points }) => points.map(([year]) => year)));
      return [...wanted, String(last)].filter((text) => !texts.has(text));
    }),
  ).toEqual([]);
});

test('in every chart of all reports a bar chart has each name whole', () => {
  expect(
    findFaults((drawing, chart) => {
      if (chart.kind === 'lines') return [];
      const all = listTexts(drawing)
        .map(({ text }) => text)
        .join(' ');
      return chart.ranking.rows.map(({ name }) => name).filter((name) => !containsWords(all, name));
    }),
  ).toEqual([]);
});

test('in every chart of all reports ticks differ from each other, and none is longer than twelve characters', () => {
  expect(
    findFaults((drawing, chart) => {
      if (chart.kind === 'bars') return [];
      const ticks = listTexts(drawing)
        .filter(({ x, fill }) => x === 0 && fill === 'muted')
        .map(({ text }) => text);
      return [
        ...(new Set(ticks).size < ticks.length || ticks.length < 2 ? [ticks.join(', ')] : []),
        ...ticks.filter((tick) => tick.length > 12),
      ];
    }),
  ).toEqual([]);
});

test('in every chart of all reports title and subject hold no gap in the numbers', () => {
  const texts = charts.map(({ chart }) => `${describeFinding(chart)} | ${describeSubject(chart)}`);
  expect(texts.filter((text) => /NaN|Infinity|undefined/.test(text))).toEqual([]);
});

const containsWords = (all: string, name: string): boolean =>
  all.includes(name) || name.split(' ').every((word) => all.includes(word));
