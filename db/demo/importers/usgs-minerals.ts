import { figuresKey, readCsv, type FiguresImporter, hasPoints, toPoints } from './importer.ts';
import { buildWorldRankings, buildWorldSeries, type WorldLine } from './usgs-world-rankings.ts';
import { worldTableCode, worldTables } from './usgs-world-tables.ts';
import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { columnCorrections, leadingColumns, shiftedTables } from './usgs-column-corrections.ts';
import { labelColumn, printedColumnKinds } from './usgs-column-labels.ts';
import { findColumnUnit, parseSurveyNumber } from './usgs-survey-values.ts';

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
