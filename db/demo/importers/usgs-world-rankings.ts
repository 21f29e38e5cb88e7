import type { Ranking } from '#core/catalogue/figures.model.ts';
import { pickLargest } from './importer.ts';
import { normalizePlaceName } from './place-names.ts';
import { findColumnUnit, parseSurveyNumber } from './usgs-survey-values.ts';
import type { WorldTable } from './usgs-world-tables.ts';

/** One value of a world table; `measure` is the name of its column. */
export type WorldLine = {
  code: string;
  country: string;
  type: string;
  measure: string;
  value_text: string;
};
type RankingHead = {
  readonly kind: 'production' | 'reserves';
  readonly label: string;
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

/** Production by country in 2023, and reserves where the table says what they count. */
export function buildWorldRankings(
  { label, reserves }: WorldTable,
  lines: readonly WorldLine[],
): Ranking[] {
  const columns = [...new Set(lines.map(({ measure }) => measure))];
  const findColumn = (pattern: RegExp): string | undefined =>
    columns.find((column) => pattern.test(column));
  const production = buildRanking(lines, {
    kind: 'production',
    label,
    column: findColumn(/^Prod_.*2023$/),
    columnBefore: findColumn(/^Prod_.*2022$/),
  });
  if (!reserves) return production;
  const reserveRanking = buildRanking(lines, {
    kind: 'reserves',
    label: `World reserves by country, ${reserves}`,
    column: findColumn(/^Reserves.*K2O/) ?? findColumn(/^Reserves/),
  });
  return [...production, ...reserveRanking];
}

/** Empty where the column or its unit is missing, or fewer than three countries have a value. */
function buildRanking(
  lines: readonly WorldLine[],
  { kind, label, column, columnBefore }: RankingHead,
): Ranking[] {
  const columnUnit = column && findColumnUnit(column.replace(/_est|_20\d\d/gi, ''));
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
  const world = places.find((place) => place.startsWith('World total'));
  const total = world === undefined ? undefined : findValue(lines, world, column);
  const sum = rows.reduce((value, row) => value + row.value, 0);
  return [
    {
      id: createRankingId(kind, label),
      label,
      measure: 'volume',
      unit: columnUnit.unit,
      year: 2023,
      source: 'usgs',
      rows,
      ...(columnBefore ? { spanYears: 1 } : {}),
      // A total far below the sum of its countries counts something else.
      ...(total !== undefined && total >= sum * 0.9 ? { total } : {}),
      note: notes[kind],
    },
  ];
}

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
