/** The numbers of a chart: as rows for a table, and as a CSV file. */
import { createValueFormat } from './chart-units.model.ts';
import type { ChartFigures } from './charts.model.ts';
import type { Series, Source } from '../figures/figures.model.ts';

/** How firm a year is by its source's own words; undefined if it was counted. */
export type YearStatus = 'estimate' | 'projection' | undefined;

export function findYearStatus(
  { estimatedFrom = Infinity, projectedFrom = Infinity }: Series,
  year: number,
): YearStatus {
  if (year >= projectedFrom) return 'projection';
  return year >= estimatedFrom ? 'estimate' : undefined;
}

export type SeriesRow = {
  readonly year: number;
  /** The source's name for its values of this year; undefined if they are counted. */
  readonly status: YearStatus;
  /** One for each series; undefined if it has no value for the year. */
  readonly values: readonly (number | undefined)[];
  /** The same as the chart prints them: "$171 bn", "–". */
  readonly printed: readonly string[];
};

/** All years of the series, ascending. */
export function listSeriesRows(series: readonly Series[]): SeriesRow[] {
  const byYear = series.map(({ points }) => new Map(points));
  const years = [...new Set(series.flatMap(({ points }) => points.map(([year]) => year)))];
  const formats = series.map(({ unit }) => createValueFormat(unit, 1));
  return years
    .toSorted((a, b) => a - b)
    .map((year) => {
      const values = byYear.map((points) => points.get(year));
      return {
        year,
        status: findWeakestStatus(series, year),
        values,
        printed: values.map((value, i) =>
          value === undefined ? '–' : (formats[i]?.formatValue(value) ?? ''),
        ),
      };
    });
}

/** Of several series in one row: a projection says more than an estimate. */
export function findWeakestStatus(series: readonly Series[], year: number): YearStatus {
  const all = series.map((one) => findYearStatus(one, year));
  return all.find((status) => status === 'projection') ?? all.find(Boolean);
}

/** The years of our own forecast, rounded to four figures; none if the chart has no forecast. */
export function listForecastRows(chart: ChartFigures): {
  readonly year: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** "877 Mt, our forecast; 782 Mt to 983 Mt" */
  readonly printed: string;
}[] {
  if (chart.kind === 'bars') return [];
  const { formatValue } = createValueFormat(chart.series[0].unit, 1);
  const round = (value: number): number => Number(value.toPrecision(4));
  return (chart.forecast ?? []).map(({ year, value, low, high }) => ({
    year,
    value: round(value),
    low: round(low),
    high: round(high),
    printed: `${formatValue(value)}, our forecast; ${formatValue(low)} to ${formatValue(high)}`,
  }));
}

/** The column "estimate". */
const csvStatus = { counted: 'no', estimate: 'yes', projection: 'projection' } as const;

type Cell = string | number | undefined;

/**
 * The numbers as CSV (RFC 4180, UTF-8 with a byte order mark, so that spreadsheets read accents):
 * one value a line, with its unit and source. A text that a spreadsheet would take for a formula
 * begins with an apostrophe.
 */
export function renderCsv(
  chart: ChartFigures,
  source: Pick<Source, 'attribution'> | undefined,
): string {
  const attribution = source?.attribution ?? '';
  const lines: Cell[][] =
    chart.kind === 'bars'
      ? listRankingLines(chart.ranking, attribution)
      : [
          ['year', 'series', 'place', 'value', 'unit', 'estimate', 'source'],
          ...chart.series.flatMap((one) =>
            one.points.map(([year, value]): Cell[] => [
              year,
              one.label,
              one.place,
              value,
              one.unit,
              csvStatus[findYearStatus(one, year) ?? 'counted'],
              attribution,
            ]),
          ),
          ...listForecastLines(chart),
        ];
  return `\uFEFF${lines.map((cells) => `${cells.map(renderCell).join(',')}\r\n`).join('')}`;
}

/** Value and band of each forecast year, as three lines that name what they are. */
const listForecastLines = (chart: Extract<ChartFigures, { kind: 'lines' }>): Cell[][] => {
  const [{ label, place, unit }] = chart.series;
  return listForecastRows(chart).flatMap(({ year, value, low, high }) =>
    (
      [
        ['forecast', value],
        ['forecast, low', low],
        ['forecast, high', high],
      ] as const
    ).map(([name, number]): Cell[] => [
      year,
      `${label}, ${name}`,
      place,
      number,
      unit,
      'forecast',
      'our own calculation',
    ]),
  );
};

function listRankingLines(
  { label, year, rows, unit, spanYears }: Extract<ChartFigures, { kind: 'bars' }>['ranking'],
  attribution: string,
): Cell[][] {
  return [
    ['name', 'measure', 'year', 'value', 'earlier_year', 'earlier_value', 'unit', 'source'],
    ...rows.map(({ name, value, before }): Cell[] => [
      name,
      label,
      year,
      value,
      before === undefined || spanYears === undefined ? undefined : year - spanYears,
      before,
      unit,
      attribution,
    ]),
  ];
}

function renderCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
