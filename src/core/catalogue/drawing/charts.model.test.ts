import { describe, expect, test } from 'vitest';
import { describeFinding } from '../figures/chart-finding.ts';
import { addFacts } from '../reports/describe-report.ts';
import { listSeriesRows, renderCsv } from './chart-table.model.ts';
import { createValueFormat } from './chart-units.model.ts';
import {
  describeNote,
  describeSubject,
  drawChart,
  findChart,
  findPublishedChart,
  listCharts,
} from './charts.model.ts';
import type { Figures, Ranking, Series } from '../figures/figures.model.ts';

const createSeries = (changes: Partial<Series> = {}): Series => ({
  id: 'imports',
  label: 'U.S. imports',
  measure: 'volume',
  unit: 'tonnes',
  place: 'United States',
  source: 'usgs',
  points: [
    [2021, 2600],
    [2022, 3270],
    [2023, 3400],
  ],
  ...changes,
});
const ranking: Ranking = {
  id: 'countries',
  label: 'Production by country',
  measure: 'volume',
  unit: 'tonnes',
  year: 2023,
  source: 'usgs',
  rows: [
    { name: 'Australia', value: 86_000, before: 74_700 },
    { name: '=cmd|calc, "x"', value: 44_000 },
    { name: 'China', value: 33_000, before: 22_600 },
  ],
  spanYears: 1,
};
const exports = createSeries({ id: 'exports', label: 'U.S. exports' });
const price = createSeries({
  id: 'price',
  label: 'Price',
  measure: 'price',
  unit: 'USD per tonne',
});
const figures: Figures = {
  key: 'usgs:x',
  series: [createSeries(), exports, price],
  rankings: [ranking],
};

describe('values are printed in plain units', () => {
  test.each([
    ['USD million', 160_000, '$160 bn', '$160 bn'],
    ['USD million', 194_000, '$194 bn', '$194 bn'],
    ['thousand tonnes', 180, '180 kt', '180 kt'],
    ['thousand tonnes', 1_329_910, '1,329.91 Mt', '1,330 Mt'],
    ['tonnes', 3400, '3,400', '3,400 t'],
    ['USD per tonne', 46_000, '$46k', '$46,000'],
    ['USD per pound', 2.17, '$2.17', '$2.17'],
    ['USD per pound', 7.8, '$7.8', '$7.80'],
    ['USD per million Btu', 3.525, '$3.525', '$3.53'],
    ['USD per kilogram', 0.0408, '$0.0408', '$0.0408'],
    ['vehicles', 13_800_000, '13.8 m', '13.8 m'],
    ['% of total exports', 20, '20 %', '20 %'],
    ['USD million', -1_129, '−$1.129 bn', '−$1.13 bn'],
    ['flagons', 1250, '1,250', '1,250'],
  ])('%s, %d: %s at the axis, %s at its point', (unit, value, tick, text) => {
    const { formatTick, formatValue } = createValueFormat(unit, Math.abs(value));
    expect([formatTick(value), formatValue(value)]).toEqual([tick, text]);
  });
});

describe('series share a chart', () => {
  const described = addFacts({ figures, description: [] });

  test('where they have one unit, measure and source', () => {
    expect(listCharts(described, ['imports', 'exports', 'price']).map(({ key }) => key)).toEqual([
      'imports~exports',
      'price',
    ]);
  });

  test('and are no chart with another unit, an unknown figure or themselves', () => {
    for (const key of ['imports~price', 'imports~none', 'imports~imports', 'none', ''])
      expect(findChart(described, key)).toBeUndefined();
  });

  test('and have an address of their own only where the page shows them together', () => {
    const description = ['imports', 'exports'].map((key) => ({ kind: 'chart', key }) as const);
    expect(
      findPublishedChart({ figures: described, description }, 'imports~exports'),
    ).toBeDefined();
    expect(
      findPublishedChart({ figures: described, description }, 'exports~imports'),
    ).toBeUndefined();
  });
});

describe('a title says what the numbers show', () => {
  const plain = (title: string): string => title.replaceAll('\u00A0', ' ');
  const titleOf = (changes: Partial<Series>): string =>
    plain(describeFinding({ kind: 'lines', key: 'x', series: [createSeries(changes)] }));
  const through = (...values: number[]): Series['points'] =>
    values.map((value, i) => [2020 + i, value]);

  test.each<[string, Partial<Series>]>([
    ['U.S. imports rose by 31 % from 2021 to 2023', {}],
    [
      'U.S. imports rose 2.5-fold from 2020 to 2022e',
      { points: through(2, 3, 5), estimatedFrom: 2022 },
    ],
    ['U.S. imports rose from 28 t in 2020 to 3,400 t in 2021', { points: through(28, 3400) }],
    ['U.S. imports fell 40 % from the peak of 2021 to 2022', { points: through(4, 10, 6) }],
    ['U.S. imports fell by 50 % to 2021, then recovered by 2022', { points: through(10, 5, 10.1) }],
    ['U.S. imports hardly changed from 2020 to 2022', { points: through(10, 10.2, 10.1) }],
    ['U.S. imports: 10 t in 2022 as in 2020', { points: through(10, 12, 10) }],
    ['U.S. imports: 3 t in 2020', { points: through(3) }],
    [
      'Price (ingot) fell by 20 % from 2020 to 2021',
      { label: 'Price, ingot', points: through(10, 8) },
    ],
    [
      'Reliance rose from 25 % in 2020 to 40 % in 2021',
      { label: 'Reliance', measure: 'share', unit: '% of use', points: through(25, 40) },
    ],
  ])('%s', (title, changes) => {
    expect(titleOf(changes)).toBe(title);
  });

  test('shares of a ranking only where the whole is known and no less than its parts', () => {
    const title = (total?: number): string =>
      plain(
        describeFinding({
          kind: 'bars',
          key: 'x',
          ranking: { ...ranking, ...(total ? { total } : {}) },
        }),
      );
    expect(title()).toBe('Largest in 2023: Australia, 86 kt');
    expect(title(100_000)).toBe('Largest in 2023: Australia, 86 kt');
    expect(title(160_000)).toBe('Australia: 54 % of the total');
    expect(title(326_000)).toBe('Australia, =cmd|calc, "x" and China: 50 % of the total');
  });
});

