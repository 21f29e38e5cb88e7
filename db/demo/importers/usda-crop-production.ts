import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import {
  hasPoints,
  figuresKey,
  toPoints,
  roundSignificant,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

/** A file of the folder commodity/; its values are in the order of `years`. */
type Commodity = {
  years: number[];
  year_provisional: number;
  year_projection: number;
  /** Members that the European Union ("E4") includes, with the years from and to which it does. */
  eu_folded: Record<string, [from: number, to: number][]>;
  units: Record<string, string>;
  series: Record<string, Record<string, (number | null)[]>>;
};

const units: Readonly<Record<string, string>> = {
  '(1000 MT)': 'thousand tonnes',
  '(MT)': 'tonnes',
  '(1000 MT CWE)': 'thousand tonnes carcass weight',
  '1000 480 lb. Bales': 'thousand 480 lb bales',
  '(1000 60 KG BAGS)': 'thousand 60 kg bags',
  '(1000 HEAD)': 'thousand head',
  '(MT/HA)': 'tonnes per hectare',
  '(KG/HA)': 'kilograms per hectare',
  '(1000 HA)': 'thousand hectares',
};
const labels = {
  production: 'World production',
  yield: 'Average yield',
  area: 'Area harvested',
} as const;

/**
 * The first year from which the sum of the reporting countries is comparable: after the last year
 * in which countries that began or ceased to report moved it by more than a fifth. Members of a
 * union that reports in their place cancel out.
 */
function findFirstComparableYear(
  years: readonly number[],
  countries: readonly (readonly (number | null)[])[],
): number {
  let firstYear = years[0] ?? 0;
  for (let i = 1; i < years.length; i++) {
    const before = countries.map((values) => values[i - 1] ?? 0);
    const now = countries.map((values) => values[i] ?? 0);
    const joined = sum(now.filter((_, country) => !before[country]));
    const left = sum(before.filter((_, country) => !now[country]));
    if (Math.abs(joined - left) > 0.2 * Math.max(sum(before), sum(now)))
      firstYear = years[i] ?? firstYear;
  }
  return firstYear;
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/**
 * World production (the sum of the reporting countries), yield and area if they are reported,
 * and the leading countries.
 */
export function createPsdImporter(folder: string): FiguresImporter {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, 'agriculture_usda', file), 'utf8'));
  const { entities } = read('index.json') as {
    entities: { code: string; name: string; kind: string }[];
  };
  const countryNames = new Map(
    entities.filter(({ kind }) => kind !== 'aggregate').map(({ code, name }) => [code, name]),
  );
  return (subject) => {
    const commodity = read(`commodity/${subject.key}.json`) as Commodity;
    return {
      key: figuresKey(subject),
      series: buildWorldSeries(commodity, /^(meat|dairy)-/.test(subject.key)),
      rankings: [buildCountryRanking(commodity, countryNames)],
    };
  };
}

const unitOf = (commodity: Commodity, metric: string): string =>
  units[commodity.units[metric] ?? ''] ?? String(commodity.units[metric]);

function buildWorldSeries(commodity: Commodity, isPartial: boolean): Series[] {
  const { years, year_provisional, year_projection } = commodity;
  const world = commodity.series['@World'] ?? {};
  const production = Object.entries(commodity.series)
    .filter(([code]) => !code.startsWith('@'))
    .flatMap(([, metrics]) => (metrics['production'] ? [metrics['production']] : []));
  const firstYear = findFirstComparableYear(years, production);
  const isShortened = firstYear > (years[0] ?? 0);
  const note =
    `The sum of the countries that report to the USDA; ${year_provisional} is provisional, ` +
    `${year_projection} its projection.` +
    (isPartial
      ? ' Many countries do not report dairy and meat, so that it is no full total.'
      : '') +
    (isShortened ? ' Earlier years are left out, because too few countries report in them.' : '');
  return (['production', 'yield', 'area'] as const)
    .map((metric): Series => ({
      id: metric,
      label: labels[metric],
      measure: metric === 'yield' ? 'rate' : 'volume',
      unit: unitOf(commodity, metric),
      place: 'World',
      source: 'psd',
      points: toPoints(
        years.map((year, i): [number, number | null] => [year, world[metric]?.[i] || null]),
      ).filter(([year]) => year >= firstYear),
      estimatedFrom: year_provisional,
      projectedFrom: year_projection,
      note,
    }))
    .filter(hasPoints);
}

const unionCode = 'E4';
const britainCode = 'UK';

/**
 * The year before the projected one, beside ten years earlier. If the union of the earlier year
 * includes the United Kingdom and that of the later one does not, both are one row in both years.
 */
function buildCountryRanking(
  commodity: Commodity,
  countryNames: ReadonlyMap<string, string>,
): Ranking {
  const spanYears = 10;
  const year = commodity.year_projection - 1;
  const valueOf = (code: string, wantedYear: number): number | undefined =>
    commodity.series[code]?.['production']?.[commodity.years.indexOf(wantedYear)] ?? undefined;
  const isMerged =
    unionIncludesBritain(commodity, year - spanYears) && (valueOf(britainCode, year) ?? 0) > 0;
  const rows = Object.keys(commodity.series).flatMap((code) => {
    const name = countryNames.get(code);
    if (!name || valueOf(code, year) === undefined || (isMerged && code === britainCode)) return [];
    const isUnion = isMerged && code === unionCode;
    const withBritain = isUnion ? (valueOf(britainCode, year) ?? 0) : 0;
    return [
      {
        name: isUnion ? 'European Union and United Kingdom' : normalizePlaceName(name),
        value: (valueOf(code, year) ?? 0) + withBritain,
        before: valueOf(code, year - spanYears),
      },
    ];
  });
  return {
    id: 'countries',
    label: 'Production by country',
    measure: 'volume',
    unit: unitOf(commodity, 'production'),
    year,
    spanYears,
    source: 'psd',
    rows: pickLargest(rows),
    total: roundSignificant(valueOf('@World', year) ?? 0),
    ...(isMerged ? { note: mergedNote } : {}),
  };
}

const mergedNote =
  'The USDA counts the United Kingdom within the European Union up to 2015 and apart from it ' +
  'since; here both are one row in both years, so that they can be compared.';

/** Whether the union includes the United Kingdom in that year. */
const unionIncludesBritain = ({ eu_folded }: Commodity, year: number): boolean =>
  (eu_folded[britainCode] ?? []).some(([from, to]) => from <= year && year <= to);
