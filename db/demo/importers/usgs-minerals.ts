import type { Measure, Ranking, Series } from '#core/catalogue/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import {
  hasPoints,
  figuresKey,
  toPoints,
  readCsv,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';
import { leadingColumns, columnCorrections } from './usgs-column-corrections.ts';
import { worldTableCode, worldTables, type WorldTable } from './usgs-world-tables.ts';
import { labelColumn, printedColumnKinds } from './usgs-column-labels.ts';

type SalientLine = {
  code: string;
  year: string;
  measure: string;
  value_text: string;
  edition: string;
};
type WorldLine = {
  code: string;
  country: string;
  type: string;
  measure: string;
  value_text: string;
};

/** The end of a column's name and its unit; the order matters, longer ones first. */
const suffixes: readonly (readonly [suffix: string, unit: string, measure: Measure])[] = [
  ['_ctslb', 'US cents per pound', 'price'],
  ['_dtoz', 'USD per troy ounce', 'price'],
  ['_dto', 'USD per troy ounce', 'price'],
  ['_dkg', 'USD per kilogram', 'price'],
  ['_dlb', 'USD per pound', 'price'],
  ['_dst', 'USD per short ton', 'price'],
  ['_dmtu', 'USD per dry tonne unit', 'price'],
  ['_dt', 'USD per tonne', 'price'],
  ['_pct', '% of apparent consumption', 'share'],
  ['_mmt', 'million tonnes', 'volume'],
  ['_mcm', 'million cubic metres', 'volume'],
  ['_kt', 'thousand tonnes', 'volume'],
  ['_kg', 'kilograms', 'volume'],
  ['_t', 'tonnes', 'volume'],
  ['_mt', 'million tonnes', 'volume'],
];
const aggregateName = /^(Other|World)/;

/**
 * A number as the Survey writes it ("8,260", "e20,000"); undefined for W (withheld), NA, E, ">75"
 * and words.
 */
function parseSurveyNumber(text: string): number | undefined {
  return /^e?-?[\d,]*\.?\d+$/.test(text.trim())
    ? Number(text.trim().replace(/^e/, '').replaceAll(',', ''))
    : undefined;
}

/**
 * U.S. salient statistics 2018–2023 and world production and reserves by country, of the 2023 and
 * 2024 editions.
 */
export function createUsgsImporter(folder: string): FiguresImporter {
  const salient = readCsv<SalientLine>(folder, 'usgs_minerals/tidy_salient.csv');
  const deps = readCsv<WorldLine>(folder, 'usgs_minerals/tidy_world.csv');
  return (subject) => ({
    key: figuresKey(subject),
    series: buildSeries(
      subject.key,
      salient.filter(({ code }) => code === subject.key),
    ),
    rankings: (worldTables[subject.key] ?? [])
      .flatMap((table) =>
        buildRankings(
          table,
          deps.filter(
            ({ code, type }) => code === worldTableCode(subject.key) && table.types.test(type),
          ),
        ),
      )
      .slice(0, 4),
  });
}

function buildSeries(code: string, own: readonly SalientLine[]): Series[] {
  const columns = new Map<string, [year: number, value: number][]>();
  for (const { measure, year, value_text, edition } of own) {
    const fix = (columnCorrections[code] ?? []).find(
      (one) => (one.edition ?? edition) === edition && measure in one.columns,
    );
    const column = fix ? fix.columns[measure] : measure;
    const value = parseSurveyNumber(value_text);
    if (column != null && value !== undefined)
      columns.set(column, [...(columns.get(column) ?? []), [Number(year), value]]);
  }
  const latest = Math.max(...own.map(({ year }) => Number(year)));
  const made = [...columns]
    .flatMap(([column, pairs]): (Series & { column: string })[] => {
      const kind = suffixes.find(([suffix]) => column.endsWith(suffix));
      const label = labelColumn(column);
      if (!kind || !label || pairs.length < 3 || pairs.every(([, value]) => value <= 0)) return [];
      return [
        {
          column,
          id: column.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
          label,
          measure: kind[2],
          unit: kind[1],
          place: 'United States',
          source: 'usgs',
          points: toPoints(pairs),
          estimatedFrom: latest,
        },
      ];
    })
    .filter(hasPoints);
  const order = ({ column, points: all }: Series & { column: string }): number =>
    column === leadingColumns[code]
      ? -1
      : (all.length < 5 ? 20 : 0) +
        printedColumnKinds.findIndex(([kind]) => kind === column.split('_')[0]);
  const taken = new Map<string, number>();
  return made
    .toSorted((a, b) => order(a) - order(b))
    .filter(({ column }) => {
      const kind = column.split('_')[0] ?? '';
      taken.set(kind, (taken.get(kind) ?? 0) + 1);
      return (taken.get(kind) ?? 0) <= (printedColumnKinds.find(([one]) => one === kind)?.[1] ?? 0);
    })
    .map(({ id, label, measure, unit, place, source, points: all, estimatedFrom }) => ({
      id,
      label,
      measure,
      unit,
      place,
      source,
      points: all,
      estimatedFrom,
    }));
}

function buildRankings({ label, reserves }: WorldTable, lines: readonly WorldLine[]): Ranking[] {
  const columns = [...new Set(lines.map(({ measure }) => measure))];
  const now = columns.find((column) => /^Prod_.*2023$/.test(column));
  const stock =
    columns.find((column) => /^Reserves.*K2O/.test(column)) ??
    columns.find((column) => column.startsWith('Reserves'));
  return [
    ...buildRanking(
      lines,
      'production',
      label,
      now,
      columns.find((column) => /^Prod_.*2022$/.test(column)),
    ),
    ...(reserves
      ? buildRanking(lines, 'reserves', `World reserves by country, ${reserves}`, stock)
      : []),
  ];
}

function buildRanking(
  lines: readonly WorldLine[],
  id: string,
  label: string,
  column?: string,
  before?: string,
): Ranking[] {
  const unit =
    column && suffixes.find(([suffix]) => column.replace(/_est|_20\d\d/gi, '').endsWith(suffix));
  if (!unit) return [];
  const at = (country: string, measure: string | undefined): number | undefined =>
    parseSurveyNumber(
      lines.find((line) => line.country === country && line.measure === measure)?.value_text ?? '',
    );
  const countries = [...new Set(lines.map(({ country }) => country))];
  const rows = pickLargest(
    countries
      .filter((country) => !aggregateName.test(country))
      .map((country) => ({
        name: normalizePlaceName(country),
        value: at(country, column) ?? 0,
        before: at(country, before),
      })),
  );
  if (rows.length < 3) return [];
  const whole = countries.find((country) => country.startsWith('World total'));
  const total = whole === undefined ? undefined : at(whole, column);
  const comparable =
    total !== undefined && total >= rows.reduce((sum, row) => sum + row.value, 0) * 0.9;
  return [
    {
      id: `${id}-${label
        .replace(/^.*by country,? ?/, '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .slice(0, 40)}`.replace(/-+$/, ''),
      label,
      measure: 'volume',
      unit: unit[1],
      year: 2023,
      source: 'usgs',
      rows,
      ...(before ? { spanYears: 1 } : {}),
      ...(comparable ? { total } : {}),
      note:
        id === 'production'
          ? "Figures for 2023 are the U.S. Geological Survey's estimates; countries whose " +
            'figures it withholds are missing.'
          : 'Reserves as the U.S. Geological Survey prints them in its edition of 2024.',
    },
  ];
}