test('a number and its unit stay on one line', () => {
  const findingOf = (changes: Partial<Ranking>): string =>
    describeFinding({ kind: 'bars', key: 'x', ranking: { ...ranking, ...changes } });
  expect(findingOf({})).toBe('Largest in 2023: Australia, 86\u00A0kt');
  expect(findingOf({ total: 160_000 })).toBe('Australia: 54\u00A0% of the total');
});

test('a forecast is a fan that opens at the last actual value, with a point for each year', () => {
  const series = createSeries();
  const forecast = [1, 2, 3].map((step) => ({
    year: 2023 + step,
    value: 3400 + 100 * step,
    low: 3400 - 50 * step,
    high: 3400 + 300 * step,
  }));
  const chart = { kind: 'lines', key: 'imports', series: [series], forecast } as const;
  const { shapes } = drawChart(chart, 'narrow');
  const fan = shapes.filter((shape) => shape.kind === 'path' && shape.fill === 'hue-soft');
  expect(fan).toHaveLength(1);
  expect(fan[0]?.kind === 'path' && fan[0].d.match(/[ML]/g)).toHaveLength(1 + 2 * forecast.length);
  const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts).toContain('2026');
  expect(texts).toContain('3,700 t');
  expect(describeNote(chart)).toContain('our own forecast');
});

describe('the numbers as CSV', () => {
  const csv = renderCsv({ kind: 'bars', key: 'countries', ranking }, { attribution: 'Source: X' });

  test('follow RFC 4180 with a byte order mark', () => {
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFname,measure,year,value,earlier_year,earlier_value,unit,source',
      'Australia,Production by country,2023,86000,2022,74700,tonnes,Source: X',
    ]);
    expect(csv.endsWith('\r\n')).toBe(true);
  });

  test('hold no text that a spreadsheet takes for a formula', () => {
    expect(csv).toContain('\r\n"\'=cmd|calc, ""x""",Production');
  });

  test('keep negative numbers as numbers, and mark estimates', () => {
    const series = createSeries({ points: [[2023, -1.5]], estimatedFrom: 2023 });
    expect(renderCsv({ kind: 'lines', key: 'x', series: [series] }, undefined)).toContain(
      '\r\n2023,U.S. imports,United States,-1.5,tonnes,yes,\r\n',
    );
  });
});

describe('what a source projects', () => {
  const projected = createSeries({ estimatedFrom: 2022, projectedFrom: 2023 });
  const chart = { kind: 'lines', key: 'imports', series: [projected] } as const;

  test('is no finding: 2,600 t in 2021 and 3,270 t in 2022, by the estimate, are', () => {
    expect(describeFinding(chart)).toBe('U.S. imports rose by 26\u00a0% from 2021 to 2022e');
  });

  test('is called so in the subject, the note, the table and the CSV', () => {
    expect(describeSubject(chart)).toBe('U.S. imports, 2021–2023p');
    expect(describeNote(chart)).toBe("Dashed, e: the source's own estimates; p: its projections.");
    expect(listSeriesRows([projected]).map(({ status }) => status)).toEqual([
      undefined,
      'estimate',
      'projection',
    ]);
    expect(renderCsv(chart, undefined)).toContain(',3270,tonnes,yes,\r\n');
    expect(renderCsv(chart, undefined)).toContain(',3400,tonnes,projection,\r\n');
  });
});

test('a table of several series has a dash where one has no value', () => {
  const rows = listSeriesRows([createSeries(), createSeries({ points: [[2022, 1]] })]);
  expect(rows.map(({ year, printed }) => [year, ...printed])).toEqual([
    [2021, '2,600 t', '–'],
    [2022, '3,270 t', '1 t'],
    [2023, '3,400 t', '–'],
  ]);
});

test('the chart of the series that a report follows has its forecast, from the last actual year', () => {
  const output = {
    ...createSeries(),
    points: Array.from({ length: 31 }, (_, i) => [1996 + i, 100 * 1.03 ** i] as const),
    projectedFrom: 2026,
  };
  const series = [output, { ...output, id: 'area' }];
  const wheat = addFacts({ figures: { key: 'psd:wheat', series, rankings: [] }, description: [] });
  const chart = findChart(wheat, output.id);
  expect(chart?.kind === 'lines' && chart.forecast?.map(({ year }) => year)).toEqual([
    2026, 2027, 2028, 2029, 2030,
  ]);
  expect(findChart(wheat, 'area')).not.toHaveProperty('forecast');
});
