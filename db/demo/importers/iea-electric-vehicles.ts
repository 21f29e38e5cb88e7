import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import {
  hasPoints,
  figuresKey,
  toPoints,
  readCsv,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

type Line = {
  region: string;
  category: string;
  parameter: string;
  mode: string;
  powertrain: string;
  year: string;
  unit: string;
  value: string;
};

const aggregates = new Set(['World', 'Europe', 'EU27', 'Rest of the world', 'Other Europe']);

/**
 * The world's total, its parts by vehicle mode (charging points: by speed), and the leading
 * countries. Scenarios are left out, and so are values below one: they are placeholders.
 */
export function createIeaImporter(folder: string): FiguresImporter {
  const allLines = readCsv<Line>(folder, 'ev_iea/IEA_Global_EV_Data_2024.csv').filter(
    ({ category, value }) => category === 'Historical' && Number(value) >= 1,
  );
  return (subject) => {
    const lines = allLines.filter(({ parameter }) => parameter === subject.key);
    const isCharging = subject.key === 'EV charging points';
    const unit = isCharging ? 'charging points' : 'vehicles';
    const ranking = buildCountryRanking(subject.key, unit, lines);
    return {
      key: figuresKey(subject),
      series: buildWorldSeries(
        { label: subject.key, unit, partColumn: isCharging ? 'powertrain' : 'mode' },
        lines.filter(({ region }) => region === 'World'),
      ),
      rankings: [isCharging ? ranking : { ...ranking, note: modesNote }],
    };
  };
}

const modesNote =
  'Cars, vans, buses and trucks where the agency counts them; some countries report cars alone.';

function sumByYear(lines: readonly Line[]): [year: number, value: number][] {
  const sums = new Map<number, number>();
  for (const { year, value } of lines)
    sums.set(Number(year), (sums.get(Number(year)) ?? 0) + Number(value));
  return toPoints(sums);
}

const createCommonFields = (unit: string) =>
  ({ measure: 'volume', unit, place: 'World', source: 'iea' }) as const;

type WorldSeriesHead = {
  readonly label: string;
  readonly unit: string;
  /** The column that tells the parts of the total apart. */
  readonly partColumn: 'powertrain' | 'mode';
};

function buildWorldSeries(
  { label, unit, partColumn }: WorldSeriesHead,
  worldLines: readonly Line[],
): Series[] {
  const common = createCommonFields(unit);
  const partNames = [...new Set(worldLines.map((line) => line[partColumn]))];
  const parts = partNames.map((name, i): Series => ({
    ...common,
    id: `part-${i + 1}`,
    label: name,
    points: sumByYear(worldLines.filter((line) => line[partColumn] === name)),
  }));
  return [
    { ...common, id: 'world', label, points: sumByYear(worldLines) },
    ...parts.filter(hasPoints),
  ];
}

function buildCountryRanking(parameter: string, unit: string, lines: readonly Line[]): Ranking {
  const countries = [...new Set(lines.map(({ region }) => region))].filter(
    (region) => !aggregates.has(region),
  );
  const findValue = (wantedRegion: string, wantedYear: number): number =>
    sumByYear(lines.filter(({ region }) => region === wantedRegion)).find(
      ([year]) => year === wantedYear,
    )?.[1] ?? 0;
  return {
    ...createCommonFields(unit),
    id: 'countries',
    label: `${parameter} by country`,
    year: 2023,
    spanYears: 5,
    rows: pickLargest(
      countries.map((name) => ({
        name: normalizePlaceName(name),
        value: findValue(name, 2023),
        before: findValue(name, 2018),
      })),
    ),
    total: findValue('World', 2023),
  };
}
