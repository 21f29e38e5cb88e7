import {
  figuresKey,
  readCsv,
  type FiguresImporter,
  hasPoints,
  toPoints,
  pickLargest,
} from './importer.ts';
import { worldTableCode, worldTables, type WorldTable } from './usgs-world-tables.ts';
import type { Series, Ranking } from '#core/catalogue/figures/figures.model.ts';
import { columnCorrections, leadingColumns, shiftedTables } from './usgs-column-corrections.ts';
import { labelColumn, printedColumnKinds } from './usgs-column-labels.ts';
import { findColumnUnit, parseSurveyNumber } from './usgs-survey-values.ts';
import { normalizePlaceName } from './place-names.ts';

/**
 * World production, U.S. statistics 2018–2023, and world production and reserves by country, from
 * the editions of 2023 and 2024. The world opens, if the Survey prints a world total.
 */
export function createUsgsImporter(folder: string): FiguresImporter {
  const salientLines = readCsv<SalientLine>(folder, 'usgs_minerals/tidy_salient.csv');
  const worldLines = readCsv<WorldLine>(folder, 'usgs_minerals/tidy_world.csv');
  return (subject) => {
    const worldCode = worldTableCode(subject.key);
    const tables = (worldTables[subject.key] ?? []).map((table) => ({
      table,
      lines: worldLines.filter(({ code, type }) => code === worldCode && table.types.test(type)),
    }));
    const rankings = tables.flatMap(({ table, lines }) => buildWorldRankings(table, lines));
    return {
      key: figuresKey(subject),
      series: [
        ...tables.slice(0, 1).flatMap(({ table, lines }) => buildWorldSeries(table, lines)),
        ...buildUsSeries(
          subject.key,
          salientLines.filter(({ code }) => code === subject.key),
        ),
      ],
      rankings: rankings.slice(0, 4),
    };
  };
}

/** One value of the U.S. statistics of a mineral; `measure` is the name of its column. */
type SalientLine = {
  code: string;
  year: string;
  measure: string;
  value_text: string;
  edition: string;
};
type Pair = [year: number, value: number];
type ColumnSeries = { readonly column: string; readonly series: Series };

/** The U.S. series of a mineral, in the order and number that a report shows. */
function buildUsSeries(code: string, lines: readonly SalientLine[]): Series[] {
  const latestYear = Math.max(...lines.map(({ year }) => Number(year)));
  const columnSeries = [...collectColumns(code, lines)]
    .flatMap(([column, pairs]) => buildColumnSeries(column, pairs, latestYear))
    .filter(({ series }) => hasPoints(series))
    .toSorted((a, b) => rankColumn(code, a) - rankColumn(code, b));
  const note = shiftedTables.has(code) ? { note: shiftedNote } : {};
  return keepPrintedNumber(columnSeries).map(({ series }) => ({ ...series, ...note }));
}

const shiftedNote =
  'Our copy of the 2024 table has shifted column heads; we set them right by the years that both ' +
  'editions print.';

/** The values of each column, under its corrected name. */
function collectColumns(code: string, lines: readonly SalientLine[]): Map<string, Pair[]> {
  const columns = new Map<string, Pair[]>();
  for (const { measure, year, value_text, edition } of lines) {
    const correction = (columnCorrections[code] ?? []).find(
      ({ edition: corrected, columns: names }) =>
        (corrected ?? edition) === edition && measure in names,
    );
    const column = correction ? correction.columns[measure] : measure;
    const value = parseSurveyNumber(value_text);
    if (column != null && value !== undefined)
      columns.set(column, [...(columns.get(column) ?? []), [Number(year), value]]);
  }
  return columns;
}

/** Empty for a column without a known unit or label, with fewer than three values or only zeros. */
function buildColumnSeries(
  column: string,
  pairs: readonly Pair[],
  latestYear: number,
): ColumnSeries[] {
  const columnUnit = findColumnUnit(column);
  const label = labelColumn(column);
  if (!columnUnit || !label || pairs.length < 3) return [];
  if (pairs.every(([, value]) => value <= 0)) return [];
  const series: Series = {
    id: column.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    label,
    measure: columnUnit.measure,
    unit: columnUnit.unit,
    place: 'United States',
    source: 'usgs',
    points: toPoints(pairs),
    estimatedFrom: latestYear,
  };
  return [{ column, series }];
}

const kindOf = (column: string): string => column.split('_')[0] ?? '';

/** The leading column first, then by kind; series of fewer than five years last. */
function rankColumn(code: string, { column, series }: ColumnSeries): number {
  if (column === leadingColumns[code]) return -1;
  const kindIndex = printedColumnKinds.findIndex(([kind]) => kind === kindOf(column));
  return (series.points.length < 5 ? 20 : 0) + kindIndex;
}

function keepPrintedNumber(columnSeries: readonly ColumnSeries[]): ColumnSeries[] {
  const counts = new Map<string, number>();
  const limits = new Map(printedColumnKinds);
  return columnSeries.filter(({ column }) => {
    const kind = kindOf(column);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= (limits.get(kind) ?? 0);
  });
}

