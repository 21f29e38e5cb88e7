import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readCsv } from '../importers/importer.ts';
import { normalizePlaceName } from '../importers/place-names.ts';
import type { RawReader } from './audit-figures.ts';

type PsdFile = {
  years: number[];
  year_provisional: number;
  year_projection: number;
  units: Record<string, string>;
  series: Record<string, Record<string, (number | null)[]>>;
  eu_folded: Record<string, [number, number][]>;
};

/** Our words for the USDA's units. */
const psdUnits: Readonly<Record<string, string>> = {
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
const psdLabels: Readonly<Record<string, RegExp>> = {
  production: /^World production$/,
  yield: /^Average yield$/,
  area: /^Area harvested$/,
};

/** World sums and countries; Britain counts in the union in both years of a ranking or in none. */
export function createPsdReader(folder: string): RawReader {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, 'agriculture_usda', file), 'utf8'));
  const { entities } = read('index.json') as { entities: { code: string; name: string }[] };
  return (key) => {
    const raw = read(`commodity/${key}.json`) as PsdFile;
    const year = raw.year_projection - 1;
    const valueIn = (code: string, metric: string, wanted: number): number =>
      raw.series[code]?.[metric]?.[raw.years.indexOf(wanted)] ?? 0;
    const unionHadBritain = (raw.eu_folded['UK'] ?? []).some(
      ([from, to]) => from <= year - 10 && to >= year - 10,
    );
    const unitOf = (metric: string): string => psdUnits[raw.units[metric] ?? ''] ?? '';
    const britain = valueIn('UK', 'production', year);
    const valueOf = (name: string, wanted: number): number | undefined => {
      if (name === 'European Union and United Kingdom')
        return valueIn('E4', 'production', wanted) + (wanted === year ? britain : 0);
      // The union alone would lose Britain between the two years.
      if (name === 'European Union' && unionHadBritain && britain > 0) return undefined;
      const entity = entities.find((one) => normalizePlaceName(one.name) === name);
      return entity && valueIn(entity.code, 'production', wanted);
    };
    return {
      findSeries: ({ id }) => ({
        label: psdLabels[id] ?? /^$/,
        unit: unitOf(id),
        place: 'World',
        values: new Map(
          raw.years.flatMap((one) => {
            const value = valueIn('@World', id, one);
            return value === 0 ? [] : [[one, value] as const];
          }),
        ),
        estimatedFrom: raw.year_provisional,
        projectedFrom: raw.year_projection,
      }),
      findRanking: () => ({
        label: /^Production by country$/,
        unit: unitOf('production'),
        year,
        valueOf,
        total: valueIn('@World', 'production', year),
      }),
    };
  };
}

/** The World Bank's own aggregate, and its countries. */
export const createWdiReader =
  (folder: string): RawReader =>
  (key) => {
    const lines = readCsv(folder, `worldbank_wdi/${key}/data.csv`).filter(
      ({ Value }) => Value !== '',
    );
    return {
      findSeries: ({ label, unit }) => ({
        label: new RegExp(`^${label}$`),
        unit,
        place: 'World',
        values: new Map(
          lines
            .filter((line) => line['Country Code'] === 'WLD')
            .map(({ Year, Value }) => [Number(Year), Number(Value)]),
        ),
      }),
      findRanking: ({ unit, year }) => ({
        label: / by country(, above a million people)?$/,
        unit,
        year,
        valueOf: (name, wanted) =>
          Number(
            lines.find(
              (line) =>
                normalizePlaceName(line['Country Name'] ?? '') === name &&
                Number(line['Year']) === wanted,
            )?.['Value'],
          ),
      }),
    };
  };

/** Sums over modes and powertrains of the agency's history, without its scenarios. */
export function createIeaReader(folder: string): RawReader {
  const history = readCsv(folder, 'ev_iea/IEA_Global_EV_Data_2024.csv').filter(
    ({ category, value }) => category === 'Historical' && Number(value) >= 1,
  );
  return (key) => {
    const lines = history.filter(({ parameter }) => parameter === key);
    const unit = key.includes('charging') ? 'charging points' : 'vehicles';
    const sumOf = (region: string, year: number, part?: string): number =>
      lines
        .filter((line) => normalizePlaceName(line['region'] ?? '') === region)
        .filter((line) => Number(line['year']) === year)
        .filter((line) => !part || line['mode'] === part || line['powertrain'] === part)
        .reduce((sum, line) => sum + Number(line['value']), 0);
    const years = [...new Set(lines.map(({ year }) => Number(year)))];
    return {
      findSeries: ({ id, label }) => ({
        label: new RegExp(id === 'world' ? `^${key}$` : `^${label}$`),
        unit,
        place: 'World',
        values: new Map(
          years
            .map(
              (year) => [year, sumOf('World', year, id === 'world' ? undefined : label)] as const,
            )
            .filter(([, value]) => value > 0),
        ),
      }),
      findRanking: () => ({
        label: new RegExp(`^${key} by country$`),
        unit,
        year: 2023,
        valueOf: sumOf,
        total: sumOf('World', 2023),
      }),
    };
  };
}
