import { readCsv } from '../importers/importer.ts';
import { normalizePlaceName } from '../importers/place-names.ts';
import type { DemoReport } from '../report-writer/demo-reports.ts';

const recentYears = 4;
const minPeople = 1e6;

/**
 * Countries that would be among the first three of a World Bank ranking by a value of the last few
 * years, and are missing because they have none for its year: the ranking's first place is wrong.
 */
export function auditMissingLeaders(folder: string, reports: readonly DemoReport[]): string[] {
  const isCountry = new Set(
    readCsv(folder, 'countries/country-codes.csv').map((row) => row['ISO3166-1-Alpha-3']),
  );
  const people = new Map<string, number>();
  for (const line of readCsv(folder, 'worldbank_wdi/sp.pop.totl/data.csv'))
    if (line['Value'] !== '') people.set(line['Country Code'] ?? '', Number(line['Value']));
  const isLarge = (line: Record<string, string>): boolean =>
    (people.get(line['Country Code'] ?? '') ?? 0) >= minPeople;
  return reports
    .filter(({ figures }) => figures.key.startsWith('wdi:'))
    .flatMap(({ figures: { key, rankings } }) => {
      const [ranking] = rankings;
      const { rows = [], year = 0, label = '', measure } = ranking ?? {};
      const lines = readCsv(folder, `worldbank_wdi/${key.slice(4)}/data.csv`)
        .filter((line) => line['Value'] !== '' && isCountry.has(line['Country Code'] ?? ''))
        .filter((line) => measure === 'value' || measure === 'volume' || isLarge(line));
      const names = new Set(
        lines.filter((line) => Number(line['Year']) === year).map((line) => line['Country Name']),
      );
      return lines
        .filter((line) => year - Number(line['Year']) < recentYears)
        .filter((line) => Number(line['Value']) > (rows[2]?.value ?? 0))
        .filter((line) => !names.has(line['Country Name']))
        .map(
          (line) =>
            `${normalizePlaceName(line['Country Name'] ?? '')} has ${line['Value']} in ` +
            `${line['Year']}, and is missing in "${label}" of ${year}`,
        );
    });
}