/** One value of a world table; `measure` is the name of its column. */
type WorldLine = {
  code: string;
  country: string;
  type: string;
  measure: string;
  value_text: string;
};
type RankingHead = {
  readonly kind: 'production' | 'reserves';
  readonly label: string;
  /** A producer that is missing in the world total. */
  readonly without?: string | undefined;
  readonly column: string | undefined;
  /** The column of the year before. */
  readonly columnBefore?: string | undefined;
};

const aggregateName = /^(Other|World)/;
const notes = {
  production:
    "Figures for 2023 are the U.S. Geological Survey's estimates; countries whose figures it " +
    'withholds are missing.',
  reserves: 'Reserves as the U.S. Geological Survey prints them in its edition of 2024.',
};

const listColumns = (lines: readonly WorldLine[]): string[] => [
  ...new Set(lines.map(({ measure }) => measure)),
];
const findColumn = (lines: readonly WorldLine[], pattern: RegExp): string | undefined =>
  listColumns(lines).find((column) => pattern.test(column));

/**
 * World production in 2022 and 2023, as the edition of 2024 prints both. Empty without a world
 * total. Earlier editions are no part of it: the Survey revises a year by up to half.
 */
function buildWorldSeries({ label, without }: WorldTable, lines: readonly WorldLine[]): Series[] {
  const columns = [2022, 2023].map((year) => ({
    year,
    column: findColumn(lines, new RegExp(`^Prod_.*${year}$`)) ?? '',
  }));
  const world = findWorldRow(lines);
  const columnUnit = findColumnUnit(removeYear(columns[0]?.column ?? ''));
  if (world === undefined || !columnUnit) return [];
  const series: Series = {
    id: 'world',
    label: nameOmission(label.replace(' by country', ''), without),
    measure: 'volume',
    unit: columnUnit.unit,
    place: 'World',
    source: 'usgs',
    points: toPoints(columns.map(({ year, column }) => [year, findValue(lines, world, column)])),
    estimatedFrom: columns.find(({ column }) => /est/i.test(column))?.year ?? 2023,
    note: `The U.S. Geological Survey rounds world totals.${describeOmission(without)}`,
  };
  return [series].filter(hasPoints);
}

/** Production by country in 2023, and reserves if the table says what they count. */
function buildWorldRankings(
  { label, reserves, without }: WorldTable,
  lines: readonly WorldLine[],
): Ranking[] {
  const production = buildRanking(lines, {
    kind: 'production',
    label,
    without,
    column: findColumn(lines, /^Prod_.*2023$/),
    columnBefore: findColumn(lines, /^Prod_.*2022$/),
  });
  if (!reserves) return production;
  const reserveRanking = buildRanking(lines, {
    kind: 'reserves',
    label: `World reserves by country, ${reserves}`,
    column: findColumn(lines, /^Reserves.*K2O/) ?? findColumn(lines, /^Reserves/),
  });
  return [...production, ...reserveRanking];
}

/** Empty if the column or its unit is missing, or fewer than three countries have a value. */
function buildRanking(
  lines: readonly WorldLine[],
  { kind, label, without, column, columnBefore }: RankingHead,
): Ranking[] {
  const columnUnit = column && findColumnUnit(removeYear(column));
  if (!columnUnit) return [];
  const places = [...new Set(lines.map(({ country }) => country))];
  const rows = pickLargest(
    places
      .filter((place) => !aggregateName.test(place))
      .map((place) => ({
        name: normalizePlaceName(place),
        value: findValue(lines, place, column) ?? 0,
        before: findValue(lines, place, columnBefore),
      })),
  );
  if (rows.length < 3) return [];
  const world = findWorldRow(lines);
  const total = world === undefined ? undefined : findValue(lines, world, column);
  const sum = rows.reduce((value, row) => value + row.value, 0);
  return [
    {
      id: createRankingId(kind, label),
      label: nameOmission(label, without),
      measure: 'volume',
      unit: columnUnit.unit,
      year: 2023,
      source: 'usgs',
      rows,
      ...(columnBefore ? { spanYears: 1 } : {}),
      // A total far below the sum of its countries counts something else.
      ...(total !== undefined && total >= sum * 0.9 ? { total } : {}),
      note: `${notes[kind]}${describeOmission(without)}`,
    },
  ];
}

/** "World production without China, iodine" for "World production, iodine". */
const nameOmission = (label: string, without: string | undefined): string =>
  without ? label.replace(',', ` without ${without},`) : label;

const describeOmission = (without: string | undefined): string =>
  without ? ` The world total leaves out ${without}.` : '';

/** "Prod_t" for "Prod_t_est_2023". */
const removeYear = (column: string): string => column.replace(/_est|_20\d\d/gi, '');

const findWorldRow = (lines: readonly WorldLine[]): string | undefined =>
  lines.find(({ country }) => country.startsWith('World total'))?.country;

const findValue = (
  lines: readonly WorldLine[],
  place: string,
  column: string | undefined,
): number | undefined =>
  parseSurveyNumber(
    lines.find(({ country, measure }) => country === place && measure === column)?.value_text ?? '',
  );

/** "production-copper-content" for "World mine production by country, copper content". */
function createRankingId(kind: string, label: string): string {
  const good = label
    .replace(/^.*by country,? ?/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${kind}-${good}`.replace(/-+$/, '');
}
